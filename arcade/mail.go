package arcade

import "sync"

// mail is what waits to be brought to a visit's program: of each kind the latest. Whoever puts something in waits for
// nobody, and a goroutine brings it that lives as long as there is something. Its zero value keeps what comes until it
// is opened.
type mail struct {
	mu      sync.Mutex
	has     waiting
	bring   func() // starts who takes it out, by next; nil before it is opened
	brought bool   // somebody takes out
}

// waiting is what may wait.
type waiting struct {
	ending bool    // it is to end
	size   bool    // the window has another size
	note   *string // a line for the screen
	news   bool    // something has moved that a screen listens to
}

// open has what is put in brought by bring, which starts who takes out until nothing is left, and waits for nothing; nil
// keeps it again.
func (m *mail) open(bring func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.bring = bring
	m.send()
}

// put changes what waits.
func (m *mail) put(change func(*waiting)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	change(&m.has)
	m.send()
}

// send has somebody take out what waits, where nobody does. m.mu is held.
func (m *mail) send() {
	if m.bring != nil && !m.brought && m.has != (waiting{}) {
		m.brought = true
		m.bring()
	}
}

// next takes out what waits; where nothing does, who asks is done.
func (m *mail) next() waiting {
	m.mu.Lock()
	defer m.mu.Unlock()
	w := m.has
	m.has, m.brought = waiting{}, w != (waiting{})
	return w
}
