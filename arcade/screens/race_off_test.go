//go:build !race

package screens

const underRace = false
