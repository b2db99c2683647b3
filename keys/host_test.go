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
	first, err := Host(path, true)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if typ := first.PublicKey().Type(); typ != "ssh-ed25519" {
		t.Errorf("a key of type %s", typ)
	}
	again, err := Host(path, false)
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
		if _, err := Host(path, true); err == nil || !strings.Contains(err.Error(), filepath.Dir(path)) {
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

// The key that players know is never exchanged in silence.
func TestMissingHostKey(t *testing.T) {
	path := filepath.Join(t.TempDir(), "host_key")
	_, err := Host(path, false)
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "put the key back") || !strings.Contains(err.Error(), "ssh-keygen -q -t ed25519 -N '' -f "+path) {
		t.Error(err)
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Error("a key was made")
	}
}

func TestLoosePermissions(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "host_key")
	if _, err := Host(path, true); err != nil {
		t.Fatal(err)
	}
	for mode, want := range map[os.FileMode]string{0o600: "", 0o400: "", 0o640: "chmod 600 " + path, 0o604: "mode 0604", 0o620: "host key"} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		_, err := Host(path, false)
		if (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%04o: %v", mode, err)
		}
	}
	for mode, want := range map[os.FileMode]string{0o700: "", 0o755: "", 0o770: "chmod go-w " + dir, 0o777: "can be changed by others"} {
		if err := os.Chmod(dir, mode); err != nil {
			t.Fatal(err)
		}
		err := NotWritable(dir)
		if (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%04o: %v", mode, err)
		}
	}
	if err := Private(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}
