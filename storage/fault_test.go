package storage_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"arcade.example.com/storage"
	"arcade.example.com/storage/storagetest"
)

func TestCutWhileOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arcade.db")
	s, err := storage.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 200 {
		s.Save(storagetest.NewRun(fmt.Sprint("r", i), i, 1000))
	}
	os.Truncate(path, 8192)
	_, _, err = s.Top(storage.Leaderboard{Game: "maze", Mode: "10x10", Period: storage.All}, 1, 10)
	t.Log("top", err)
	_, err = s.Save(storagetest.NewRun("x", 1000, 1000))
	t.Log("save", err)
	_, err = s.Save(storagetest.NewRun("x", 1000, 1000))
	t.Log("save", err)
	t.Log(s.Healthy())
	t.Log(s.Close())
}
