package accept

import (
	"errors"
	"net"
	"net/netip"
	"time"

	"github.com/pires/go-proxyproto"
)

// proxyHeaderTime is how long a proxy may take for its header, which it has before it connects.
const proxyHeaderTime = 5 * time.Second

var errProxyHeader = errors.New("not version 2 of the PROXY protocol, or no address in it")

// TrustProxies returns a listener whose connections come from whom a PROXY v2 header says, where the header comes
// from one of the networks. A header from anywhere else is not looked at, and ends its connection, as it is no SSH.
// A connection from one of the networks without a header counts as the proxy's own.
func TrustProxies(l net.Listener, networks []netip.Prefix) net.Listener {
	return &proxyproto.Listener{
		Listener:          l,
		ReadHeaderTimeout: proxyHeaderTime,
		ConnPolicy: func(o proxyproto.ConnPolicyOptions) (proxyproto.Policy, error) {
			if from(o.Upstream, networks) {
				return proxyproto.USE, nil
			}
			return proxyproto.SKIP, nil
		},
		ValidateHeader: func(h *proxyproto.Header) error {
			if h.Version != 2 || h.Command.IsProxy() && !Addr(h.SourceAddr).IsValid() {
				return errProxyHeader
			}
			return nil
		},
	}
}

// from reports whether an address lies in one of the networks.
func from(a net.Addr, networks []netip.Prefix) bool {
	addr := Addr(a)
	for _, n := range networks {
		if n.Contains(addr) {
			return true
		}
	}
	return false
}

// Addr returns an address without port and zone, IPv4 as IPv4; invalid for what is no IP address.
func Addr(a net.Addr) netip.Addr {
	var ap netip.AddrPort
	switch a := a.(type) {
	case nil:
	case *net.TCPAddr: // without its text, of which there is one for each who knocks
		ap = a.AddrPort()
	default:
		ap, _ = netip.ParseAddrPort(a.String())
	}
	return ap.Addr().Unmap().WithZone("")
}
