//go:build race

package screens

// underRace is set where the race detector slows everything down by ten: the sweeps then take fewer steps, of all kinds.
const underRace = true
