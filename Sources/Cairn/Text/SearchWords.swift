/// Returns the words of a text for search, without duplicates, in order of first occurrence.
///
/// Words are folded like titles, but punctuation separates them, except apostrophes: `word,word` is
/// two words and `Ender's` is one. In scripts without spaces, each character is a word. A text of
/// nothing but punctuation is one word.
public func searchWords(_ text: String) -> [String] {
  var words: [String] = []
  var known: Set<String> = []
  for word in folded(spaced(text)).split(separator: " ") {
    let word = indexed(String(word))
    if known.insert(word).inserted { words.append(word) }
  }
  return words
}

/// Returns the text with spaces at word boundaries.
private func spaced(_ text: String) -> String {
  var result = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    if isIdeograph(scalar) {
      result.append(contentsOf: [" ", scalar, " "])
    } else {
      result.append(separatesWords(scalar) ? " " : scalar)
    }
  }
  let spaced = String(result)
  return folded(spaced).isEmpty ? text : spaced
}

private func separatesWords(_ scalar: Unicode.Scalar) -> Bool {
  guard scalar != "'", scalar != "’", scalar != "ʼ" else { return false }
  switch scalar.properties.generalCategory {
  case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
    .otherPunctuation, .dashPunctuation, .mathSymbol:
    return true
  default: return false
  }
}

/// Returns whether it is Kana or Han: those scripts have no spaces between words.
private func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x3041...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x323AF: true
  default: false
  }
}
