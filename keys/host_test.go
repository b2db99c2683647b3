package keys

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestHost(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "host_key")
	first, err := Host(path)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if typ := first.PublicKey().Type(); typ != "ssh-ed25519" {
		t.Errorf("a key of type %s", typ)
	}
	again, err := Host(path)
	if err != nil || !bytes.Equal(again.PublicKey().Marshal(), first.PublicKey().Marshal()) {
		t.Errorf("a second start has another key, or none: %v", err)
	}
	if left, err := os.ReadDir(dir); len(left) != 1 || err != nil {
		t.Errorf("files beside the key: %v, %v", left, err)
	}
}

func TestHostKeyThatCannotBe(t *testing.T) {
	dir := t.TempDir()
	garbage := filepath.Join(dir, "garbage")
	if err := os.WriteFile(garbage, []byte("-----BEGIN OPENSSH PRIVATE KEY-----\ncut"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{garbage, dir, filepath.Join(dir, "none", "key")} {
		if _, err := Host(path); err == nil || !strings.Contains(err.Error(), filepath.Dir(path)) {
			t.Errorf("%s: %v", path, err)
		}
	}
	b, err := os.ReadFile(garbage)
	if err != nil || len(b) == 0 {
		t.Error("a key that could not be read was written over")
	}
	if _, err := os.Stat(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Error("a folder was made")
	}
}
