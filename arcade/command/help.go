package command

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

func (a *asked) showVersion() error {
	a.print("arcade %s\n", a.Version)
	return nil
}

// help tells what there is, or how the command is used that the words name.
func (a *asked) help() error {
	root := a.cmd.Root()
	if len(a.words) == 0 {
		return a.usage(root)
	}
	cmd, rest, err := root.Find(a.words)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		a.cmd, a.words = cmd, rest
		return a.unknown()
	}
	return a.usage(cmd)
}

// usage tells how a command is used, or what there is below it.
func (a *asked) usage(cmd *cobra.Command) error {
	if cmd.HasParent() {
		a.print("%s\n%s.\n", line(cmd), strings.ToUpper(cmd.Short[:1])+cmd.Short[1:])
	} else {
		a.print("Without a command, and with a terminal, you get the menu. Commands:\n")
	}
	for _, group := range []string{forPlayers, forGames, forOperators} {
		a.list(cmd, group)
	}
	if !cmd.HasParent() {
		a.print("\nWith a terminal, leaderboard, daily, replay and watch open on their screens:\n  %s\n", a.Address.Terminal("daily"))
	}
	return nil
}

// list tells what there is of a group below a command.
func (a *asked) list(cmd *cobra.Command, group string) {
	for i, c := range slices.DeleteFunc(slices.Clone(cmd.Commands()), func(c *cobra.Command) bool { return c.GroupID != group }) {
		if i == 0 {
			a.print("\n")
		}
		name := strings.Join(append([]string{c.Name()}, c.Aliases...), "|")
		a.print("  %s\n      %s\n", strings.Replace(strings.TrimSpace(c.UseLine()), c.Name(), name, 1), c.Short)
		for _, below := range c.Commands() {
			a.print("  %s\n      %s\n", strings.TrimSpace(below.UseLine()), below.Short)
		}
	}
}
