package main

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"arcade.example.com/arcade/look"
	"arcade.example.com/storage"
)

// recoveredFile is where a recovered database goes in the data folder, unless told.
const recoveredFile = "recovered.db"

func newRecover() *cobra.Command {
	var data, to string
	cmd := &cobra.Command{
		Use: "recover", Short: "Save what can be read of a damaged database to a new file", Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if to == "" {
				to = filepath.Join(data, recoveredFile)
			}
			return recoverData(data, to, cmd.OutOrStdout())
		},
	}
	cmd.Flags().StringVar(&data, "data", "./data", "the data folder; its database is only read")
	cmd.Flags().StringVar(&to, "to", "", "the file to write (by default "+recoveredFile+" in the data folder)")
	return cmd
}

// maxSaid is how many faults and how many lost runs are listed.
const maxSaid = 20

func recoverData(data, to string, out io.Writer) error {
	from := filepath.Join(data, databaseFile)
	r, err := storage.Rescue(from, to, place{data: data}.secret)
	if err != nil {
		return err
	}
	for i, fault := range r.Faults {
		if i == maxSaid {
			fmt.Fprintf(out, "and %s more\n", look.Plural(len(r.Faults)-i, "fault"))
			break
		}
		fmt.Fprintf(out, "bad: %v\n", fault)
	}
	for i, run := range r.Lost {
		if i == maxSaid {
			fmt.Fprintf(out, "and %s more\n", look.Plural(len(r.Lost)-i, "run"))
			break
		}
		fmt.Fprintf(out, "missing: run %s, which stood on a leaderboard\n", run)
	}
	if len(r.Faults) == 0 {
		fmt.Fprintln(out, "nothing is wrong with the pages of this database")
	}
	fmt.Fprintf(out, "recovered: %s, %s, in %s\n", look.Plural(r.Players, "player"), look.Plural(r.Runs, "replay"), to)
	fmt.Fprintf(out, "Check it: put it alone into a folder as %s, with a copy of %s, and run arcade verify --data FOLDER.\n", databaseFile, secretFile)
	fmt.Fprintf(out, "Then keep %s elsewhere, and put %s in its place.\n", from, to)
	return nil
}
