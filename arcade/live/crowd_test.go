package live_test

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/live"
)

// TestALargeCrowdIsWokenOverABeat: each once, all within a beat and few of them at once; who leaves before their turn is
// not, and a small crowd is woken at one instant.
func TestALargeCrowdIsWokenOverABeat(t *testing.T) {
	for _, c := range []struct{ size, most int }{{64, 64}, {1000, 64}, {8000, 500}} {
		synctest.Test(t, func(t *testing.T) {
			hall := live.NewHall(live.Clock{}, nil)
			crowd := live.Crowd{Clock: hall.Clock()}
			begun := time.Now()
			var mu sync.Mutex
			at := make(map[time.Duration]int)
			called := make([]int, c.size)
			var ears []*live.Ear
			for i := range c.size {
				ears = append(ears, crowd.Join(func() {
					mu.Lock()
					defer mu.Unlock()
					called[i]++
					at[time.Since(begun)]++
				}))
			}
			crowd.Tell()
			mu.Lock()
			for i, e := range ears { // half of those whose turn has not come
				if called[i] == 0 && i%2 == 0 {
					e.Leave()
					called[i]--
				}
			}
			mu.Unlock()
			time.Sleep(50 * time.Millisecond)
			synctest.Wait()
			for i, n := range called {
				if n != 1 && n != -1 {
					t.Fatalf("%d of %d was called %d times", i, c.size, n)
				}
			}
			for when, n := range at {
				if n > c.most {
					t.Errorf("of %d, %d were woken after %v, more than %d", c.size, n, when, c.most)
				}
			}
		})
	}
}
