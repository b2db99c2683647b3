package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"golang.org/x/crypto/ssh"

	"arcade.example.com/keys"
	"arcade.example.com/storage"
	"arcade.example.com/storage/etcd"
)

func newNode() *cobra.Command {
	cmd := &cobra.Command{
		Use: "node", Short: "Let this machine be one of several arcades on a cluster", Args: noArguments,
		RunE: func(*cobra.Command, []string) error { return usage(errors.New("node what? join or rotate")) },
	}
	cmd.AddCommand(newNodeCommand("join", "Write the cluster's host key and secret into the data folder",
		"Write the cluster's host key and secret into the data folder, each once, readable by its owner alone; then the arcade can\n"+
			"serve there. The first node of a cluster gives it those that are in its folder, or makes new ones for all.", join),
		newNodeCommand("rotate", "Make the data folder's host key that of the cluster",
			"Make the host key in the data folder, which somebody has put there, that of the cluster. The other nodes take it when their\n"+
				"old one was moved away and they join again; each shows it from its next start on.", rotate))
	return cmd
}

func newNodeCommand(name, short, long string, run func(place, etcd.Address, io.Writer) error) *cobra.Command {
	var p place
	cmd := &cobra.Command{
		Use: name, Short: short, Long: long, Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if p.cluster == "" {
				return usage(errors.New("a node needs --store etcd://…"))
			}
			address, err := p.address()
			if err != nil {
				return err
			}
			return run(p, address, cmd.OutOrStdout())
		},
	}
	p.flags(cmd.Flags())
	return cmd
}

func join(p place, address etcd.Address, out io.Writer) error {
	if err := os.MkdirAll(p.data, 0o700); err != nil {
		return fmt.Errorf("make data folder: %w", err)
	}
	if err := keys.NotWritable(p.data); err != nil {
		return fmt.Errorf("data folder %w", err)
	}
	held, err := p.held()
	if err != nil {
		return err
	}
	house, err := etcd.ReadHouse(address)
	if errors.Is(err, storage.ErrNotFound) {
		house, err = p.found(address, held)
	}
	if err != nil {
		return err
	}
	if err := p.agrees(held, house); err != nil {
		return err
	}
	if held.Secret == nil {
		if _, err := keys.Secret(p.secretPath(), house.Secret); err != nil {
			return err
		}
	}
	if held.HostKey == nil {
		if err := keys.KeepHost(p.hostKeyPath(), house.HostKey); err != nil {
			return err
		}
	}
	host, err := keys.Host(p.hostKeyPath(), false)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s is a node of %s\nhost key %s\n", p.data, address, ssh.FingerprintSHA256(host.PublicKey()))
	return nil
}

// found gives a cluster what its nodes are to have alike: what the folder has, or new ones where the cluster is empty. A
// secret has to be that of the database.
func (p place) found(address etcd.Address, held etcd.House) (etcd.House, error) {
	offer := held
	secret := func(keep []byte) (_ []byte, err error) {
		if keep == nil && (held.Secret == nil || held.HostKey == nil) {
			return nil, fmt.Errorf("the arcade in %s is not new: put its secret and its host key into %s, and join again", address, p.data)
		}
		if keep == nil {
			return offer.Secret, nil
		}
		if offer.Secret == nil {
			offer.Secret = keep
		}
		if offer.HostKey == nil {
			if offer.HostKey, err = keys.NewHost(); err != nil {
				return nil, err
			}
		}
		offer, err = etcd.Found(address, offer)
		return offer.Secret, err
	}
	store, err := p.openCluster(p.data, secret, nil)
	if err != nil {
		return etcd.House{}, p.explained(err)
	}
	if err := store.Close(); err != nil {
		return etcd.House{}, err
	}
	return etcd.Found(address, offer)
}

func rotate(p place, address etcd.Address, out io.Writer) error {
	host, err := keys.Host(p.hostKeyPath(), false)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(p.hostKeyPath())
	if err != nil {
		return fmt.Errorf("read host key: %w", err)
	}
	if err := etcd.ChangeHostKey(address, text); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s has the host key %s now. Start the arcade here again; on each other node move the old key away, run arcade node join, and start it again.\n",
		address, ssh.FingerprintSHA256(host.PublicKey()))
	return nil
}

// held is what a folder has of what all nodes have alike.
func (p place) held() (h etcd.House, err error) {
	if h.Secret, err = keys.Secret(p.secretPath(), nil); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return etcd.House{}, err
	}
	if _, err = keys.Host(p.hostKeyPath(), false); errors.Is(err, fs.ErrNotExist) {
		return h, nil
	}
	if err == nil {
		h.HostKey, err = os.ReadFile(p.hostKeyPath())
	}
	return h, err
}

// agrees refuses a folder that has another key or secret than the cluster.
func (p place) agrees(held, house etcd.House) error {
	if held.Secret != nil && !bytes.Equal(held.Secret, house.Secret) {
		return fmt.Errorf("%s is not the secret of the cluster: move it away, and run %s", p.secretPath(), p.joinCommand())
	}
	if held.HostKey == nil {
		return nil
	}
	own, err := ssh.ParsePrivateKey(held.HostKey)
	if err != nil {
		return fmt.Errorf("host key: %w", err)
	}
	all, err := ssh.ParsePrivateKey(house.HostKey)
	if err != nil {
		return fmt.Errorf("the host key of the cluster: %w", err)
	}
	if !bytes.Equal(own.PublicKey().Marshal(), all.PublicKey().Marshal()) {
		return fmt.Errorf("%s is not the host key of the cluster: move it away, and run %s", p.hostKeyPath(), p.joinCommand())
	}
	return nil
}

// mustJoin says what to do before a node can serve: it never makes a key of its own.
func (p place) mustJoin() error { return errors.New("run " + p.joinCommand()) }

func (p place) joinCommand() string {
	return "arcade node join --data " + p.data + " --store etcd://…"
}

func (p place) secretPath() string  { return filepath.Join(p.data, secretFile) }
func (p place) hostKeyPath() string { return filepath.Join(p.data, hostKeyFile) }
