package keys

import (
	"fmt"
	"os"
)

// Private returns an error where others than its owner can do anything with a file, and says what mends that.
func Private(path string) error { return notOpen(path, 0o077, "can be read by others", "600") }

// NotWritable returns an error where others than its owner can change a file, or what is in a folder, and says what
// mends that.
func NotWritable(path string) error { return notOpen(path, 0o022, "can be changed by others", "go-w") }

func notOpen(path string, to os.FileMode, said, mend string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if info.Mode().Perm()&to != 0 {
		return fmt.Errorf("%s %s (mode %04o): run chmod %s %s", path, said, info.Mode().Perm(), mend, path)
	}
	return nil
}
