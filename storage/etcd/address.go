package etcd

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"

	"go.etcd.io/etcd/client/pkg/v3/transport"
)

// Scheme is what the text of an Address begins with.
const Scheme = "etcd://"

// Address is where a cluster is, and how it is spoken to.
type Address struct {
	Members        []string // host:port; the first is asked for as long as it answers: the nearest
	Prefix         string   // of every key; it ends in a slash
	User, Password string
	TLS            *tls.Config // nil for none
}

var errAddress = errors.New("not an address such as etcd://one:2379,two:2379,three:2379/arcade")

// ParseAddress reads etcd://[USER:PASSWORD@]HOST:PORT[,HOST:PORT…][/PREFIX][?ca=FILE&cert=FILE&key=FILE]. The prefix is
// arcade where it is left out. ca is who signed the members' certificates, cert and key are the node's own; any of them,
// or tls=true for the system's authorities, has everything encrypted.
func ParseAddress(text string) (Address, error) {
	rest, ok := strings.CutPrefix(text, Scheme)
	if !ok {
		return Address{}, errAddress
	}
	hosts := rest[:strings.IndexAny(rest+"/", "/?")]
	login := strings.LastIndexByte(hosts, '@') + 1
	a := Address{Members: strings.Split(hosts[login:], ",")}
	for _, m := range a.Members {
		if host, port, err := net.SplitHostPort(m); err != nil || host == "" || port == "" {
			return Address{}, fmt.Errorf("%q: %w", m, errAddress)
		}
	}
	u, err := url.Parse(Scheme + hosts[:login] + "cluster" + rest[len(hosts):]) // net/url knows no lists of hosts
	if err != nil {
		return Address{}, errAddress // the error would show the password
	}
	a.Prefix = strings.Trim(u.Path, "/") + "/"
	if a.Prefix == "/" {
		a.Prefix = "arcade/"
	}
	a.User = u.User.Username()
	a.Password, _ = u.User.Password()
	a.TLS, err = readTLS(u.Query())
	return a, err
}

func readTLS(q url.Values) (*tls.Config, error) {
	for name := range q {
		if name != "ca" && name != "cert" && name != "key" && name != "tls" {
			return nil, fmt.Errorf("%q: %w", name, errAddress)
		}
	}
	files := transport.TLSInfo{TrustedCAFile: q.Get("ca"), CertFile: q.Get("cert"), KeyFile: q.Get("key")}
	if files.Empty() && files.TrustedCAFile == "" && q.Get("tls") != "true" {
		return nil, nil
	}
	c, err := files.ClientConfig()
	if err != nil {
		return nil, fmt.Errorf("read certificates: %w", err)
	}
	return c, nil
}

// String is the address without its password.
func (a Address) String() string {
	return Scheme + strings.Join(a.Members, ",") + "/" + strings.TrimSuffix(a.Prefix, "/")
}
