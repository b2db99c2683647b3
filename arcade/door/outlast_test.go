package door

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// A session that outlasts its handler is counted, and its client waits for its exit status, until it is over.
func TestOutlast(t *testing.T) {
	inBubble(t, "over later", func(t *testing.T) {
		d := newDoor(t, DefaultLimits(), func(s *Session) {
			over := s.Outlast()
			time.AfterFunc(time.Minute, func() {
				s.Exit(3)
				over()
				over()
			})
		})
		_, ch := d.visit(t)
		begin := time.Now()
		synctest.Wait()
		if n := d.running(); n != 1 {
			t.Errorf("%d sessions run, want 1", n)
		}
		if status := ch.Status(t); status != 3 {
			t.Errorf("exit status %d", status)
		}
		d.g.Wait()
		wantLasted(t, begin, time.Minute, time.Minute)
	})
	inBubble(t, "its handler panics", func(t *testing.T) {
		d := newDoor(t, DefaultLimits(), func(s *Session) {
			s.Outlast()
			panic("a test")
		})
		_, ch := d.visit(t)
		if status := ch.Status(t); status != 1 {
			t.Errorf("exit status %d", status)
		}
		d.g.Wait()
	})
	inBubble(t, "its client leaves", func(t *testing.T) {
		left := make(chan struct{})
		d := newDoor(t, DefaultLimits(), func(s *Session) {
			over := s.Outlast()
			context.AfterFunc(s.Context(), func() {
				close(left)
				over()
			})
		})
		c, _ := d.visit(t)
		c.Close()
		<-left
		d.g.Wait()
	})
}
