package wholefile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

func words(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

func TestWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	for _, text := range []string{"the first", "the second, longer", ""} {
		if err := Write(path, words(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			t.Errorf("%q, %v, want %q", got, err, text)
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	alone(t, path)
}

// What cannot be written whole leaves the file that was there, and nothing beside it.
func TestNothingByHalves(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := Write(path, words("as it was")); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	err := Write(path, func(w io.Writer) error { return errors.Join(words("half of")(w), broken) })
	if !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "as it was" {
		t.Errorf("%q, %v", got, err)
	}
	alone(t, path)
	folder := filepath.Join(filepath.Dir(path), "folder")
	if err := os.MkdirAll(filepath.Join(folder, "full"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := Write(folder, words("x")); err == nil {
		t.Error("a folder was replaced")
	}
	if err := Write(filepath.Join(path, "below"), words("x")); err == nil {
		t.Error("written below a file")
	}
}

func alone(t *testing.T, path string) {
	t.Helper()
	if list, err := os.ReadDir(filepath.Dir(path)); err != nil || len(list) != 1 {
		t.Errorf("%v, %v", list, err)
	}
}
