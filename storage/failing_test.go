package storage_test

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"arcade.example.com/storage"
	"arcade.example.com/storage/storagetest"
)

// Every method that can return an error fails when it is told to: none is forgotten in the store that fails.
func TestFailing(t *testing.T) {
	cause := fmt.Errorf("%w: on purpose", storage.ErrReadOnly)
	asked := map[string]bool{}
	s := storagetest.Failing(storage.NewMemory(), func(method string, n int) error {
		asked[method] = true
		if n != len(asked) {
			t.Errorf("%s is call %d, counted %d", method, len(asked), n)
		}
		return cause
	})
	v := reflect.ValueOf(s)
	for i := range v.NumMethod() {
		method, of := v.Type().Method(i), v.Method(i).Type()
		if of.NumOut() == 0 || of.Out(of.NumOut()-1) != reflect.TypeFor[error]() || method.Name == "Close" {
			continue
		}
		in := make([]reflect.Value, of.NumIn())
		for i := range in {
			in[i] = reflect.Zero(of.In(i))
		}
		out := v.Method(i).Call(in)
		if err, _ := out[len(out)-1].Interface().(error); !errors.Is(err, cause) || !asked[method.Name] {
			t.Errorf("%s: %v", method.Name, err)
		}
	}
	second := storagetest.Failing(storage.NewMemory(), storagetest.At(2, cause))
	for n := 1; n <= 3; n++ {
		if _, err := second.Player(storagetest.Key(1)); errors.Is(err, cause) != (n == 2) {
			t.Errorf("call %d: %v", n, err)
		}
	}
}
