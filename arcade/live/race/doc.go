// Package race is rooms in which people race on one deal: found by a word, a heat at a time, from gathering to the
// results and to those who come later.
//
// It knows games, time and package live, in whose hall its runs stand. It must never know SSH, screens or the store:
// what is to be kept is a value handed to a function. A room has no goroutine and no tick: its state changes under one
// mutex, a timer waits for the gun and one for the end, and everybody in it is woken to look again.
//
// The clocks of a heat begin at one instant of the server's monotonic clock, T0, and who is told of it later has
// lost that time. Before T0 nothing that the deal could be guessed from leaves the room. A rival is a lane, and in games
// where a position betrays nothing a ghost, if the host wants it.
package race
