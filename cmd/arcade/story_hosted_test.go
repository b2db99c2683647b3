//go:build hosted

package main

import "testing"

// TestHostedStories tells those that take long.
func TestHostedStories(t *testing.T) { tell(t, "testdata/long") }
