package arcade

import (
	"testing"

	"arcade.example.com/arcade/door/doortest"
	"arcade.example.com/arcade/live/race"
)

// The word of a room is the node's that said it first, until nobody is in the room any more.
func TestAWordIsOneNodes(t *testing.T) {
	all := openNodes(t, 2)
	home := func(want ...string) {
		t.Helper()
		for i, a := range all {
			if got := a.homeOf("otter"); got != want[i] {
				t.Errorf("node %d has the room at %q, want %q", i, got, want[i])
			}
		}
	}
	home("", "")
	all[0].claimRoom("otter", true)
	all[1].claimRoom("otter", true)
	all[1].claimRoom("otters", true)
	home("", all[0].nodes.Self())
	place := all[1].elsewhere("otter", race.Plan{}, race.Who{ID: "ana"}, func() {})
	if place == nil || !place.View().Gone {
		t.Error("a room of a node that does not answer is opened a second time")
	}
	all[0].claimRoom("otter", false)
	home(all[1].nodes.Self(), "")
	all[1].claimRoom("otter", false)
	home("", "")
}

// A node is who has signed with the key of one that lives, and nobody else.
func TestWhoIsANode(t *testing.T) {
	all := openNodes(t, 2)
	other := all[1].nodes.Signer().PublicKey()
	if all[0].answerNode(other) == nil {
		t.Error("a node is not known")
	}
	if all[0].answerNode(all[0].nodes.Signer().PublicKey()) != nil || all[0].answerNode(doortest.NewKey(t).PublicKey()) != nil || all[0].answerNode(all[0].cfg.HostKey.PublicKey()) != nil {
		t.Error("somebody else counts as a node")
	}
	all[1].store.Leave()
	if all[0].answerNode(other) != nil {
		t.Error("a node that has left is known")
	}
}
