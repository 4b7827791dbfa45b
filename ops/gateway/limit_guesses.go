package main

import (
	"crypto/sha256"
	"errors"
	"net/http"
	"net/netip"
	"strconv"
	"sync"
	"time"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig/httpcaddyfile"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

func init() {
	caddy.RegisterModule(&limitGuesses{})
	httpcaddyfile.RegisterHandlerDirective("limit_guesses", parseLimitGuesses)
}

// limitGuesses runs before basic_auth, which spends a second of CPU on each login it has not seen. Per window, it
// limits wrong guesses per source (an IPv4 address, or the /56 of an IPv6 one, which providers give to one customer) and
// in total, and rejects further ones unchecked. Logins that succeeded stay known: others' guesses can't lock them out.
type limitGuesses struct {
	PerSource int            `json:"per_source"`
	Total     int            `json:"total"`
	Window    caddy.Duration `json:"window"`

	mutex    sync.Mutex
	ends     time.Time
	total    int
	bySource map[netip.Prefix]int
	known    map[[sha256.Size]byte]struct{}
}

func (*limitGuesses) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{
		ID:  "http.handlers.limit_guesses",
		New: func() caddy.Module { return new(limitGuesses) },
	}
}

func (limit *limitGuesses) Provision(caddy.Context) error {
	limit.known = make(map[[sha256.Size]byte]struct{})
	return nil
}

func (limit *limitGuesses) Validate() error {
	if limit.PerSource < 1 || limit.Total < limit.PerSource || limit.Window <= 0 {
		return errors.New("limit_guesses needs per_source, total and window: all above 0, and total at least per_source")
	}
	return nil
}

func (limit *limitGuesses) ServeHTTP(w http.ResponseWriter, r *http.Request, next caddyhttp.Handler) error {
	if _, _, isLogin := r.BasicAuth(); !isLogin {
		return next.ServeHTTP(w, r)
	}
	login := sha256.Sum256([]byte(r.Header.Get("Authorization")))
	// The connection's address, unless the configuration trusts a proxy in front.
	client, _ := caddyhttp.GetVar(r.Context(), caddyhttp.ClientIPVarKey).(string)
	source, err := sourceOf(client)
	if err != nil {
		return caddyhttp.Error(http.StatusBadRequest, err)
	}
	ends, wait := limit.take(login, source)
	if wait > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(wait/time.Second)+1))
		return caddyhttp.Error(http.StatusTooManyRequests, errors.New("too many guesses"))
	}
	// The login was right if basic_auth let it through, whatever happens to the request afterwards.
	err = next.ServeHTTP(w, r)
	var refusal caddyhttp.HandlerError
	if !errors.As(err, &refusal) || refusal.StatusCode != http.StatusUnauthorized {
		limit.giveBack(login, source, ends)
	}
	return err
}

// take counts a guess before it is checked, so that concurrent guesses cannot exceed the limit. It returns the end of
// the window it was counted in (zero for a known login), or how long to wait.
func (limit *limitGuesses) take(login [sha256.Size]byte, source netip.Prefix) (time.Time, time.Duration) {
	limit.mutex.Lock()
	defer limit.mutex.Unlock()
	if _, isKnown := limit.known[login]; isKnown {
		return time.Time{}, 0
	}
	now := time.Now()
	if now.After(limit.ends) {
		limit.ends, limit.total, limit.bySource = now.Add(time.Duration(limit.Window)), 0, make(map[netip.Prefix]int)
	}
	if limit.total >= limit.Total || limit.bySource[source] >= limit.PerSource {
		return time.Time{}, limit.ends.Sub(now)
	}
	limit.total++
	limit.bySource[source]++
	return limit.ends, 0
}

func (limit *limitGuesses) giveBack(login [sha256.Size]byte, source netip.Prefix, counted time.Time) {
	limit.mutex.Lock()
	defer limit.mutex.Unlock()
	limit.known[login] = struct{}{}
	if !counted.IsZero() && counted.Equal(limit.ends) {
		limit.total--
		limit.bySource[source]--
	}
}

func sourceOf(client string) (netip.Prefix, error) {
	address, err := netip.ParseAddr(client)
	if err != nil {
		return netip.Prefix{}, err
	}
	ip := address.Unmap().WithZone("")
	if ip.Is4() {
		return ip.Prefix(32)
	}
	return ip.Prefix(56)
}

// parseLimitGuesses parses the directive `limit_guesses PER_SOURCE TOTAL WINDOW`.
func parseLimitGuesses(h httpcaddyfile.Helper) (caddyhttp.MiddlewareHandler, error) {
	limit := new(limitGuesses)
	var perSource, total, window string
	h.Next()
	if !h.Args(&perSource, &total, &window) || h.NextArg() {
		return nil, h.ArgErr()
	}
	var err error
	if limit.PerSource, err = strconv.Atoi(perSource); err != nil {
		return nil, h.WrapErr(err)
	}
	if limit.Total, err = strconv.Atoi(total); err != nil {
		return nil, h.WrapErr(err)
	}
	duration, err := caddy.ParseDuration(window)
	if err != nil {
		return nil, h.WrapErr(err)
	}
	limit.Window = caddy.Duration(duration)
	return limit, nil
}

var (
	_ caddy.Provisioner           = (*limitGuesses)(nil)
	_ caddy.Validator             = (*limitGuesses)(nil)
	_ caddyhttp.MiddlewareHandler = (*limitGuesses)(nil)
)
