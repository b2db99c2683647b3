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

func TestSecret(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "secret")
	if _, err := Secret(path, nil); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "put it back") {
		t.Errorf("missing: %v", err)
	}
	keep := bytes.Repeat([]byte{0xfe}, 32)
	for _, offered := range [][]byte{keep, nil, bytes.Repeat([]byte{1}, 32)} {
		if got, err := Secret(path, offered); err != nil || !bytes.Equal(got, keep) {
			t.Errorf("%x, %v", got, err)
		}
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if left, err := os.ReadDir(dir); len(left) != 1 || err != nil {
		t.Errorf("files beside the secret: %v, %v", left, err)
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	if _, err := Secret(path, nil); err == nil || !strings.Contains(err.Error(), "chmod 600") {
		t.Errorf("readable by others: %v", err)
	}
	for name, content := range map[string]string{"garbage": "no secret", "folder/": ""} {
		bad := filepath.Join(dir, name)
		if strings.HasSuffix(name, "/") {
			err = os.Mkdir(bad, 0o700)
		} else {
			err = os.WriteFile(bad, []byte(content), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Secret(bad, keep); err == nil {
			t.Errorf("%s was read as a secret", name)
		}
	}
}
