package keys

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"arcade.example.com/wholefile"
)

// Secret reads the arcade's secret at path, or writes keep there, readable by its owner alone, where there is none. A
// nil keep belongs to a database that has its secret already: then a file that is missing is an error. A file that
// others can read is refused.
func Secret(path string, keep []byte) ([]byte, error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return newSecret(path, keep)
	}
	if err != nil {
		return nil, fmt.Errorf("read secret: %w", err)
	}
	if err := Private(path); err != nil {
		return nil, fmt.Errorf("secret %w", err)
	}
	secret, err := hex.DecodeString(strings.TrimSpace(string(b)))
	if err != nil {
		return nil, fmt.Errorf("secret %s: %w", path, err)
	}
	return secret, nil
}

func newSecret(path string, keep []byte) ([]byte, error) {
	if keep == nil {
		return nil, fmt.Errorf("the database's secret %s: put it back, or no key is known any more: %w", path, fs.ErrNotExist)
	}
	err := wholefile.Write(path, func(w io.Writer) error {
		_, err := fmt.Fprintln(w, hex.EncodeToString(keep))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("write secret: %w", err)
	}
	return keep, nil
}
