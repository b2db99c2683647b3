package lines

// help says how all this works.
func (s *Session) help() {
	s.say(
		"You say a line, and hear what became of it. Nothing is drawn, and nothing changes that you are not told.",
		"Say ? anywhere for what can be said there, and say it in words or by its number.",
		"Words in capitals stand for what you put in: open ROW COL is said as open 4 7.",
		"Detail 1 says as little as possible, detail 3 as much as a glance would tell.",
		"Runs in lines rank by how few moves they took, apart from those on screens, and bots apart from people.",
		"A game that you leave waits for you, here and on the screen, unless you are a guest.",
	)
}

// rules tells what a game is about, of the one that is played where none is named: the rest of its help is about keys.
func (s *Session) rules(words []string) {
	for _, p := range s.places {
		if g, ok := p.(*game); ok && len(words) == 0 {
			words = []string{g.run.Game.ID}
		}
	}
	if len(words) == 0 {
		for _, g := range s.games() {
			s.say("Say rules " + g.ID + ".")
		}
		return
	}
	if g, ok := s.find(words[0]); ok {
		s.say(g.Help[:min(1, len(g.Help))]...)
		s.say("What can be said in it is told by ? while you play.")
	}
}
