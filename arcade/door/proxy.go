package door

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
			if h.Version != 2 || h.Command.IsProxy() && !addrOf(h.SourceAddr).IsValid() {
				return errProxyHeader
			}
			return nil
		},
	}
}

// from reports whether an address lies in one of the networks.
func from(a net.Addr, networks []netip.Prefix) bool {
	addr := addrOf(a)
	for _, n := range networks {
		if n.Contains(addr) {
			return true
		}
	}
	return false
}
