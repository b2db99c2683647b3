package storage

import "time"

func (s *store) Sweep(now time.Time) error { return nil }
