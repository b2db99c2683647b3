//go:build !linux

package processor

import "time"

var begin = time.Now()

// threadTime counts the time in which others had the processor, too.
func threadTime() time.Duration { return time.Since(begin) }
