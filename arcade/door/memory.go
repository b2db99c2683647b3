package door

// What a session takes of memory at most, its program, its connection and the largest window in first person included;
// and what the server takes without any. Of a window of 400x120 it was 650 KiB: 3,194 sessions filled 2 GiB.
const (
	sessionBytes = 512 << 10
	serverBytes  = 64 << 20
)

// SessionsFor is how many sessions fit into so many bytes of memory, one at least. It is 0, for no bound, where memory
// is not bounded, which runtime/debug.SetMemoryLimit tells as math.MaxInt64.
func SessionsFor(memory int64) int {
	if memory >= 1<<50 {
		return 0
	}
	return int(max((memory-serverBytes)/sessionBytes, 1))
}
