package records

import (
	"errors"
	"strings"
	"testing"
	"time"

	"arcade.example.com/games"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
	"arcade.example.com/storage/storagetest"
)

func TestARunIsClaimedOnce(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	var c Claims
	code := c.Offer(storage.Run{ID: "a"}, games.Replay{Mode: "5x5"}, now)
	if _, _, err := c.Take(code, keys.Key{}, now); !errors.Is(err, storage.ErrGuest) {
		t.Errorf("a guest: %v", err)
	}
	if _, _, err := c.Take("AAAA-AAAA", storagetest.Key(1), now); !errors.Is(err, ErrClaim) {
		t.Errorf("another code: %v", err)
	}
	if !c.Waits(code, now) {
		t.Error("it does not wait")
	}
	run, replay, err := c.Take(strings.ToLower(strings.ReplaceAll(code, "-", "")), storagetest.Key(1), now)
	if err != nil || run.ID != "a" || run.Key != storagetest.Key(1) || replay.Mode != "5x5" {
		t.Errorf("%+v, %+v, %v", run, replay, err)
	}
	if _, _, err := c.Take(code, storagetest.Key(2), now); !errors.Is(err, ErrClaim) {
		t.Errorf("a second time: %v", err)
	}
}

func TestClaimsExpireAndAreBounded(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	var c Claims
	first := c.Offer(storage.Run{}, games.Replay{}, now)
	if !c.Waits(first, now.Add(ClaimFor-1)) || c.Waits(first, now.Add(ClaimFor)) {
		t.Error("it does not wait for ten minutes, or for longer")
	}
	first = c.Offer(storage.Run{}, games.Replay{}, now)
	for range maxClaims - 1 {
		c.Offer(storage.Run{}, games.Replay{}, now)
	}
	if !c.Waits(first, now) {
		t.Error("it is gone too early")
	}
	if c.Offer(storage.Run{}, games.Replay{}, now); c.Waits(first, now) || len(c.list) != maxClaims {
		t.Errorf("%d are kept", len(c.list))
	}
}
