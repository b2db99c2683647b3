// Package processor knows how much of a processor something takes. It must never know what, or for whom.
package processor

import (
	"runtime"
	"time"
)

// Measure runs f and tells what it took of a processor, even where f panics. Time in which it waited, or in which a busy
// machine ran something else, does not count where the system tells that, on Linux; elsewhere it does.
func Measure(f func(), told func(time.Duration)) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	begin := threadTime()
	defer func() { told(threadTime() - begin) }()
	f()
}
