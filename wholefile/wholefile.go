// Package wholefile writes files that are whole or not there, whatever ends the process or the machine meanwhile: the
// host key, the bans, copies of the database. It knows nothing of what is in them.
package wholefile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"
)

// Write makes what write writes the file at path, in the place of one that is there. Only the owner can read it. After
// an error the old file, or none, is there as before; only where it is the folder that could not be synced, the new one is
// there and may be gone after a crash of the machine.
func Write(path string, write func(io.Writer) error) error {
	folder := filepath.Dir(path)
	f, err := renameio.NewPendingFile(path, renameio.WithTempDir(folder), renameio.WithPermissions(0o600))
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		return errors.Join(err, f.Cleanup())
	}
	if err := f.CloseAtomicallyReplace(); err != nil {
		return errors.Join(err, f.Cleanup())
	}
	return sync(folder)
}

// sync makes a file's new name in the folder outlast a crash, which renameio leaves to its caller.
func sync(folder string) error {
	d, err := os.Open(folder)
	if err != nil {
		return fmt.Errorf("sync folder: %w", err)
	}
	if err := errors.Join(d.Sync(), d.Close()); err != nil {
		return fmt.Errorf("sync folder: %w", err)
	}
	return nil
}
