package maze

import "arcade.example.com/games"

// letter is a cell of the picture where there is neither colour nor half block: the character of one of its two pixels.
// A wall goes before what is none; of two of a wall the joint, of two others the brighter.
func letter(top, bottom games.Ink) games.Cell {
	ink := top
	switch above, below := isWall(top), isWall(bottom); {
	case above && below:
		ink = min(top, bottom)
	case below:
		ink = bottom
	case !above && bottom.Shade() >= top.Shade():
		ink = bottom
	}
	return games.Cell{Rune: stroke(ink), FG: ink}
}

// isWall reports whether an ink is that of bricks.
func isWall(ink games.Ink) bool { return ink.Role() >= games.WallN && ink.Role() <= games.WallW }

// stroke is the character of an ink in the look without shades, where a shade is black, dark or bright.
func stroke(ink games.Ink) rune {
	set := "   "
	switch ink.Role() {
	case games.WallN, games.WallS:
		set = " =#"
	case games.WallE, games.WallW:
		set = " +%"
	case games.Edge:
		set = "|||"
	case games.Floor:
		set = " .."
	case games.Path:
		set = " :*"
	case games.Exit:
		set = "EEE"
	case games.Entrance:
		set = "SSS"
	case games.Rival:
		set = "&&&"
	}
	return rune(set[min(ink.Shade()/22, 2)])
}
