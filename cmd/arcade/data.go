package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"arcade.example.com/arcade/records"
	"arcade.example.com/games/catalog"
	"arcade.example.com/wholefile"
)

func newVerify() *cobra.Command {
	var p place
	cmd := &cobra.Command{
		Use: "verify", Short: "Check a stopped server's database, or a cluster's, and replay every record", Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return verify(p, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	p.flags(cmd.Flags())
	return cmd
}

func verify(p place, out, errOut io.Writer) error {
	bar := progressBar(errOut)
	store, err := p.openThere(bar)
	if err != nil {
		return err
	}
	defer store.Close()
	faults := 0
	tally, err := records.Verify(store, catalog.All(), bar, func(fault error) {
		faults++
		fmt.Fprintln(out, fault)
	})
	if err != nil {
		return err
	}
	if faults > 0 {
		return fmt.Errorf("%d faults in leaderboards and %d runs", faults, tally.Played+tally.Believed)
	}
	fmt.Fprintf(out, "replays played again: %d; all prove their records\n", tally.Played)
	if tally.Believed > 0 {
		fmt.Fprintf(out, "dealt by a version that is no more, and believed: %d\n", tally.Believed)
	}
	return nil
}

// progressBar draws a bar on a terminal, and nothing elsewhere.
func progressBar(w io.Writer) func(done, of int) {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(f.Fd()) {
		return func(int, int) {}
	}
	const width = 40
	return func(done, of int) {
		full := width * done / max(of, 1)
		fmt.Fprintf(f, "\r[%s%s] %d of %d", strings.Repeat("#", full), strings.Repeat(".", width-full), done, of)
		if done == of {
			fmt.Fprintln(f)
		}
	}
}

func newBackup() *cobra.Command {
	var p place
	cmd := &cobra.Command{
		Use: "backup FILE", Short: "Copy a stopped server's database, or a cluster's, consistently", Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			return backup(p, args[0], cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	p.flags(cmd.Flags())
	return cmd
}

func oneFile(_ *cobra.Command, args []string) error {
	if len(args) != 1 {
		return usage(errors.New("backup takes the one file to write"))
	}
	return nil
}

// backup leaves FILE whole or as it was, and says what it holds.
func backup(p place, path string, out, errOut io.Writer) error {
	store, err := p.openThere(progressBar(errOut))
	if err != nil {
		return err
	}
	defer store.Close()
	if err := wholefile.Write(path, store.Backup); err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	fmt.Fprintf(out, "%s holds players, runs with their replays, leaderboards, games in progress and bans.\n"+
		"It names no key and tells no daily without the secret. Keep beside it, apart from it and private: %s, %s and %s of %s.\n",
		path, secretFile, hostKeyFile, adminsFile, p.data)
	return nil
}
