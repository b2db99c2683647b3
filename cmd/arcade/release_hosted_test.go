//go:build hosted

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The binary of the image, as its Dockerfile builds it, stays within 22 MB.
func TestHostedReleaseIsSmall(t *testing.T) {
	const most = 22_000_000
	text, err := os.ReadFile("../../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	build := regexp.MustCompile(`RUN (CGO_ENABLED=0 go build .* -o )/out/arcade `).FindSubmatch(text)
	if build == nil {
		t.Fatal("the Dockerfile builds no binary")
	}
	path := filepath.Join(t.TempDir(), "arcade")
	c := exec.Command("sh", "-c", string(build[1])+path+" .")
	c.Env = append(os.Environ(), "VERSION=test")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes", info.Size())
	if info.Size() > most {
		t.Errorf("%d bytes, more than %d", info.Size(), most)
	}
	if out, err := exec.Command(path, "version").CombinedOutput(); err != nil || !strings.Contains(string(out), "arcade test") {
		t.Errorf("%s, %v", out, err)
	}
}
