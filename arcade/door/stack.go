package door

// arriving is how many bytes of stack it takes to check a signature, and to draw a first screen.
const arriving = 10 << 10

// growStack has the goroutine's stack grow at once to what an arrival needs. It would otherwise do so in steps, each of which
// copies, frame by frame, all that is in use by then.
//
//go:noinline
func growStack(at int) byte {
	var room [arriving]byte
	room[at%arriving] = 1
	return room[(at+1)%arriving]
}
