package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"arcade.example.com/storage"
)

func newMove() *cobra.Command {
	var from, to string
	cmd := &cobra.Command{
		Use: "move --from PLACE --to PLACE", Short: "Move a stopped arcade's records from a data folder to a cluster, or back",
		Long: "Move everything that an arcade keeps, from a data folder (./data) to a cluster (etcd://…) or back, while no arcade\n" +
			"runs on either. What was moved is held against what it was moved from. A move that was cut short goes on where it is\n" +
			"begun again. What it is moved from stays as it is; the secret, the host key and the admins are files: copy them.",
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if from == "" || to == "" {
				return usage(errors.New("move takes --from and --to, a data folder or etcd://…"))
			}
			return move(placeOf(from), placeOf(to), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	cmd.Flags().StringVar(&from, "from", "", "a data folder, or etcd://…")
	cmd.Flags().StringVar(&to, "to", "", "a data folder, or etcd://…")
	return cmd
}

func move(from, to place, out, errOut io.Writer) (err error) {
	if err := from.there(); err != nil {
		return err
	}
	if to.cluster == "" {
		if err := os.MkdirAll(to.data, 0o700); err != nil {
			return fmt.Errorf("make data folder: %w", err)
		}
	}
	source, err := from.engine(progressBar(errOut))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	target, err := to.engine(progressBar(errOut))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, target.Close()) }()
	moved := 0
	bar := progressBar(errOut)
	err = storage.Move(source, target, func(done, of int) { moved = of / 2; bar(done, of) })
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "moved and verified: %d keys\n", moved)
	return nil
}
