// Command arcade serves games over SSH, and plays, deals, solves, verifies, moves and backs up beside it. It wires the
// packages together and handles signals; what anything means is theirs.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"arcade.example.com/arcade/look"
	"arcade.example.com/games"
)

// version is set by the linker: -ldflags "-X main.version=1.2.3".
var version = "dev"

// errUsage marks an error in how the command was typed: exit 2.
var errUsage = errors.New("wrong usage")

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), ends()...)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// ends are the signals that end the arcade in good order. That its terminal is closed is one, but for whoever asked it to
// outlast that, as nohup does.
func ends() []os.Signal {
	list := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		list = append(list, syscall.SIGHUP)
	}
	return list
}

// run runs the command line and returns its exit code: 0 done, 1 refused, 2 wrong usage.
func run(ctx context.Context, args []string, out, errOut io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	root.SetOut(out)
	root.SetErr(errOut)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	fmt.Fprintln(errOut, "arcade: "+oneLine(err))
	if errors.Is(err, errUsage) || errors.Is(err, games.ErrMode) || errors.Is(err, games.ErrSeed) {
		return 2
	}
	return 1
}

// oneLine is an error as a person reads it: without the sentinels that say what kind it is, which the sentence has said.
func oneLine(err error) string {
	text := err.Error()
	for _, kind := range []error{errUsage, games.ErrMode} {
		text = strings.TrimSuffix(text, ": "+kind.Error())
	}
	return strings.Join(strings.Fields(text), " ")
}

func newRoot() *cobra.Command {
	serve := newServe()
	root := &cobra.Command{
		Use:   "arcade",
		Short: "An arcade over SSH: mazes and minesweeper, with records that prove themselves",
		Long: "An arcade over SSH: mazes and minesweeper, with records that prove themselves.\n" +
			"Without a command it serves. Every flag can be given as ARCADE_NAME in the environment.",
		Args:              noArguments,
		RunE:              serve.RunE,
		SilenceErrors:     true,
		SilenceUsage:      true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error { return fromEnvironment(cmd.Flags()) },
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},
		// For noArguments: it is cobra's own default, which it sets where it suggests by itself.
		SuggestionsMinimumDistance: 2,
	}
	root.Flags().AddFlagSet(serve.Flags())
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usage(err) })
	root.AddCommand(serve, newPlay(), newTools("deal", "Print positions as text"), newTools("solve", "Let a solver play"),
		newVerify(), newBackup(), newRecover(), newMove(), newNode(), newHealthcheck(), newVersion())
	return root
}

// usage marks an error as wrong usage.
func usage(err error) error { return fmt.Errorf("%w: %w", err, errUsage) }

func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	text := fmt.Sprintf("unknown command %q", args[0])
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		text += "; did you mean " + near[0] + "?"
	}
	return usage(errors.New(text))
}

// atMost is cobra.MaximumNArgs as wrong usage.
func atMost(n int) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) > n {
			return usage(fmt.Errorf("%s too many: %q", look.Plural(len(args)-n, "word"), args[n:]))
		}
		return nil
	}
}

// fromEnvironment gives each flag that was not typed the value of its variable: --max-conns is ARCADE_MAX_CONNS.
func fromEnvironment(flags *pflag.FlagSet) error {
	var err error
	flags.VisitAll(func(f *pflag.Flag) {
		name := "ARCADE_" + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))
		value, set := os.LookupEnv(name)
		if !set || f.Changed || err != nil {
			return
		}
		if e := flags.Set(f.Name, value); e != nil {
			err = usage(fmt.Errorf("%s: %w", name, e))
		}
	})
	return err
}

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			fmt.Fprintln(cmd.OutOrStdout(), "arcade "+version)
			return nil
		},
	}
}
