package keys

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/crypto/ssh"
)

// Host reads the server's host key at path, or makes an ed25519 key there, readable by its owner alone.
func Host(path string) (ssh.Signer, error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return newHost(path)
	}
	if err != nil {
		return nil, fmt.Errorf("read host key: %w", err)
	}
	signer, err := ssh.ParsePrivateKey(b)
	if err != nil {
		return nil, fmt.Errorf("host key %s: %w", path, err)
	}
	return signer, nil
}

func newHost(path string) (ssh.Signer, error) {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("make host key: %w", err)
	}
	block, err := ssh.MarshalPrivateKey(key, "arcade host key")
	if err != nil {
		return nil, fmt.Errorf("make host key: %w", err)
	}
	if err := create(path, pem.EncodeToMemory(block)); err != nil {
		return nil, fmt.Errorf("make host key: %w", err)
	}
	return ssh.NewSignerFromKey(key)
}

// create writes a whole file that its owner alone can read, or none: half a host key would keep the server from
// starting ever again.
func create(path string, b []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".new-host-key-*") // with mode 0600
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}
