package maze

import (
	"errors"
	"slices"
	"testing"

	"arcade.example.com/games"
)

func TestMode(t *testing.T) {
	tests := []struct {
		text string
		want games.Mode
	}{
		{"5x5", games.Mode{ID: "5x5", Title: "5 x 5", Size: "5x5", Variant: "from above", Ranked: true, Cols: 11, Rows: 6}},
		{"20x20", games.Mode{ID: "20x20", Title: "20 x 20", Size: "20x20", Variant: "from above", Ranked: true, Cols: 41, Rows: 21}},
		{"40x40-fp", games.Mode{ID: "40x40-fp", Title: "40 x 40, first person", Size: "40x40", Variant: "first person", Ranked: true, Unseen: true, Cols: insideCols, Rows: insideRows}},
		{"33x21", games.Mode{ID: "33x21", Title: "33 x 21", Size: "33x21", Variant: "from above", Cols: 67, Rows: 22}},
		{"20x20+wilson", games.Mode{ID: "20x20+wilson", Title: "20 x 20, wilson", Size: "20x20", Variant: "from above", Cols: 41, Rows: 21}},
		{"3x200+kruskal", games.Mode{ID: "3x200+kruskal", Title: "3 x 200, kruskal", Size: "3x200", Variant: "from above", Cols: 7, Rows: 201}},
		{"05X010", games.Mode{ID: "5x10", Title: "5 x 10", Size: "5x10", Variant: "from above", Cols: 11, Rows: 11}},
	}
	for _, test := range tests {
		if got, err := mode(test.text); err != nil || got != test.want {
			t.Errorf("%q: %+v, %v, want %+v", test.text, got, err, test.want)
		}
	}
	for _, text := range []string{
		"", "x", "20", "20x", "x20", "2x3", "3x2", "201x3", "3x201", "-5x5", "+5x5", "5x5x5", "5 x 5", "5x5-", "fp", "-fp",
		"7x7-fp", "5x5-fp-fp", "5x5+", "5x5+prim", "5x5+wilson+kruskal", "5x5+wilson-fp", "5x5-fp+wilson", "5x5/3", "99999999999999999999x5",
	} {
		if got, err := mode(text); !errors.Is(err, games.ErrMode) || got != (games.Mode{}) {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
}

func TestListedModes(t *testing.T) {
	var ids []string
	for _, m := range Game().Modes {
		ids = append(ids, m.ID)
	}
	want := []string{"5x5", "10x10", "15x15", "20x20", "40x40", "5x5-fp", "10x10-fp", "15x15-fp", "20x20-fp", "40x40-fp"}
	if !slices.Equal(ids, want) {
		t.Errorf("%v, want %v", ids, want)
	}
}

func FuzzMode(f *testing.F) {
	for _, text := range []string{"5x5", "40x40-fp", "33x21", "20x20+wilson", "3x2", "x"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := mode(text)
		if err != nil {
			if !errors.Is(err, games.ErrMode) {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		if again, err := mode(m.ID); err != nil || again != m {
			t.Fatalf("%q is %+v, and its id %+v, %v", text, m, again, err)
		}
	})
}
