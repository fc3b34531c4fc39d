/// Returns a normalised form for comparing titles and names.
///
/// It is lower case, without diacritics and punctuation; dashes, slashes and runs of white space
/// become one space (spec/reading.md 5.4). A text of nothing but punctuation keeps it, so that `?`
/// and `!` stay different. Use it for comparison only, never for display.
public func folded(_ text: String) -> String {
  let letters = folded(text, keepingPunctuation: false)
  return letters.isEmpty ? folded(text, keepingPunctuation: true) : letters
}

private func folded(_ text: String, keepingPunctuation: Bool) -> String {
  var result = String.UnicodeScalarView()
  var needsSpace = false
  for scalar in text.unicodeScalars {
    switch FoldingRole(scalar) {
    case .space: needsSpace = true
    case .nothing: continue
    case .dash where !keepingPunctuation: needsSpace = true
    case .punctuation where !keepingPunctuation: continue
    case .dash, .punctuation, .letter:
      if needsSpace, !result.isEmpty { result.append(" ") }
      needsSpace = false
      appendFolded(scalar, to: &result)
    }
  }
  return String(result)
}

private func appendFolded(_ scalar: Unicode.Scalar, to result: inout String.UnicodeScalarView) {
  guard scalar.value >= 0x80 else {
    return result.append(lowerASCII(scalar))
  }
  for lower in scalar.properties.lowercaseMapping.unicodeScalars where !isMark(lower) {
    if let pair = letterPair(lower) {
      result.append(contentsOf: pair.unicodeScalars)
    } else {
      result.append(baseLetter(lower) ?? lower)
    }
  }
}

private func lowerASCII(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
  ("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) + 32) : scalar
}

/// Returns whether it is a Latin, Greek or Cyrillic mark; marks of other scripts can be vowels.
private func isMark(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x300...0x36F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0xFE20...0xFE2F: true
  default: false
  }
}

/// The effect of folding on a scalar.
private enum FoldingRole {
  case letter, space, dash, punctuation, nothing

  init(_ scalar: Unicode.Scalar) {
    switch scalar.properties.generalCategory {
    case .dashPunctuation, .connectorPunctuation: self = .dash
    case .otherPunctuation where scalar == "/" || scalar == "\\": self = .dash
    case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
      .otherPunctuation:
      self = .punctuation
    case .spaceSeparator, .lineSeparator, .paragraphSeparator: self = .space
    case .control: self = scalar.properties.isWhitespace ? .space : .nothing
    case .format: self = .nothing
    default: self = isMark(scalar) ? .nothing : .letter
    }
  }
}
