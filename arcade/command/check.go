package command

import (
	"arcade.example.com/arcade/to"
)

// checkScreen is the screen on which a terminal is looked at.
func (a *asked) checkScreen() (to.Destination, error) { return to.Check{}, nil }

// check says what the caller's terminal answers.
func (a *asked) check() error {
	if a.who.Examine == nil {
		return misused("There is no terminal to be looked at: %s", a.Address.Terminal("check"))
	}
	r := a.who.Examine()
	if a.json {
		return a.write(r.Show(a.Version))
	}
	for _, f := range r.Findings(nil) {
		a.print("%s: %s.\n", f.Title, f.Found)
		if !f.Good && f.Remedy != "" {
			a.print("  %s\n", f.Remedy)
		}
	}
	return nil
}
