package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"
	"golang.org/x/crypto/ssh"

	"arcade.example.com/keys"
	"arcade.example.com/storage"
	"arcade.example.com/storage/etcd"
)

// place is where an arcade keeps everything: in the database of a data folder or, where one is named, in a cluster. The
// secret lies in the data folder in either case.
type place struct{ data, cluster string }

// flags says what both are called.
func (p *place) flags(fs *pflag.FlagSet) {
	fs.StringVar(&p.data, "data", "./data", "the data folder")
	p.clusterFlag(fs)
}

func (p *place) clusterFlag(fs *pflag.FlagSet) {
	fs.StringVar(&p.cluster, "store", "", "an etcd cluster that several arcades share (etcd://one:2379,two:2379,three:2379/arcade), instead of the data folder's database")
}

// placeOf reads what is typed for either: a folder, or the address of a cluster.
func placeOf(text string) place {
	if strings.HasPrefix(text, etcd.Scheme) {
		return place{cluster: text}
	}
	return place{data: text}
}

// secret is the secret that lies in the data folder.
func (p place) secret(keep []byte) ([]byte, error) {
	return keys.Secret(p.secretPath(), keep)
}

// openHouse opens what a data folder holds, or the cluster beside it, and makes what a new one lacks. What others than its
// owner could read or change is refused.
func (p place) openHouse(loaded func(n, of int)) (host ssh.Signer, store storage.Store, err error) {
	if err := keys.NotWritable(p.data); err != nil {
		return nil, nil, fmt.Errorf("data folder %w", err)
	}
	if p.cluster != "" {
		return p.openNode(loaded)
	}
	database := filepath.Join(p.data, databaseFile)
	info, err := os.Stat(database)
	isNew := errors.Is(err, fs.ErrNotExist)
	if err == nil {
		isNew = info.Size() == 0
		err = keys.Private(database)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("database %w", err)
	}
	if host, err = keys.Host(p.hostKeyPath(), isNew); err != nil {
		return nil, nil, err
	}
	store, err = storage.Open(database, p.secret)
	return host, store, p.explained(err)
}

// openNode opens a cluster with the host key and the secret that the folder was given when the node joined.
func (p place) openNode(loaded func(n, of int)) (ssh.Signer, storage.Store, error) {
	address, err := p.address()
	if err != nil {
		return nil, nil, err
	}
	house, err := etcd.ReadHouse(address)
	if errors.Is(err, storage.ErrNotFound) {
		return nil, nil, fmt.Errorf("no node has joined %s yet: %w", address, p.mustJoin())
	}
	if err != nil {
		return nil, nil, err
	}
	held, err := p.held()
	if err != nil {
		return nil, nil, err
	}
	if held.HostKey == nil || held.Secret == nil {
		return nil, nil, fmt.Errorf("%s has not the keys of %s: %w", p.data, address, p.mustJoin())
	}
	if err := p.agrees(held, house); err != nil {
		return nil, nil, err
	}
	store, err := etcd.Open(etcd.Config{Cluster: address, Folder: p.data, Running: filepath.Join(p.data, runningFile), Loaded: loaded,
		Secret: func([]byte) ([]byte, error) { return held.Secret, nil }})
	if err != nil {
		return nil, nil, p.explained(err)
	}
	host, err := ssh.ParsePrivateKey(held.HostKey)
	if err != nil {
		return nil, nil, errors.Join(err, store.Close())
	}
	return host, store, nil
}

// explained says what to do where a database does not open.
func (p place) explained(err error) error {
	switch {
	case errors.Is(err, storage.ErrSecret):
		return fmt.Errorf("%w: put the secret back that was kept beside this database, at %s", err, p.secretPath())
	case errors.Is(err, storage.ErrDamaged):
		return fmt.Errorf("%w, or try: arcade recover --data %s", err, p.data)
	}
	return err
}

// openThere opens the store of a folder that has a database, or of a cluster, to look at it. A copy that has no secret
// beside it can be read too.
func (p place) openThere(loaded func(n, of int)) (storage.Store, error) {
	if err := p.there(); err != nil {
		return nil, err
	}
	open := func(secret storage.Secret) (storage.Store, error) {
		if p.cluster == "" {
			return storage.Open(filepath.Join(p.data, databaseFile), secret)
		}
		return p.openCluster(os.TempDir(), secret, loaded)
	}
	store, err := open(p.secret)
	if errors.Is(err, fs.ErrNotExist) {
		store, err = open(nil)
	}
	return store, p.explained(err)
}

// engine opens the keys alone.
func (p place) engine(loaded func(n, of int)) (storage.Engine, error) {
	if p.cluster == "" {
		return storage.OpenEngine(filepath.Join(p.data, databaseFile))
	}
	address, err := p.address()
	if err != nil {
		return nil, err
	}
	return etcd.OpenEngine(etcd.Config{Cluster: address, Folder: os.TempDir(), Loaded: loaded})
}

func (p place) openCluster(folder string, secret storage.Secret, loaded func(n, of int)) (storage.Store, error) {
	address, err := p.address()
	if err != nil {
		return nil, err
	}
	return etcd.Open(etcd.Config{Cluster: address, Folder: folder, Secret: secret, Loaded: loaded})
}

func (p place) address() (etcd.Address, error) {
	a, err := etcd.ParseAddress(p.cluster)
	if err != nil {
		return etcd.Address{}, usage(fmt.Errorf("the store: %w", err))
	}
	return a, nil
}

// there refuses a folder without a database.
func (p place) there() error {
	if p.cluster != "" {
		return nil
	}
	if _, err := os.Stat(filepath.Join(p.data, databaseFile)); err != nil {
		return fmt.Errorf("open database: %w", err)
	}
	return nil
}
