package arcade

import (
	"net/http"
	"runtime"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics are what the server counts for Prometheus. Counting costs nanoseconds whether somebody asks or not.
type metrics struct {
	registry *prometheus.Registry
	sessions prometheus.Counter
	runs     *prometheus.CounterVec // game, mode, end
	keys     prometheus.Counter
	frames   prometheus.Counter
	bytes    prometheus.Counter
	refusals *prometheus.CounterVec // cause
	chases   *prometheus.CounterVec // kind
	frame    prometheus.Histogram
	save     prometheus.Histogram
}

func newMetrics() *metrics {
	counter := func(name, help string) prometheus.Counter {
		return prometheus.NewCounter(prometheus.CounterOpts{Name: "arcade_" + name, Help: help})
	}
	m := &metrics{
		registry: prometheus.NewRegistry(),
		sessions: counter("sessions_total", "Sessions with a screen that began."),
		keys:     counter("keys_total", "Keys and mouse events that came in."),
		frames:   counter("frames_total", "Frames sent to terminals."),
		bytes:    counter("frame_bytes_total", "Bytes of these frames."),
		runs: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "arcade_runs_total", Help: "Runs, by how they stand: begun, won, lost."},
			[]string{"game", "mode", "end"}),
		refusals: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "arcade_refused_total", Help: "What was refused or ended, by cause."}, []string{"cause"}),
		chases: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "arcade_record_watch_total", Help: "Runs by what happened in them for a record: on pace, behind, record, missed."},
			[]string{"kind"}),
		frame: prometheus.NewHistogram(prometheus.HistogramOpts{Name: "arcade_frame_seconds", Help: "From an event to its frame on the channel.",
			Buckets: prometheus.ExponentialBuckets(0.0001, 4, 9)}),
		save: prometheus.NewHistogram(prometheus.HistogramOpts{Name: "arcade_save_seconds", Help: "From a finished run to its acknowledgement.",
			Buckets: prometheus.ExponentialBuckets(0.001, 4, 8)}),
	}
	m.registry.MustRegister(m.sessions, m.keys, m.frames, m.bytes, m.runs, m.refusals, m.chases, m.frame, m.save,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// observe registers what is read off the server when somebody asks.
func (s *Server) observe() {
	gauge := func(name, help string, f func() float64) {
		s.metrics.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "arcade_" + name, Help: help}, f))
	}
	gauge("sessions", "Sessions with a screen.", func() float64 { return float64(s.count().Sessions) })
	gauge("players", "Different players in these sessions, guests aside.", func() float64 { return float64(len(s.count().Players)) })
	gauge("playing", "Sessions in which a run's clock runs.", func() float64 { return float64(s.playing()) })
	gauge("live_runs", "Runs under way that have begun to be played.", func() float64 { return float64(s.hall.Playing()) })
	gauge("spectators", "Who watches a run under way.", func() float64 { return float64(s.hall.Watching()) })
	gauge("database_bytes", "Size of the database.", func() float64 { return float64(s.cfg.Store.Size()) })
	gauge("panics", "Panics that were caught since the start.", func() float64 { return float64(s.panics.Caught()) })
	gauge("connections", "Connections, those included that are not yet authenticated.", func() float64 { return float64(s.guard.Stats().Connections) })
	gauge("handshakes_queued", "Connections that wait in the lobby or for their turn in the handshakes.", func() float64 { return float64(s.guard.Stats().Queued) })
	gauge("goroutines_per_connection", "Goroutines, by authenticated connections; 0 without any.", func() float64 {
		st := s.guard.Stats()
		if st.Connections == st.Waiting {
			return 0
		}
		return float64(runtime.NumGoroutine()) / float64(st.Connections-st.Waiting)
	})
	gauge("store_writable", "1 while the store takes writes.", func() float64 {
		if s.cfg.Store.Healthy() != nil {
			return 0
		}
		return 1
	})
}

// Handler serves /metrics for Prometheus, /healthz, and /readyz, which says no while the server is closing, the
// store takes no writes, or Config.Ready says so. It tells who asks nothing about players.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		if s.house.Closing() {
			http.Error(w, "closing", http.StatusServiceUnavailable)
			return
		}
		if err := s.cfg.Store.Healthy(); err != nil {
			http.Error(w, "the store takes no writes", http.StatusServiceUnavailable)
			return
		}
		if s.cfg.Ready != nil {
			if err := s.cfg.Ready(); err != nil {
				http.Error(w, err.Error(), http.StatusServiceUnavailable)
				return
			}
		}
		_, _ = w.Write([]byte("ready\n"))
	})
	return mux
}

// sent counts a frame.
func (m *metrics) sent(bytes int, took time.Duration) {
	m.frames.Inc()
	m.bytes.Add(float64(bytes))
	m.frame.Observe(took.Seconds())
}

// countRefusal counts a client that was refused, or ended, for a cause.
func (m *metrics) countRefusal(cause string) { m.refusals.WithLabelValues(cause).Inc() }

// chased counts something that happened in a run for a record.
func (m *metrics) chased(kind string) { m.chases.WithLabelValues(kind).Inc() }

// saved counts an answered save.
func (m *metrics) saved(took time.Duration) { m.save.Observe(took.Seconds()) }

// run counts a run.
func (m *metrics) run(game, mode, end string) { m.runs.WithLabelValues(game, mode, end).Inc() }
