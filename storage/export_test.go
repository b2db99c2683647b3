package storage

// Beside returns another store on the database of a store, as another process would have it.
func Beside(s Store) Store {
	other, err := newStore(s.(*store).engine)
	if err != nil {
		panic(err) // it was opened before
	}
	return other
}
