package storage

import (
	"crypto/ed25519"
	"crypto/sha256"
	"fmt"

	"arcade.example.com/keys"
	"golang.org/x/crypto/ssh"
)

func testKey(n int) keys.Key {
	point := sha256.Sum256(fmt.Append(nil, "key ", n))
	pub, err := ssh.NewPublicKey(ed25519.PublicKey(point[:]))
	if err != nil {
		panic(err)
	}
	return keys.Of(pub)
}
