package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"arcade.example.com/arcade/records"
	"arcade.example.com/games/catalog"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
	"arcade.example.com/wholefile"
)

// secretOf is the secret that lies in a data folder beside the database.
func secretOf(folder string) storage.Secret {
	return func(keep []byte) ([]byte, error) { return keys.Secret(filepath.Join(folder, secretFile), keep) }
}

// openData opens the database of a data folder that is there. A copy that has no secret beside it can be read too.
func openData(folder string) (storage.Store, error) {
	path := filepath.Join(folder, databaseFile)
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	store, err := storage.Open(path, secretOf(folder))
	if errors.Is(err, fs.ErrNotExist) {
		return storage.Open(path, nil)
	}
	return store, err
}

func newVerify() *cobra.Command {
	var data string
	cmd := &cobra.Command{
		Use: "verify", Short: "Check a stopped server's database and replay every record", Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return verify(data, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	cmd.Flags().StringVar(&data, "data", "./data", "the data folder")
	return cmd
}

func verify(data string, out, errOut io.Writer) error {
	store, err := openData(data)
	if err != nil {
		return err
	}
	defer store.Close()
	faults := 0
	bar := progressBar(errOut)
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
	var data string
	cmd := &cobra.Command{
		Use: "backup FILE", Short: "Copy a stopped server's database, consistently", Args: oneFile,
		RunE: func(_ *cobra.Command, args []string) error { return backup(data, args[0]) },
	}
	cmd.Flags().StringVar(&data, "data", "./data", "the data folder")
	return cmd
}

func oneFile(_ *cobra.Command, args []string) error {
	if len(args) != 1 {
		return usage(errors.New("backup takes the one file to write"))
	}
	return nil
}

// backup leaves FILE whole or as it was.
func backup(data, path string) error {
	store, err := openData(data)
	if err != nil {
		return err
	}
	defer store.Close()
	if err := wholefile.Write(path, store.Backup); err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	return nil
}
