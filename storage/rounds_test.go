//go:build !hosted

package storage_test

const killRounds = 4
