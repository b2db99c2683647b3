package storage

import "arcade.example.com/keys"

// mend makes what is on record twice agree again where part of it is missing. Of an older layout nothing is mended.
func mend(e Engine, secret Secret) error {
	var old uint64
	var checked bool
	if err := e.View(func(t Tx) error { old, checked = version(t), t.Get(keyCheck) != nil; return nil }); err != nil {
		return err
	}
	if old != 0 && old != schema {
		return nil
	}
	if !checked && secret != nil {
		s, err := secret(nil)
		if err != nil {
			return err
		}
		if err := e.Update(func(t Tx) error { t.Put(keyCheck, checkOf(s)); return nil }); err != nil {
			return err
		}
	}
	if old == 0 {
		if err := e.Update(func(t Tx) error { t.Put(keySchema, fields{}.num(schema)); return nil }); err != nil {
			return err
		}
	}
	for _, kind := range []string{"s", "z", "b", "c"} { // made anew below
		if err := each(e, kind, func(t Tx, k []byte) error { t.Del(k); return nil }); err != nil {
			return err
		}
	}
	for _, part := range []struct {
		kind string
		mend func(t Tx, k []byte) error
	}{{"k", mendKey}, {"o", mendOwner}, {"r", mendRun}, {"n", mendName}, {"p", mendPlayer},
		{"y", mendShown}, {"e", mendRecovery}, {"t", mendRival}, {"q", mendHeat}, {"i", mendEntrant}, {"v", mendRaced}, {"f", mendRating}, {"T", mendTally}} {
		if err := each(e, part.kind, part.mend); err != nil {
			return err
		}
	}
	return nil
}

// each calls f for every key of a kind, some in a transaction.
func each(e Engine, kind string, f func(t Tx, k []byte) error) error {
	for from := key(kind); from != nil; {
		var next []byte
		err := e.Update(func(t Tx) error {
			some := collect(t, key(kind), from, atOnce)
			for _, k := range some {
				if err := f(t, k); err != nil {
					return err
				}
			}
			if next = nil; len(some) == atOnce {
				next = after(some[len(some)-1])
			}
			return nil
		})
		if err != nil {
			return err
		}
		from = next
	}
	return nil
}

// mendKey gives a key its player, and drops one that cannot be read.
func mendKey(t Tx, k []byte) error {
	rec, err := readKey(k, t.Get(k))
	if err != nil || len(k) != 2+len(keys.Tag{}) || len(rec.player) != idLen {
		t.Del(k)
		return nil
	}
	t.Put(key("o", rec.player, string(k[2:])), nil)
	return exists(t, rec.player)
}

// mendOwner gives a key back to the player who owns it.
func mendOwner(t Tx, k []byte) error {
	if len(k) != 2+idLen+len(keys.Tag{}) {
		t.Del(k)
		return nil
	}
	id, at := string(k[2:][:idLen]), key("k", string(k[2+idLen:]))
	rec, err := readKey(at, t.Get(at))
	switch {
	case t.Get(at) == nil || err != nil:
		t.Put(at, keyRecord{player: id}.encode())
	case rec.player != id:
		t.Del(k)
		return nil
	}
	return exists(t, id)
}

// exists makes sure that there is a player of an id.
func exists(t Tx, id string) error {
	k := key("p", id)
	if _, err := readPlayer(k, t.Get(k)); err != nil || t.Get(k) == nil {
		t.Put(k, playerRecord{}.encode())
	}
	return nil
}

// mendRun puts a run on its leaderboards again, where it is its player's best.
func mendRun(t Tx, k []byte) error {
	rec, err := readRun(k, t.Get(k))
	if err != nil || len(rec.player) != idLen {
		t.Del(k)
		return nil
	}
	if err := exists(t, rec.player); err != nil {
		return err
	}
	id, p, known, err := resolve(t, rec.player)
	if err != nil || !known {
		return err
	}
	for _, lb := range rec.leaderboards() {
		if _, err := improve(t, lb, rec.line(id, string(k[2:]), p.shadow)); err != nil {
			return err
		}
	}
	return nil
}

// mendName drops a name that leads to nobody who has it.
func mendName(t Tx, k []byte) error {
	at := key("p", string(t.Get(k)))
	p, err := readPlayer(at, t.Get(at))
	if err != nil || keys.Skeleton(p.name) != string(k[2:]) {
		t.Del(k)
	}
	return nil
}

// mendPlayer gives a player the name again, unless it is another's meanwhile.
func mendPlayer(t Tx, k []byte) error {
	p, err := readPlayer(k, t.Get(k))
	if err != nil || p.name == "" {
		return err
	}
	at := key("n", keys.Skeleton(p.name))
	switch whose := t.Get(at); {
	case whose == nil:
		t.Put(at, k[2:])
	case string(whose) != string(k[2:]):
		p.name = ""
		t.Put(k, p.encode())
	}
	return nil
}

// mendShown takes away a recovery code that does not lead to its player: they can have another.
func mendShown(t Tx, k []byte) error {
	mark := string(t.Get(k))
	at := key("e", mark)
	r, err := readRecovery(at, t.Get(at))
	if mark != "" && (err != nil || r.player != string(k[2:]) || r.used != "") {
		t.Put(k, nil)
	}
	return nil
}

func mendRecovery(t Tx, k []byte) error {
	r, err := readRecovery(k, t.Get(k))
	if err != nil || r.used == "" && string(t.Get(key("y", r.player))) != string(k[2:]) {
		t.Del(k)
	}
	return nil
}

func mendRival(t Tx, k []byte) error {
	if len(k) != 2+2*idLen || t.Get(key("p", string(k[2:2+idLen]))) == nil {
		t.Del(k)
	}
	return nil
}

// mendHeat drops a heat that is not whole; its entrants and who raced it go with it.
func mendHeat(t Tx, k []byte) error {
	h, err := wholeHeat(t, k)
	if err != nil || len(h.Entrants) == 0 || h.heatID() != string(k[2:]) {
		t.Del(k)
	}
	return nil
}

func mendEntrant(t Tx, k []byte) error {
	if len(k) < 4 || t.Get(key("q", string(k[2:len(k)-2]))) == nil {
		t.Del(k)
	}
	return nil
}

func mendRaced(t Tx, k []byte) error {
	if _, err := readRaced(k, t.Get(k)); err != nil || len(k) < 2+idLen || t.Get(key("q", string(k[2+idLen:]))) == nil {
		t.Del(k)
	}
	return nil
}

func mendRating(t Tx, k []byte) error {
	if _, err := readRating(k, t.Get(k)); err != nil {
		t.Del(k)
	}
	return nil
}
