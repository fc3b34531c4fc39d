/// The words of a text as they are searched, each once, in order of their first place.
///
/// Folded like titles, but punctuation parts words, apostrophes aside: `word,word` are two and
/// `Ender's` is one. Scripts written without blanks count each sign as a word. A text of nothing
/// but punctuation is one word.
public func searchWords(_ text: String) -> [String] {
  var words: [String] = []
  var known: Set<String> = []
  for word in folded(spaced(text)).split(separator: " ") {
    let word = indexed(String(word))
    if known.insert(word).inserted { words.append(word) }
  }
  return words
}

/// The text with blanks where words part.
private func spaced(_ text: String) -> String {
  var result = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    if isSign(scalar) {
      result.append(contentsOf: [" ", scalar, " "])
    } else {
      result.append(parts(scalar) ? " " : scalar)
    }
  }
  let spaced = String(result)
  return folded(spaced).isEmpty ? text : spaced
}

private func parts(_ scalar: Unicode.Scalar) -> Bool {
  guard scalar != "'", scalar != "’", scalar != "ʼ" else { return false }
  switch scalar.properties.generalCategory {
  case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
    .otherPunctuation, .dashPunctuation, .mathSymbol:
    return true
  default: return false
  }
}

/// Kana and Han signs: words are not parted in the scripts that use them.
private func isSign(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x3041...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x323AF: true
  default: false
  }
}
