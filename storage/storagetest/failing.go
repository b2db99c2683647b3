package storagetest

import (
	"io"
	"sync"
	"time"

	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// Failing returns a store of which calls fail: fails is asked before each call of a method that can return an error,
// with the method's name and how many such calls were made, this one counted. A call for which it returns an error
// returns that, and is not made. fails is called by one goroutine at a time.
func Failing(s storage.Store, fails func(method string, n int) error) storage.Store {
	return &failing{Store: s, fails: fails}
}

// At makes the nth call fail with an error, and no other: what a Failing store is asked.
func At(n int, err error) func(method string, call int) error {
	return func(_ string, call int) error {
		if call == n {
			return err
		}
		return nil
	}
}

// Always makes every call fail with an error.
func Always(err error) func(string, int) error { return func(string, int) error { return err } }

type failing struct {
	storage.Store
	mu    sync.Mutex
	calls int
	fails func(method string, n int) error
}

func (x *failing) fail(method string) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.calls++
	return x.fails(method, x.calls)
}

func (x *failing) Player(k keys.Key) (storage.Player, error) {
	if err := x.fail("Player"); err != nil {
		return storage.Player{}, err
	}
	return x.Store.Player(k)
}

func (x *failing) Find(idOrName string) (storage.Player, error) {
	if err := x.fail("Find"); err != nil {
		return storage.Player{}, err
	}
	return x.Store.Find(idOrName)
}

func (x *failing) SetName(k keys.Key, name string) (storage.Player, error) {
	if err := x.fail("SetName"); err != nil {
		return storage.Player{}, err
	}
	return x.Store.SetName(k, name)
}

func (x *failing) Settings(k keys.Key) (map[string]string, error) {
	if err := x.fail("Settings"); err != nil {
		return nil, err
	}
	return x.Store.Settings(k)
}

func (x *failing) SetSettings(k keys.Key, s map[string]string) error {
	if err := x.fail("SetSettings"); err != nil {
		return err
	}
	return x.Store.SetSettings(k, s)
}

func (x *failing) Keys(k keys.Key) ([]storage.Key, error) {
	if err := x.fail("Keys"); err != nil {
		return nil, err
	}
	return x.Store.Keys(k)
}

func (x *failing) Code(k keys.Key, reader string, now time.Time) (string, time.Time, error) {
	if err := x.fail("Code"); err != nil {
		return "", time.Time{}, err
	}
	return x.Store.Code(k, reader, now)
}

func (x *failing) Peek(k keys.Key, code string, now time.Time) (storage.Offer, error) {
	if err := x.fail("Peek"); err != nil {
		return storage.Offer{}, err
	}
	return x.Store.Peek(k, code, now)
}

func (x *failing) Link(k keys.Key, code, label string, now time.Time) (storage.Player, error) {
	if err := x.fail("Link"); err != nil {
		return storage.Player{}, err
	}
	return x.Store.Link(k, code, label, now)
}

func (x *failing) Recovery(k keys.Key, anew bool, now time.Time) (string, error) {
	if err := x.fail("Recovery"); err != nil {
		return "", err
	}
	return x.Store.Recovery(k, anew, now)
}

func (x *failing) Recover(k keys.Key, code, label, source string, now time.Time) (storage.Player, error) {
	if err := x.fail("Recover"); err != nil {
		return storage.Player{}, err
	}
	return x.Store.Recover(k, code, label, source, now)
}

func (x *failing) Unlink(k keys.Key, tag keys.Tag, now time.Time) error {
	if err := x.fail("Unlink"); err != nil {
		return err
	}
	return x.Store.Unlink(k, tag, now)
}

func (x *failing) Notices(k keys.Key, now time.Time) ([]storage.Notice, error) {
	if err := x.fail("Notices"); err != nil {
		return nil, err
	}
	return x.Store.Notices(k, now)
}

func (x *failing) Undo(k keys.Key, notice string, now time.Time) error {
	if err := x.fail("Undo"); err != nil {
		return err
	}
	return x.Store.Undo(k, notice, now)
}

func (x *failing) Dismiss(k keys.Key, notice string) error {
	if err := x.fail("Dismiss"); err != nil {
		return err
	}
	return x.Store.Dismiss(k, notice)
}

func (x *failing) Forget(k keys.Key, now time.Time) error {
	if err := x.fail("Forget"); err != nil {
		return err
	}
	return x.Store.Forget(k, now)
}

func (x *failing) Follow(k keys.Key, playerID string, now time.Time) error {
	if err := x.fail("Follow"); err != nil {
		return err
	}
	return x.Store.Follow(k, playerID, now)
}

func (x *failing) Unfollow(k keys.Key, playerID string) error {
	if err := x.fail("Unfollow"); err != nil {
		return err
	}
	return x.Store.Unfollow(k, playerID)
}

func (x *failing) Rivals(k keys.Key) ([]storage.Player, error) {
	if err := x.fail("Rivals"); err != nil {
		return nil, err
	}
	return x.Store.Rivals(k)
}

func (x *failing) Save(r storage.Run) (storage.Standing, error) {
	if err := x.fail("Save"); err != nil {
		return storage.Standing{}, err
	}
	return x.Store.Save(r)
}

func (x *failing) Replay(run string) (storage.Replay, error) {
	if err := x.fail("Replay"); err != nil {
		return storage.Replay{}, err
	}
	return x.Store.Replay(run)
}

func (x *failing) Replays(f func(storage.Replay) error) error {
	if err := x.fail("Replays"); err != nil {
		return err
	}
	return x.Store.Replays(f)
}

func (x *failing) Top(lb storage.Leaderboard, from, n int) ([]storage.Entry, int, error) {
	if err := x.fail("Top"); err != nil {
		return nil, 0, err
	}
	return x.Store.Top(lb, from, n)
}

func (x *failing) Row(lb storage.Leaderboard, playerID string) (storage.Entry, error) {
	if err := x.fail("Row"); err != nil {
		return storage.Entry{}, err
	}
	return x.Store.Row(lb, playerID)
}

func (x *failing) UnderReview(lb storage.Leaderboard, playerID string) (storage.Entry, error) {
	if err := x.fail("UnderReview"); err != nil {
		return storage.Entry{}, err
	}
	return x.Store.UnderReview(lb, playerID)
}

func (x *failing) Bests(playerID string, kind storage.Kind) ([]storage.Best, error) {
	if err := x.fail("Bests"); err != nil {
		return nil, err
	}
	return x.Store.Bests(playerID, kind)
}

func (x *failing) Results(playerID, game, mode string, n int) ([]storage.Result, error) {
	if err := x.fail("Results"); err != nil {
		return nil, err
	}
	return x.Store.Results(playerID, game, mode, n)
}

func (x *failing) Attempt(k keys.Key, a storage.Attempt) error {
	if err := x.fail("Attempt"); err != nil {
		return err
	}
	return x.Store.Attempt(k, a)
}

func (x *failing) Attempts(playerID, from, to string) ([]storage.Attempt, error) {
	if err := x.fail("Attempts"); err != nil {
		return nil, err
	}
	return x.Store.Attempts(playerID, from, to)
}

func (x *failing) Keep(k keys.Key, p storage.Progress) error {
	if err := x.fail("Keep"); err != nil {
		return err
	}
	return x.Store.Keep(k, p)
}

func (x *failing) Kept(k keys.Key) ([]storage.Progress, error) {
	if err := x.fail("Kept"); err != nil {
		return nil, err
	}
	return x.Store.Kept(k)
}

func (x *failing) Resume(k keys.Key, game, run, owner string) (storage.Progress, error) {
	if err := x.fail("Resume"); err != nil {
		return storage.Progress{}, err
	}
	return x.Store.Resume(k, game, run, owner)
}

func (x *failing) Jot(k keys.Key, p storage.Progress) error {
	if err := x.fail("Jot"); err != nil {
		return err
	}
	return x.Store.Jot(k, p)
}

func (x *failing) Spend(k keys.Key, run string) error {
	if err := x.fail("Spend"); err != nil {
		return err
	}
	return x.Store.Spend(k, run)
}

func (x *failing) Lose(k keys.Key, l storage.Loss) error {
	if err := x.fail("Lose"); err != nil {
		return err
	}
	return x.Store.Lose(k, l)
}

func (x *failing) Tallies(playerID string, kind storage.Kind) ([]storage.Tally, error) {
	if err := x.fail("Tallies"); err != nil {
		return nil, err
	}
	return x.Store.Tallies(playerID, kind)
}

func (x *failing) Drop(k keys.Key, game, run string) error {
	if err := x.fail("Drop"); err != nil {
		return err
	}
	return x.Store.Drop(k, game, run)
}

func (x *failing) Players(f func(storage.Player) error) error {
	if err := x.fail("Players"); err != nil {
		return err
	}
	return x.Store.Players(f)
}

func (x *failing) Rename(playerID, name string) error {
	if err := x.fail("Rename"); err != nil {
		return err
	}
	return x.Store.Rename(playerID, name)
}

func (x *failing) Reviews() ([]storage.Review, error) {
	if err := x.fail("Reviews"); err != nil {
		return nil, err
	}
	return x.Store.Reviews()
}

func (x *failing) Approve(run string) error {
	if err := x.fail("Approve"); err != nil {
		return err
	}
	return x.Store.Approve(run)
}

func (x *failing) RemoveRun(run string) error {
	if err := x.fail("RemoveRun"); err != nil {
		return err
	}
	return x.Store.RemoveRun(run)
}

func (x *failing) Shadow(playerID string, on bool) error {
	if err := x.fail("Shadow"); err != nil {
		return err
	}
	return x.Store.Shadow(playerID, on)
}

func (x *failing) RemovePlayer(playerID string) error {
	if err := x.fail("RemovePlayer"); err != nil {
		return err
	}
	return x.Store.RemovePlayer(playerID)
}

func (x *failing) Sweep(now time.Time, force bool) error {
	if err := x.fail("Sweep"); err != nil {
		return err
	}
	return x.Store.Sweep(now, force)
}

func (x *failing) Backup(w io.Writer) error {
	if err := x.fail("Backup"); err != nil {
		return err
	}
	return x.Store.Backup(w)
}

func (x *failing) Verify(bad func(error)) error {
	if err := x.fail("Verify"); err != nil {
		return err
	}
	return x.Store.Verify(bad)
}

func (x *failing) Healthy() error {
	if err := x.fail("Healthy"); err != nil {
		return err
	}
	return x.Store.Healthy()
}

func (x *failing) SaveHeat(h storage.Heat, rate func(before []storage.Rating, places []int) []storage.Rating) (storage.Heat, error) {
	if err := x.fail("SaveHeat"); err != nil {
		return storage.Heat{}, err
	}
	return x.Store.SaveHeat(h, rate)
}

func (x *failing) Heats(since time.Time, f func(storage.Heat) error) error {
	if err := x.fail("Heats"); err != nil {
		return err
	}
	return x.Store.Heats(since, f)
}

func (x *failing) HeatsOf(playerID string, n int) (list []storage.Raced, won, of int, err error) {
	if err := x.fail("HeatsOf"); err != nil {
		return nil, 0, 0, err
	}
	return x.Store.HeatsOf(playerID, n)
}

func (x *failing) Opponents(playerID string) ([]string, error) {
	if err := x.fail("Opponents"); err != nil {
		return nil, err
	}
	return x.Store.Opponents(playerID)
}

func (x *failing) Rating(playerID, game string) (storage.Rating, error) {
	if err := x.fail("Rating"); err != nil {
		return storage.Rating{}, err
	}
	return x.Store.Rating(playerID, game)
}

func (x *failing) Ratings(game string, least int) ([]storage.Rating, error) {
	if err := x.fail("Ratings"); err != nil {
		return nil, err
	}
	return x.Store.Ratings(game, least)
}

func (x *failing) Ban(b storage.Ban) error {
	if err := x.fail("Ban"); err != nil {
		return err
	}
	return x.Store.Ban(b)
}

func (x *failing) Unban(who string) error {
	if err := x.fail("Unban"); err != nil {
		return err
	}
	return x.Store.Unban(who)
}
