package screens

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// Every action of the keymap stands in the table once, under a name of its own, with keys that Bubble Tea sends.
func TestEveryActionHasItsKeys(t *testing.T) {
	k := newKeymap(newLayout("", nil))
	names := map[string]bool{}
	for _, b := range k.table() {
		if names[b.name] {
			t.Errorf("two actions are named %s", b.name)
		}
		names[b.name] = true
		for _, key := range strings.Fields(b.keys) {
			keyMsg(t, key)
		}
	}
	if fields := reflect.TypeFor[keymap]().NumField() - 1; fields != len(names) {
		t.Errorf("%d actions, %d of them in the table", fields, len(names))
	}
	for i, v := 0, reflect.ValueOf(*k); i < v.NumField(); i++ {
		if v.Field(i).IsZero() {
			t.Errorf("%s has no keys", v.Type().Field(i).Name)
		}
	}
}

// No screen names a key itself: what is pressed is matched with the keymap, and hints come from it. A key's name goes
// to a game's board alone.
func TestKeysAreNamedInTheKeymapOnly(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	literal := func(e ast.Expr) bool { lit, ok := e.(*ast.BasicLit); return ok && lit.Kind == token.STRING }
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") || name == "keymap.go" {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.KeyValueExpr:
				if field, ok := n.Key.(*ast.Ident); ok && field.Name == "Key" && literal(n.Value) {
					t.Errorf("%s: a hint names the key %s", name, n.Value.(*ast.BasicLit).Value)
				}
			case *ast.CallExpr:
				if f, ok := n.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Render" && len(n.Args) == 1 && literal(n.Args[0]) {
					if style, ok := f.X.(*ast.SelectorExpr); ok && style.Sel.Name == "Key" {
						t.Errorf("%s: a panel names the key %s", name, n.Args[0].(*ast.BasicLit).Value)
					}
				}
			case *ast.SwitchStmt:
				if call, ok := n.Tag.(*ast.CallExpr); ok {
					if f, ok := call.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "String" {
						t.Errorf("%s: a switch over a key's name", name)
					}
				}
			}
			return true
		})
	}
}
