package arcade

import (
	"sync"

	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// maxWhose bounds how many keys' players are remembered, a few MiB.
const maxWhose = 1 << 14

// whose knows whose keys are, by the store or, while that cannot be read, as it was last. It is safe for concurrent use.
type whose struct {
	store storage.Store

	mu   sync.Mutex
	last map[keys.Key]storage.Player
}

func newWhose(s storage.Store) *whose {
	return &whose{store: s, last: make(map[keys.Key]storage.Player)}
}

// player is the player that a key is; the zero Player for a guest. The store's error comes where it is not known.
func (w *whose) player(k keys.Key) (storage.Player, error) {
	if k.Guest() {
		return storage.Player{}, nil
	}
	p, err := w.store.Player(k)
	w.mu.Lock()
	defer w.mu.Unlock()
	if err != nil {
		if last, known := w.last[k]; known {
			return last, nil
		}
		return storage.Player{}, err
	}
	if len(w.last) >= maxWhose {
		clear(w.last)
	}
	w.last[k] = p
	return p, nil
}
