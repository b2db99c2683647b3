package keys

// Words splits a command as a shell does, in one pass: blanks part words, '…' and "…" hold blanks, and \ takes
// the next byte as it is, except in '…'. A quote left open ends with the text. It stands here because the shell-word
// library that comes with the SSH server takes time by the square of the text's length, and a stranger chooses the text.
func Words(text string) (words []string) {
	var word []byte
	var quote byte
	inWord := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\\' && quote != '\'' && i+1 < len(text):
			i++
			word, inWord = append(word, text[i]), true
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word = append(word, c)
		case c == '\'' || c == '"':
			quote, inWord = c, true
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			if inWord {
				words = append(words, string(word))
			}
			word, inWord = word[:0], false
		default:
			word, inWord = append(word, c), true
		}
	}
	if inWord {
		words = append(words, string(word))
	}
	return words
}
