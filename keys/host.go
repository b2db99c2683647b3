package keys

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"golang.org/x/crypto/ssh"

	"arcade.example.com/wholefile"
)

// Host reads the server's host key at path. Where there is none it makes an ed25519 key there, readable by its owner
// alone, if the server is new: one that players know already must not become another in silence. A file that others can
// read is refused.
func Host(path string, isNew bool) (ssh.Signer, error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if isNew {
			return newHost(path)
		}
		return nil, fmt.Errorf("host key %s is missing, and the database beside it is not new: put the key back, or every player's client warns of an attack; "+
			"if it is lost, make another with: ssh-keygen -q -t ed25519 -N '' -f %s: %w", path, path, fs.ErrNotExist)
	}
	if err != nil {
		return nil, fmt.Errorf("read host key: %w", err)
	}
	if err := Private(path); err != nil {
		return nil, fmt.Errorf("host key %w", err)
	}
	signer, err := ssh.ParsePrivateKey(b)
	if err != nil {
		return nil, fmt.Errorf("host key %s: %w", path, err)
	}
	return signer, nil
}

func newHost(path string) (ssh.Signer, error) {
	text, err := NewHost()
	if err != nil {
		return nil, err
	}
	if err := KeepHost(path, text); err != nil {
		return nil, err
	}
	return ssh.ParsePrivateKey(text)
}

// NewHost makes an ed25519 host key, in PEM.
func NewHost() ([]byte, error) {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("make host key: %w", err)
	}
	block, err := ssh.MarshalPrivateKey(key, "arcade host key")
	if err != nil {
		return nil, fmt.Errorf("make host key: %w", err)
	}
	return pem.EncodeToMemory(block), nil
}

// KeepHost writes a host key in PEM to path, readable by its owner alone.
func KeepHost(path string, text []byte) error {
	// Half a host key would keep the server from starting ever again.
	err := wholefile.Write(path, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
	if err != nil {
		return fmt.Errorf("write host key: %w", err)
	}
	return nil
}
