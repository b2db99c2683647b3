package screens

// yield asks a session for a run that another of the player's takes over: it keeps the run, calls kept and stops.
type yield struct {
	run  string
	kept func()
}

// Yield makes the session's program a records.Holder.
func (w *Wire) Yield(run string, kept func()) { w.Send(yield{run, kept}) }

// hold notes that the session plays a run; release, that it does no more.
func (e *env) hold(run string) {
	if e.wire != nil {
		e.Saver.Holders.Hold(run, e.wire)
	}
}

func (e *env) release(run string) { e.Saver.Holders.Release(run, e.wire) }
