package links

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/live/race"
	"arcade.example.com/games"
	"arcade.example.com/keys"
)

// What nodes say of rooms: a number, a seat, and what is to be known of it as JSON. The seat's number is the one who
// sits there has given it, each node beginning with 1.
type (
	rooms struct { // the open rooms of this node
		JSON []byte `sshtype:"11"`
	}
	heat struct { // a heat that is over, for who comes later
		JSON []byte `sshtype:"12"`
	}
	sit struct { // somebody of this node comes into a room of the other's
		Seat uint32 `sshtype:"13"`
		JSON []byte
	}
	act struct { // they do something there
		Seat uint32 `sshtype:"14"`
		JSON []byte
	}
	news struct { // what goes on in a room of this node, for somebody of the other's
		Seat uint32 `sshtype:"15"`
		JSON []byte
	}
	out struct { // they have no place there any more
		Seat uint32 `sshtype:"16"`
	}
)

// The bounds of rooms.
const (
	maxRooms = 1000
	maxSeats = 1 << 12 // of one node's people on another
	maxPast  = 512 << 10
)

type planJSON struct {
	Game, Mode     string
	Version        int
	Ghosts, Listed bool
}

func planOf(p race.Plan) planJSON {
	return planJSON{p.Game.ID, p.Mode.ID, p.Game.Version, p.Ghosts, p.Listed}
}

func (p planJSON) plan(all []games.Game) (race.Plan, error) {
	g, m, err := find(all, p.Game, p.Mode, uint32(p.Version))
	return race.Plan{Game: g, Mode: m, Ghosts: p.Ghosts, Listed: p.Listed}, err
}

// In these a plan stands as JSON can say it in the place of the one that they have from what they embed.
type (
	roomJSON struct {
		race.OpenRoom
		Plan planJSON
	}
	actJSON struct {
		race.Act
		Plan planJSON
	}
	viewJSON struct {
		race.View
		Plan    planJSON
		Until   time.Duration // from this instant on; 0 for none
		Refused string
		Results []race.Row
	}
	newsJSON struct {
		View   viewJSON
		Deal   *race.Deal
		Rivals []race.Rival
		End    live.How
		Past   *race.Heat
	}
	sitJSON struct {
		Word             string
		Plan             planJSON
		ID, Name, Source string
		Guest            bool
		Privacy          live.Privacy
		Key              []byte
	}
)

// reasons are the refusals of rooms, which another node is told by their text.
var reasons = [...]error{race.ErrWord, race.ErrRooms, race.ErrSeats, race.ErrPhase, race.ErrHost, race.ErrMoved, race.ErrOnce, race.ErrRaced, race.ErrClosed}

func reason(text string) error {
	for _, err := range reasons {
		if err.Error() == text {
			return err
		}
	}
	if text != "" {
		return race.ErrPhase
	}
	return nil
}

// bare is rows without what no other node has to know.
func bare(rows []race.Row) []race.Row {
	rows = slices.Clone(rows)
	for i := range rows {
		rows[i].Ref, rows[i].Source = nil, ""
	}
	return rows
}

// newsOf is news as JSON, and what of it does not change by itself.
func newsOf(n race.News, now time.Time) (whole, lasting []byte, err error) {
	j := newsJSON{View: viewJSON{View: n.View, Plan: planOf(n.View.Plan), Results: bare(n.View.Results)}, Deal: n.Deal, Rivals: n.Rivals, End: n.End}
	if n.Refused != nil {
		j.View.Refused = n.Refused.Error()
	}
	if n.Past != nil {
		past := *n.Past
		past.Rows = bare(past.Rows)
		j.Past = &past
	}
	if !n.View.Until.IsZero() {
		j.View.Until = n.View.Until.Sub(now)
	}
	if whole, err = json.Marshal(j); err != nil {
		return nil, nil, fmt.Errorf("news: %w", err)
	}
	if len(whole) > maxPast && j.Past != nil {
		j.Past = nil // more than is worth it: the table is in Results
		whole, err = json.Marshal(j)
	}
	j.View.Lanes = slices.Clone(j.View.Lanes)
	for i := range j.View.Lanes {
		j.View.Lanes[i].Clock = 0
	}
	j.View.Until = n.View.Until.Sub(time.Time{}).Truncate(time.Millisecond)
	if j.Deal != nil {
		deal := *j.Deal
		deal.In = 0
		j.Deal = &deal
	}
	lasting, again := json.Marshal(j)
	if err == nil {
		err = again
	}
	return whole, lasting, err
}

// newsFrom reads news.
func newsFrom(text []byte, all []games.Game, now time.Time) (race.News, error) {
	var j newsJSON
	if err := json.Unmarshal(text, &j); err != nil {
		return race.News{}, fmt.Errorf("news: %w: %w", errWire, err)
	}
	plan, err := j.View.Plan.plan(all)
	if err != nil {
		return race.News{}, err
	}
	n := race.News{View: j.View.View, Deal: j.Deal, Rivals: j.Rivals, End: j.End, Past: j.Past, Refused: reason(j.View.Refused)}
	v := &n.View
	v.Plan, v.Until, v.Results, v.Refused = plan, time.Time{}, j.View.Results, nil
	if j.View.Until != 0 {
		v.Until = now.Add(j.View.Until)
	}
	if v.Phase > race.Results || n.End > live.Away || len(v.Members)+len(v.Lanes)+len(v.Said)+len(n.Rivals) > 100 || len(v.Results) > 200 || n.Deal != nil && len(n.Deal.Steps) > games.MaxSteps {
		return race.News{}, fmt.Errorf("news: %w", errWire)
	}
	cleanView(v)
	for i := range n.Rivals {
		r := &n.Rivals[i]
		r.Run, r.Name = keys.Clean(r.Run, keys.MaxText), keys.Clean(r.Name, keys.MaxText)
		if len(r.Steps) > games.MaxSteps {
			return race.News{}, fmt.Errorf("news: %w", errWire)
		}
	}
	if n.Past != nil {
		cleanRows(n.Past.Rows)
	}
	return n, nil
}

func cleanView(v *race.View) {
	clean := func(text *string) { *text = keys.Clean(*text, keys.MaxText) }
	clean(&v.Word)
	clean(&v.You.Name)
	for i := range v.Members {
		clean(&v.Members[i].Name)
	}
	for i := range v.Lanes {
		clean(&v.Lanes[i].Name)
		clean(&v.Lanes[i].Run)
	}
	v.Said = slices.DeleteFunc(v.Said, func(s race.Said) bool { return int(s.Emote) >= len(race.Emotes()) })
	for i := range v.Said {
		clean(&v.Said[i].Name)
	}
	cleanRows(v.Results)
}

func cleanRows(rows []race.Row) {
	for i := range rows {
		r := &rows[i]
		r.Name, r.Player, r.Run, r.Ref, r.How = keys.Clean(r.Name, keys.MaxText), keys.Clean(r.Player, keys.MaxText), keys.Clean(r.Run, keys.MaxText), nil, min(r.How, live.Away)
	}
}

// Enter is a place in a room of another node; nil where there is no link to it, or the way was not measured yet.
func (n *Links) Enter(node, word string, plan race.Plan, who race.Who, wake func()) race.Place {
	l := n.to(node)
	if l == nil || l.trip.Load() == 0 {
		return nil
	}
	l.mu.Lock()
	l.seats++
	seat := l.seats
	l.mu.Unlock()
	away := race.NewAway(n.Hall, word, plan, wake, func(a race.Act) {
		if text, err := json.Marshal(actJSON{a, planOf(a.Plan)}); err == nil {
			l.say(act{seat, text})
		}
	})
	text, err := json.Marshal(sitJSON{word, planOf(plan), who.ID, who.Name, who.Source, who.Guest, who.Privacy, n.Pack(who.Ref)})
	if err != nil {
		return nil
	}
	l.mu.Lock()
	over := l.aways == nil
	if !over {
		l.aways[seat] = away
	}
	l.mu.Unlock()
	if over {
		return nil
	}
	l.say(sit{seat, text})
	return away
}

// Others are the open rooms of the other nodes.
func (n *Links) Others() (list []race.OpenRoom) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, p := range n.peers {
		if p.link != nil {
			list = append(list, *p.link.open.Load()...)
		}
	}
	return list
}

// Tell lets the other nodes have a heat that is over, so that who comes later may race it on any.
func (n *Links) Tell(h race.Heat) {
	h.Rows = bare(h.Rows)
	text, err := json.Marshal(h)
	if err != nil || len(text) > maxPast {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, p := range n.peers {
		if p.link != nil {
			p.link.say(heat{text})
		}
	}
}

// abroad is a seat of this node's for somebody of another's.
type abroad struct {
	*race.Abroad
	told []byte // as it was told last, but for what changes by itself
}

// takeRoom takes in a message about rooms.
func (l *link) takeRoom(m any) error {
	switch m := m.(type) {
	case *rooms:
		return l.heardRooms(m.JSON)
	case *heat:
		return l.heardHeat(m.JSON)
	case *sit:
		return l.sits(*m)
	case *act:
		return l.acts(*m)
	case *news:
		l.mu.Lock()
		away := l.aways[m.Seat]
		l.mu.Unlock()
		if away == nil {
			return nil
		}
		n, err := newsFrom(m.JSON, l.n.Games, l.n.Hall.Clock().Now())
		if err != nil {
			return err
		}
		away.Hear(n, l.off())
	case *out:
		l.mu.Lock()
		away := l.aways[m.Seat]
		delete(l.aways, m.Seat)
		l.mu.Unlock()
		if away != nil {
			away.Gone()
		}
	}
	return nil
}

func (l *link) heardRooms(text []byte) error {
	var list []roomJSON
	if err := json.Unmarshal(text, &list); err != nil || len(list) > maxRooms {
		return fmt.Errorf("rooms: %w", errWire)
	}
	open := make([]race.OpenRoom, 0, len(list))
	for _, j := range list {
		r := j.OpenRoom
		var err error
		if r.Plan, err = j.Plan.plan(l.n.Games); err == nil && race.ProperWord(r.Word) && r.Phase <= race.Results {
			open = append(open, r)
		}
	}
	l.open.Store(&open)
	return nil
}

func (l *link) heardHeat(text []byte) error {
	var h race.Heat
	if err := json.Unmarshal(text, &h); err != nil || !race.ProperWord(h.Word) || len(h.Rows) > 200 {
		return fmt.Errorf("heat: %w", errWire)
	}
	cleanRows(h.Rows)
	if g, m, err := find(l.n.Games, h.Game, h.Mode, uint32(h.Version)); err == nil {
		l.n.Rooms.Recall(h, g, m)
	}
	return nil
}

// sits lets somebody of the other node into a room of this one.
func (l *link) sits(m sit) error {
	var j sitJSON
	if err := json.Unmarshal(m.JSON, &j); err != nil || !race.ProperWord(j.Word) || j.ID == "" || len(j.ID) > keys.MaxText || j.Privacy > live.Private {
		return fmt.Errorf("sit: %w", errWire)
	}
	plan, err := j.Plan.plan(l.n.Games)
	l.mu.Lock()
	full := len(l.abroads) == maxSeats || l.abroads[m.Seat] != nil
	l.mu.Unlock()
	if err != nil || full {
		l.say(out{m.Seat})
		return nil
	}
	clean := func(text string) string { return keys.Clean(text, keys.MaxText) }
	who := race.Who{ID: clean(j.ID), Name: clean(j.Name), Guest: j.Guest, Source: clean(j.Source), Privacy: j.Privacy, Ref: l.n.Unpack(j.Key)}
	seat, err := l.n.Rooms.EnterAbroad(j.Word, plan, who, l.off(), l.stir)
	if err != nil {
		l.say(out{m.Seat})
		return nil
	}
	l.mu.Lock()
	l.abroads[m.Seat] = &abroad{Abroad: seat}
	l.mu.Unlock()
	l.stir()
	return nil
}

// acts does what somebody of the other node does in a room of this one.
func (l *link) acts(m act) error {
	var j actJSON
	if err := json.Unmarshal(m.JSON, &j); err != nil || len(j.Steps) > games.MaxSteps {
		return fmt.Errorf("act: %w", errWire)
	}
	l.mu.Lock()
	seat := l.abroads[m.Seat]
	if j.Does == "leave" || j.Does == "lost" {
		delete(l.abroads, m.Seat)
	}
	l.mu.Unlock()
	if seat == nil {
		return nil
	}
	if j.Does == "set" {
		var err error
		if j.Act.Plan, err = j.Plan.plan(l.n.Games); err != nil {
			return nil // a game that this arcade has not
		}
	}
	l.turn.Lock()
	defer l.turn.Unlock()
	if err := seat.Do(j.Act); err != nil {
		return fmt.Errorf("act: %w: %w", errWire, err)
	}
	l.stir()
	return nil
}

// tellRooms writes what is new for those of the other node who are in rooms of this one.
func (l *link) tellRooms(say func(any) error) error {
	l.mu.Lock()
	seats := make(map[uint32]*abroad, len(l.abroads))
	for seat, a := range l.abroads {
		seats[seat] = a
	}
	l.mu.Unlock()
	for seat, a := range seats {
		l.turn.Lock()
		n := a.News()
		l.turn.Unlock()
		whole, lasting, err := newsOf(n, l.n.Hall.Clock().Now())
		if err != nil {
			return err
		}
		if bytes.Equal(lasting, a.told) {
			continue
		}
		a.told = lasting
		if err := say(news{seat, whole}); err != nil {
			return err
		}
	}
	return nil
}

// listRooms writes the open rooms of this node, if they have changed.
func (l *link) listRooms(say func(any) error) error {
	list := []roomJSON{}
	for _, r := range l.n.Rooms.Here() {
		list = append(list, roomJSON{r, planOf(r.Plan)})
	}
	text, err := json.Marshal(list)
	if err != nil {
		return fmt.Errorf("rooms: %w", err)
	}
	if bytes.Equal(text, l.listed) {
		return nil
	}
	l.listed = text
	return say(rooms{text})
}

// leaveRooms is the end of the link: here, those of the other node have lost their connection; there, the room is gone.
func (l *link) leaveRooms() {
	l.mu.Lock()
	abroads, aways := l.abroads, l.aways
	l.abroads, l.aways = nil, nil
	l.mu.Unlock()
	for _, a := range abroads {
		_ = a.Do(race.Act{Does: "lost"})
	}
	for _, a := range aways {
		a.Gone()
	}
}
