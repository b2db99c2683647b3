package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"arcade.example.com/arcade"
	"arcade.example.com/arcade/command"
	"arcade.example.com/arcade/look"
	"arcade.example.com/games"
	"arcade.example.com/games/catalog"
	"arcade.example.com/storage"
)

func newPlay() *cobra.Command {
	return &cobra.Command{
		Use: "play [GAME [MODE]]", Short: "Play in this terminal, without SSH; keeps nothing", Args: atMost(2),
		RunE: func(cmd *cobra.Command, args []string) error { return play(cmd.Context(), args) },
	}
}

func play(ctx context.Context, words []string) error {
	cfg := arcade.Config{Games: catalog.All(), Store: storage.NewMemory(), Version: version}
	if len(words) == 0 {
		return arcade.Local(ctx, cfg, nil)
	}
	first, err := command.Game(cfg.Games, words)
	if err != nil {
		return usage(err)
	}
	return arcade.Local(ctx, cfg, first)
}

// newTools makes the command of a verb, with a subcommand for each game that has a tool of that name.
func newTools(verb, short string) *cobra.Command {
	cmd := &cobra.Command{
		Use: verb + " GAME [MODE]", Short: short, Args: noGame,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	for _, g := range catalog.All() {
		for _, t := range g.Tools {
			if t.Verb == verb {
				cmd.AddCommand(newTool(g, t))
			}
		}
	}
	return cmd
}

func noGame(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	return usage(fmt.Errorf("there is no game %.40q to %s, only %s", args[0], cmd.Name(), strings.Join(names, ", ")))
}

func newTool(g games.Game, t games.Tool) *cobra.Command {
	flags := flag.NewFlagSet(g.ID, flag.ContinueOnError)
	runTool := t.New(flags)
	cmd := &cobra.Command{
		Use: g.ID + " [MODE]", Aliases: g.Aliases, Short: t.Short, Args: atMost(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			text := g.Modes[0].ID
			if len(args) > 0 {
				text = args[0]
			}
			m, err := g.Mode(text)
			if err != nil {
				return usage(errors.New(look.ModeError(err)))
			}
			out, began := bufio.NewWriter(cmd.OutOrStdout()), time.Now()
			err = runTool(m, out)
			if err == nil && t.Timed != "" {
				err = printTime(out, flags.Lookup(t.Timed), time.Since(began))
			}
			return errors.Join(err, out.Flush())
		},
	}
	cmd.Flags().AddGoFlagSet(flags)
	return cmd
}

// printTime says how many milliseconds each of the things took that a flag counts.
func printTime(w io.Writer, count *flag.Flag, took time.Duration) error {
	n, err := strconv.Atoi(count.Value.String())
	if err != nil {
		return fmt.Errorf("time of %s: %w", count.Name, err)
	}
	_, err = fmt.Fprintf(w, "ms a %s %.2f\n", strings.TrimSuffix(count.Name, "s"), took.Seconds()*1000/float64(n))
	return err
}

func newHealthcheck() *cobra.Command {
	var addr string
	cmd := &cobra.Command{
		Use: "healthcheck", Short: "Exit 0 when a server greets as SSH", Args: noArguments,
		RunE: func(*cobra.Command, []string) error { return healthcheck(addr) },
	}
	cmd.Flags().StringVar(&addr, "addr", "127.0.0.1:2222", "HOST:PORT to ask")
	return cmd
}

// healthcheck asks for no more than the greeting: that much a server gives before it knows anybody.
func healthcheck(addr string) error {
	const patience = 5 * time.Second
	c, err := net.DialTimeout("tcp", addr, patience)
	if err != nil {
		return fmt.Errorf("healthcheck: %w", err)
	}
	defer c.Close()
	if err := c.SetDeadline(time.Now().Add(patience)); err != nil {
		return fmt.Errorf("healthcheck: %w", err)
	}
	greeting, err := bufio.NewReader(c).ReadString('\n')
	if err != nil {
		return fmt.Errorf("healthcheck: %w", err)
	}
	if !strings.HasPrefix(greeting, "SSH-2.0-") {
		return fmt.Errorf("healthcheck: %s does not greet as SSH", addr)
	}
	return nil
}
