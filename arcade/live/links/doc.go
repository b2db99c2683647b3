// Package links is how several arcades that have one database show their players what is played on the others.
//
// Between two nodes there is one channel. Once a second each tells the other what has changed in its list of runs. A run
// that is watched goes over it once, however many watch: its seed, and then its steps in chunks as games.Encode writes
// them, with the index of the first, so that a chunk that is missing is asked for again. What is sent is read from the
// run's own steps when the channel has room for it, so that a slow node costs no memory and delays nobody; and fan-out
// is each node's own: there a mirror of the run stands in the hall, and is watched as any other.
//
// A node has two goroutines for each other node, and none for a run or a spectator. The package knows games, time and
// package live, and of a channel only that it can be read, written and closed. It must never know SSH, screens or the
// store. What it sends carries seeds, so that it must be handed channels to nodes of the same house alone; what it
// reads is bounded all the same.
package links
