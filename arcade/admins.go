package arcade

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/netip"
	"os"
	"path"
	"strings"
	"sync"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"arcade.example.com/keys"
)

// admins are the operators by the data folder's admins file, in authorized_keys format. It is looked at each time: who
// takes a key out need not restart. A line with an option that the arcade cannot honour makes nobody an operator, and is
// logged once. It is safe for concurrent use.
type admins struct {
	path string // "": there are none
	log  *slog.Logger

	mu   sync.Mutex
	text []byte // of which list was read
	list []admin
}

// admin is a line of the file.
type admin struct {
	key   keys.Key
	from  []string  // address patterns of sshd(8), with "!" before those that are refused; nil: from anywhere
	until time.Time // the zero Time: for ever
}

// has reports whether a key is an operator's at an address.
func (a *admins) has(k keys.Key, from netip.Addr, now time.Time) bool {
	if k.Guest() {
		return false
	}
	for _, line := range a.read() {
		if line.key == k && line.lets(from, now) {
			return true
		}
	}
	return false
}

// read returns the lines of the file as it is now; none where it cannot be trusted.
func (a *admins) read() []admin {
	if a.path == "" {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	text, err := os.ReadFile(a.path)
	if errors.Is(err, fs.ErrNotExist) {
		text, err = nil, nil
	} else if err == nil {
		err = keys.NotWritable(a.path)
	}
	if err != nil {
		a.log.Error("read admins: nobody is an operator", "error", err)
		a.text, a.list = nil, nil
		return nil
	}
	if bytes.Equal(text, a.text) {
		return a.list
	}
	a.text, a.list = text, nil
	for i, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		x, err := readAdmin(line)
		if err != nil {
			a.log.Error("a line of the admins file makes nobody an operator", "line", i+1, "error", err)
			continue
		}
		a.list = append(a.list, x)
	}
	return a.list
}

var errOption = errors.New("the arcade does not know this option, so it does not honour the line")

// readAdmin reads a line with its options. Those that only forbid what the arcade has not are honoured by that.
func readAdmin(line string) (admin, error) {
	pub, _, options, _, err := gossh.ParseAuthorizedKey([]byte(line))
	if err != nil {
		return admin{}, fmt.Errorf("read key: %w", err)
	}
	x := admin{key: keys.Of(pub)}
	for _, o := range options {
		name, value, _ := strings.Cut(o, "=")
		value = strings.Trim(value, `"`)
		switch strings.ToLower(name) {
		case "no-agent-forwarding", "no-port-forwarding", "no-user-rc", "no-x11-forwarding":
		case "from":
			x.from = append(x.from, strings.Split(value, ",")...)
			for _, p := range x.from {
				if !isAddressPattern(p) {
					return x, fmt.Errorf("from=%q names no addresses, and names of hosts are not looked up: %w", value, errOption)
				}
			}
		case "expiry-time":
			if x.until, err = expiry(value); err != nil {
				return x, err
			}
		default:
			return x, fmt.Errorf("%.40q: %w", name, errOption)
		}
	}
	return x, nil
}

// isAddressPattern reports whether a pattern is an address, one with the wildcards * and ?, or a network.
func isAddressPattern(p string) bool {
	p = strings.TrimPrefix(p, "!")
	if strings.Contains(p, "/") {
		_, err := netip.ParsePrefix(p)
		return err == nil
	}
	return p != "" && strings.Trim(strings.ToLower(p), "0123456789abcdef.:*?") == ""
}

// expiry reads an expiry-time as sshd(8) has it: YYYYMMDD or YYYYMMDDHHMM[SS], in the zone of the machine or, with a Z,
// in UTC.
func expiry(text string) (time.Time, error) {
	bare, zone := text, time.Local
	if utc, ok := strings.CutSuffix(text, "Z"); ok {
		bare, zone = utc, time.UTC
	}
	for _, layout := range []string{"20060102", "200601021504", "20060102150405"} {
		if t, err := time.ParseInLocation(layout, bare, zone); err == nil && len(bare) == len(layout) {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("expiry-time=%q is no time: %w", text, errOption)
}

func (x admin) lets(from netip.Addr, now time.Time) bool {
	if !x.until.IsZero() && !now.Before(x.until) {
		return false
	}
	here := x.from == nil
	for _, p := range x.from {
		bare, not := strings.CutPrefix(p, "!")
		if !matches(bare, from.Unmap().WithZone("")) {
			continue
		}
		if not {
			return false
		}
		here = true
	}
	return here
}

func matches(pattern string, a netip.Addr) bool {
	if network, err := netip.ParsePrefix(pattern); err == nil {
		return network.Masked().Contains(a)
	}
	if one, err := netip.ParseAddr(pattern); err == nil {
		return one.Unmap() == a
	}
	ok, err := path.Match(strings.ToLower(pattern), a.String())
	return ok && err == nil
}
