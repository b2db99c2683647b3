package look

// Nearest is the known word that was meant by one that was typed, where one is near enough to have been meant, else "":
// of two that are as near, the longer, which has more in common with what was typed. Cobra's own suggestions know no
// aliases and no nearest, and take time and memory by the length of what was typed.
func Nearest(word string, known []string) (name string) {
	const far = 3
	best := far
	for _, k := range known {
		d := distance(word, k)
		if d < len(k) && (d < best || d == best && name != "" && len(k) > len(name)) {
			best, name = d, k
		}
	}
	return name
}

// distance is the number of letters to change, add or leave out between two words; more than any that counts where
// one is so long that it could only waste time.
func distance(a, b string) int {
	const longest = 32
	if len(a) > longest || len(b) > longest {
		return longest
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
