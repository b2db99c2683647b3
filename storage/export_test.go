package storage

// Beside returns another store on the database of a store, as another process would have it.
func Beside(s Store) Store {
	first := s.(*store)
	return newStore(first.Engine, first.secret)
}

// NewMemoryEngine is the keys of a store in memory.
func NewMemoryEngine() Engine { return newMemory() }
