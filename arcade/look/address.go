package look

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
)

// Address is where players reach the arcade. The zero Address is for a server that was not told: what stands behind
// its own socket (a port that is mapped, a balancer, a name) it cannot know, and texts say HOST.
type Address struct{ host, port string }

// ErrAddress is returned by ParseAddress.
var ErrAddress = errors.New("an address is HOST or HOST:PORT, such as arcade.example.com:2222")

// ParseAddress reads HOST[:PORT]; the port is 22 where none is said, and an IPv6 address with a port stands in
// brackets. "" is the zero Address; ErrAddress for anything else.
func ParseAddress(text string) (Address, error) {
	if text == "" {
		return Address{}, nil
	}
	host, port, err := net.SplitHostPort(text)
	if err != nil {
		host, port = text, "22"
		if strings.HasPrefix(text, "[") && strings.HasSuffix(text, "]") {
			host = text[1 : len(text)-1]
		}
	}
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil || n == 0 || !hostName(host) || strings.Contains(host, ":") && net.ParseIP(host) == nil {
		return Address{}, fmt.Errorf("%.40q: %w", text, ErrAddress)
	}
	return Address{host, strconv.FormatUint(n, 10)}, nil
}

// hostName reports whether this can be a name or an IP address: nothing in it means anything to a shell, or is an option
// to ssh.
func hostName(text string) bool {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_:"
	foreign := func(r rune) bool { return !strings.ContainsRune(letters+".-", r) }
	return text != "" && len(text) <= 253 && strings.IndexByte(letters, text[0]) >= 0 && strings.IndexFunc(text, foreign) < 0
}

// Known reports whether the arcade was told where players reach it.
func (a Address) Known() bool { return a.host != "" }

// SSH is what a player types to be there with a command: "ssh -p 2222 arcade.example.com help".
func (a Address) SSH(words ...string) string { return a.line("ssh", words) }

// Terminal is what a player types to see a command on its screen: "ssh -t -p 2222 arcade.example.com daily".
func (a Address) Terminal(words ...string) string { return a.line("ssh -t", words) }

func (a Address) line(ssh string, words []string) string {
	host := a.host
	switch {
	case !a.Known():
		host = "HOST"
	case a.port != "22":
		host = "-p " + a.port + " " + host
	}
	return strings.Join(append([]string{ssh, host}, words...), " ")
}
