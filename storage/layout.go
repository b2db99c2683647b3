package storage

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"arcade.example.com/keys"
)

// What is on disk: one space of ordered keys, the same for every engine (the bbolt file holds it in one bucket, kv).
// A key begins with the letter of its kind; ids are six bytes, tags sixteen, and a leaderboard is its span, game and
// mode, each closed by a zero byte. A span is "a" (all time), "w" and the Monday of a week, "d" and a day, or "c" and
// the day of a daily challenge, "r" before the last two for runs that wait for an operator, and its kind after a "~" where
// runs are not ranked by hand and time. A line's value is its time in ms, or its score with the time after it. Numbers in keys are big-endian, so that they sort.
//
//	m/schema                            the version of this layout
//	m/check                             what the secret is known by, which is kept elsewhere
//	m/stale                             the file still has pages with what was deleted: it is to be written anew
//	m/move                              of a database that is being filled: from where (see Move)
//	m/ban/<who>                         a ban: until when, why
//	m/swept                             when what has expired was removed last
//	p/<id>                              a player: name, joined; or the id that this one was merged into, "-" for one who left
//	n/<skeleton>                        the id of the player with a name that looks like this
//	k/<tag>                             a key: its player's id, label, type, added, seen
//	o/<id><tag>                         that the player owns the key
//	u/<id>                              settings: names and values
//	r/<run>                             a run with its steps
//	b/<id><leaderboard>                 the player's best there: ms, at, run
//	s/<leaderboard><value><at><id>      the leaderboard in its order: the run and its figures
//	z/<leaderboard><value><at><id>      a line of a shadowed player, whom nobody else sees
//	c/<leaderboard><level><value, cut>  how many lines of s/ have values that begin with these level+1 bytes
//	h/<id><game>0<mode>0<at><run>       one of the player's last times: ms
//	T/<id><game>0<mode>0                how many of the player's runs in the mode were played and won, in a row, and the quickest
//	a/<id><date><game>                  an attempt at a daily
//	g/<id><game>                        a game in progress
//	d/<run>                             what became of this run: dropped, spent, taken over (see fate)
//	l/<code>                            a linking code: the tag and type of the key that was shown it, expiry, whose it is
//	q/<heat>                            a heat, by its instant, word and number: what was raced
//	i/<heat><n>                         its nth entrant, with their steps
//	v/<id><heat>                        that the player raced the heat, and how
//	f/<game>0<id>                       how well the player races the game: a rating
//	j/<tag>                             the code shown last to this key
//	t/<id><id>                          that a player follows another, and since when
//	e/<mark>                            a recovery code by its HMAC: the player's id, who was shown it, who used it
//	y/<id>                              that the player was shown a recovery code, and the mark of the one that is good
//	x/<tag><id>                         a notice for this key: the player of the id was linked with its player
//	w/<tag>                             how many wrong codes this key, player or source (their HMAC) has tried, until when they count
//
// Everything under c/ can be counted again from s/, and s/ from b/. Values are fields in a fixed order (see fields).
// A new field goes to the end of its value and needs no new schema: where it is missing it reads as zero.
const schema = 3

// migrations[v] brings the keys from version v to v+1.
var migrations = map[uint64]func(Tx) error{
	1: recount, // version 1 had no counters and walked a leaderboard to find a rank
	2: func(t Tx) error { // version 2 held its secret
		t.Del(keySecret)
		t.Put(keyStale, []byte{1})
		return nil
	},
}

var (
	keySchema = []byte("m/schema")
	keySecret = []byte("m/secret") // until version 2
	keyCheck  = []byte("m/check")
	keyStale  = []byte("m/stale")
	keySwept  = []byte("m/swept")
)

// Bounds of what is written into keys, in bytes: far above what the arcade names things, far below bbolt's 32 KiB.
const (
	maxName  = 64      // of a game, a mode, a run
	maxLabel = 32      // of a key
	maxPairs = 4 << 10 // of settings
	maxSteps = 1 << 20 // of a run's steps
)

func key(kind string, parts ...string) []byte {
	return []byte(kind + "/" + strings.Join(parts, ""))
}

func keyOf(kind string, tag keys.Tag) []byte { return key(kind, string(tag[:])) }

// checkName refuses what cannot be part of a key.
func checkName(what, s string) error {
	if s == "" || len(s) > maxName || strings.ContainsRune(s, 0) {
		return fmt.Errorf("%s %.80q: %w", what, s, ErrNotFound)
	}
	return nil
}

// leaderboard is a leaderboard as it stands in keys.
type leaderboard string

func leaderboardOf(span, game, mode string) leaderboard {
	return leaderboard(span + "\x00" + game + "\x00" + mode + "\x00")
}

// split is the way back; ok is false for what leaderboardOf cannot have made.
func (lb leaderboard) split() (span, game, mode string, ok bool) {
	parts := strings.Split(string(lb), "\x00")
	if len(parts) != 4 || parts[0] == "" || parts[3] != "" {
		return "", "", "", false
	}
	return parts[0], parts[1], parts[2], true
}

// cutLeaderboard takes the leaderboard from the front of a key without its kind.
func cutLeaderboard(k []byte) (lb leaderboard, rest []byte, ok bool) {
	end := 0
	for range 3 {
		i := bytes.IndexByte(k[end:], 0)
		if i < 0 {
			return "", nil, false
		}
		end += i + 1
	}
	return leaderboard(k[:end]), k[end:], true
}

// line is a player's place on a leaderboard. Instants are in milliseconds since 1970.
type line struct {
	value   uint32 // what is ranked: the time, or a score
	ms      uint32 // the time
	at      int64
	id      string
	run     string
	figures Figures
	hidden  bool // of a shadowed player
}

const lineKey = 4 + 8 + idLen // bytes of a line's key after its leaderboard; four more where a score is ranked

// before reports whether l stands before m: by value, then by time, then by who was first.
func (l line) before(m line) bool {
	return cmp.Or(cmp.Compare(l.value, m.value), cmp.Compare(l.ms, m.ms), cmp.Compare(l.at, m.at), cmp.Compare(l.id, m.id)) < 0
}

func (l line) key(lb leaderboard) []byte {
	if l.hidden {
		return l.keyIn("z", lb)
	}
	return l.keyIn("s", lb)
}

func (l line) keyIn(kind string, lb leaderboard) []byte {
	k := append(key(kind, string(lb)), make([]byte, 0, lineKey+4)...)
	k = binary.BigEndian.AppendUint32(k, l.value)
	if lb.kind().scored() {
		k = binary.BigEndian.AppendUint32(k, l.ms)
	}
	k = appendInstant(k, l.at)
	return append(k, l.id...)
}

// encode is a line's value: its run, and after a zero byte the figures, if it has any.
func (l line) encode() []byte {
	v := []byte(l.run)
	if l.figures != (Figures{}) {
		v = append(fields(append(v, 0)).num(uint64(l.figures.Moves)), fields{}.num(uint64(l.figures.Least))...)
	}
	return v
}

// readLine reads what follows the leaderboard in a line's key, and its value.
func readLine(rest, v []byte) (line, error) {
	if len(rest) != lineKey && len(rest) != lineKey+4 {
		return line{}, fmt.Errorf("line %q: %w", rest, ErrDamaged)
	}
	l := line{value: binary.BigEndian.Uint32(rest)}
	l.ms = l.value
	if len(rest) == lineKey+4 {
		rest = rest[4:]
		l.ms = binary.BigEndian.Uint32(rest)
	}
	l.at, l.id = readInstant(rest[4:]), string(rest[12:])
	run, figures, _ := bytes.Cut(v, []byte{0})
	r := reader{rest: figures}
	l.run, l.figures = string(run), r.figures()
	return l, r.err(v)
}

// appendInstant keeps the order of instants before 1970 too.
func appendInstant(b []byte, ms int64) []byte {
	return binary.BigEndian.AppendUint64(b, uint64(ms)^1<<63)
}

func readInstant(b []byte) int64 { return int64(binary.BigEndian.Uint64(b) ^ 1<<63) }

func instant(ms int64) time.Time { return time.UnixMilli(ms).UTC() }

// fields writes the fields of a value: numbers as varints, texts with their length in front.
type fields []byte

func (f fields) num(n uint64) fields     { return binary.AppendUvarint(f, n) }
func (f fields) int(n int64) fields      { return binary.AppendVarint(f, n) }
func (f fields) text(s string) fields    { return append(f.num(uint64(len(s))), s...) }
func (f fields) when(t time.Time) fields { return f.int(t.UnixMilli()) }
func (f fields) flag(b bool) fields {
	if b {
		return f.num(1)
	}
	return f.num(0)
}

// reader reads fields back. A field that the value ends before is zero; one that is cut makes the value damaged.
type reader struct {
	rest []byte
	cut  bool
}

func (r *reader) num() uint64 {
	if len(r.rest) == 0 {
		return 0
	}
	n, size := binary.Uvarint(r.rest)
	r.skip(size)
	return n
}

func (r *reader) int() int64 {
	if len(r.rest) == 0 {
		return 0
	}
	n, size := binary.Varint(r.rest)
	r.skip(size)
	return n
}

func (r *reader) skip(size int) {
	if size <= 0 {
		r.cut, size = true, len(r.rest)
	}
	r.rest = r.rest[size:]
}

func (r *reader) bytes() []byte {
	n := r.num()
	if n > uint64(len(r.rest)) {
		r.cut, r.rest = true, nil
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

func (r *reader) figures() Figures { return Figures{uint32(r.num()), uint32(r.num())} }
func (r *reader) text() string     { return string(r.bytes()) }
func (r *reader) when() time.Time {
	if len(r.rest) == 0 {
		return time.Time{}
	}
	return instant(r.int())
}
func (r *reader) flag() bool { return r.num() != 0 }

// err is nil when every field was whole.
func (r *reader) err(k []byte) error {
	if r.cut {
		return fmt.Errorf("value of %q: %w", k, ErrDamaged)
	}
	return nil
}

// playerRecord is p/<id>.
type playerRecord struct {
	name   string
	joined time.Time
	into   string    // the id that goes on for this one after a link, left for one who has left, or ""
	named  time.Time // when the name was set
	shadow bool
}

const left = "-"

func (p playerRecord) encode() []byte {
	return fields{}.text(p.name).when(p.joined).text(p.into).when(p.named).flag(p.shadow)
}

func readPlayer(k, v []byte) (playerRecord, error) {
	r := reader{rest: v}
	p := playerRecord{r.text(), r.when(), r.text(), r.when(), r.flag()}
	return p, r.err(k)
}

// keyRecord is k/<tag>.
type keyRecord struct {
	player      string
	label, kind string
	added, seen time.Time
	linked      time.Time // to its player by a code; the zero Time for a player's first key
}

func (r keyRecord) encode() []byte {
	return fields{}.text(r.player).text(r.label).text(r.kind).when(r.added).when(r.seen).when(r.linked)
}

func readKey(k, v []byte) (keyRecord, error) {
	r := reader{rest: v}
	rec := keyRecord{r.text(), r.text(), r.text(), r.when(), r.when(), r.when()}
	return rec, r.err(k)
}

// runRecord is r/<run>: the run, and what it came to when it was saved.
type runRecord struct {
	player         string
	game, mode     string
	version        int
	seed           uint64
	ms             uint32
	at             int64
	daily          string
	best           bool
	before, record int64  // ms, -1 for none
	steps          []byte // the transaction's
	epoch          uint64
	kind           Kind
	figures        Figures
	review         bool // no operator has approved it yet
}

func (r runRecord) encode() []byte {
	f := fields{}.text(r.player).text(r.game).text(r.mode).int(int64(r.version)).num(r.seed).num(uint64(r.ms)).int(r.at)
	return f.text(r.daily).flag(r.best).int(r.before).int(r.record).text(string(r.steps)).num(r.epoch).text(string(r.kind)).
		num(uint64(r.figures.Moves)).num(uint64(r.figures.Least)).flag(r.review)
}

func readRun(k, v []byte) (runRecord, error) {
	r := reader{rest: v}
	rec := runRecord{r.text(), r.text(), r.text(), int(r.int()), r.num(), uint32(r.num()), r.int(),
		r.text(), r.flag(), r.int(), r.int(), r.bytes(), r.num(), Kind(r.text()), r.figures(), r.flag()}
	return rec, r.err(k)
}

func (r runRecord) countsOn(lb leaderboard) bool { return slices.Contains(r.leaderboards(), lb) }

// leaderboards are those on which the run counts: while it waits for an operator, the one of such runs.
func (r runRecord) leaderboards() []leaderboard {
	lbs := r.public()
	if r.review {
		return []leaderboard{underReview + lbs[len(lbs)-1]}
	}
	return lbs
}

// public are the leaderboards on which the run counts, or will.
func (r runRecord) public() []leaderboard {
	if r.daily != "" {
		return []leaderboard{leaderboardOf("c"+r.daily+r.kind.suffix(), r.game, r.mode)}
	}
	at, kind := instant(r.at), r.kind.suffix()
	return []leaderboard{
		leaderboardOf(span(All, at)+kind, r.game, r.mode),
		leaderboardOf(span(Week, at)+kind, r.game, r.mode),
		leaderboardOf(span(Day, at)+kind, r.game, r.mode),
	}
}

// line is the run's line for its player.
func (r runRecord) line(id, run string, hidden bool) line {
	l := line{value: r.ms, ms: r.ms, at: r.at, id: id, run: run, figures: r.figures, hidden: hidden}
	if r.kind.scored() {
		l.value = r.figures.score()
	}
	return l
}

func encodeBest(l line) []byte {
	f := fields{}.num(uint64(l.value)).int(l.at).text(l.run)
	return f.num(uint64(l.ms)).num(uint64(l.figures.Moves)).num(uint64(l.figures.Least)).flag(l.hidden)
}

func readBest(k, v []byte, id string) (line, error) {
	r := reader{rest: v}
	value := r.num()
	l := line{value: uint32(value), at: r.int(), id: id, run: r.text()}
	ms := value // where runs were ranked by time alone
	if len(r.rest) > 0 {
		ms = r.num()
	}
	l.ms, l.figures, l.hidden = uint32(ms), r.figures(), r.flag()
	if max(value, ms) > math.MaxUint32 {
		r.cut = true
	}
	return l, r.err(k)
}

func encodeAttempt(a Attempt) []byte {
	return fields{}.text(a.Mode).text(a.Run).when(a.Begun).flag(a.Done).int(a.Millis)
}

func readAttempt(k, v []byte) (Attempt, error) {
	if len(k) < 2+idLen+dateLen {
		return Attempt{}, fmt.Errorf("attempt %q: %w", k, ErrDamaged)
	}
	r := reader{rest: v}
	date, game := string(k[2+idLen:][:dateLen]), string(k[2+idLen+dateLen:])
	a := Attempt{date, game, r.text(), r.text(), r.when(), r.flag(), r.int(), false}
	return a, r.err(k)
}

func encodeProgress(p Progress) []byte {
	f := fields{}.text(p.Run).text(p.Mode).int(int64(p.Version)).num(p.Seed).flag(p.Known).text(p.Daily)
	f = f.text(p.Boot).int(p.Millis).when(p.Saved).text(string(p.Steps))
	return f.text(p.Owner).num(p.Epoch).num(p.Count)
}

func readProgress(k, v []byte) (Progress, error) {
	if len(k) < 2+idLen {
		return Progress{}, fmt.Errorf("progress %q: %w", k, ErrDamaged)
	}
	r := reader{rest: v}
	p := Progress{Game: string(k[2+idLen:]), Run: r.text(), Mode: r.text(), Version: int(r.int()), Seed: r.num(),
		Known: r.flag(), Daily: r.text(), Boot: r.text(), Millis: r.int(), Saved: r.when(), Steps: bytes.Clone(r.bytes()),
		Owner: r.text(), Epoch: r.num(), Count: r.num()}
	return p, r.err(k)
}

// prepare brings the keys to this version of the layout; of an empty store it makes a new one.
func prepare(t Tx, check []byte) error {
	v := version(t)
	if v == 0 {
		t.Put(keyCheck, check)
		t.Put(keySchema, fields{}.num(schema))
		return nil
	}
	for ; v < schema; v++ {
		if err := migrations[v](t); err != nil {
			return fmt.Errorf("migrate from version %d: %w", v, err)
		}
		t.Put(keyCheck, check)
		t.Put(keySchema, fields{}.num(v+1))
	}
	return nil
}

// version is the layout's version, 0 for an empty store.
func version(t Tx) uint64 {
	r := reader{rest: t.Get(keySchema)}
	return r.num()
}

// checkSchema says what is to be done before the store can be used: nothing, prepare (stale), or give up.
func checkSchema(t Tx) (stale bool, err error) {
	switch v := version(t); {
	case v > schema:
		return false, fmt.Errorf("layout %d, this arcade knows %d: %w", v, schema, ErrNewer)
	case v == 0 && t.Get(keyMove) != nil:
		return false, fmt.Errorf("a move into it was not finished: move again: %w", ErrForeign)
	case v == 0 && has(t, nil):
		return false, fmt.Errorf("it has keys but no layout: %w", ErrForeign)
	case v < schema:
		return true, nil
	}
	return false, nil
}
