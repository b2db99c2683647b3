package storage

func checkFile(path string) error { return nil }
