package storage_test

import (
	"path/filepath"
	"testing"

	"arcade.example.com/storage"
	"arcade.example.com/storage/storagetest"
)

func TestBolt(t *testing.T) {
	storagetest.Run(t, func(t testing.TB) storage.Store {
		return open(t, filepath.Join(t.TempDir(), "arcade.db"))
	})
}

func TestMemory(t *testing.T) {
	storagetest.Run(t, func(testing.TB) storage.Store { return storage.NewMemory() })
}

func open(t testing.TB, path string) storage.Store {
	t.Helper()
	s, err := storage.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}
