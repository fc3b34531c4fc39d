import CairnHTML

/// The title and the author on a generated cover, in lines of the largest size that fits.
struct CoverTitle {
  /// The part of a cover that an ornament leaves for the lettering.
  struct Box {
    let top: Int
    let height: Int
    /// Whether the lettering is centred in the height.
    var isCentred = false
  }

  /// Font sizes, in tenths of a unit.
  private static let sizes = [210, 185, 160, 140, 125, 110, 95]
  private static let width = 92
  private static let authorSize = 80
  private static let articles: Set<String> = [
    "the", "a", "an", "der", "die", "das", "le", "la", "les", "el", "il", "los", "las",
  ]

  private let lines: [String]
  private let size: Int
  private let author: String
  private let typeface: CoverTypeface
  private let box: Box
  private let isCentred: Bool

  init(
    _ title: String,
    _ author: String,
    _ typeface: CoverTypeface,
    in box: Box,
    isCentred: Bool
  ) {
    let text = typeface == .capitals ? title.uppercased() : title
    let words = text.split(separator: " ").map(String.init)
    let fitting = Self.sizes.first { size in
      Self.fits(Self.wrap(words, size), size, box)
    }
    size = fitting ?? Self.sizes[Self.sizes.count - 1]
    let wrapped = Self.wrap(words, size)
    lines = Self.cut(wrapped, to: max(1, box.height * 10 / Self.leading(size)))
    (self.typeface, self.box, self.isCentred) = (typeface, box, isCentred)
    self.author = author
  }

  /// Returns the first letter of the first word that is no article, as a capital.
  static func initial(of title: String) -> String {
    let words = title.split { !$0.isLetter && !$0.isNumber }
    let word = words.first { !articles.contains($0.lowercased()) } ?? words.first
    return word?.first.map { String($0).uppercased() } ?? ""
  }

  func html(_ colour: String, author authorColour: String) -> HTML {
    let first = top + size * 8 / 10
    let last = first + (lines.count - 1) * Self.leading(size)
    return """
      <text y="\(Self.decimal(first))" text-anchor="\(anchor)" font-size="\(Self.decimal(size))" \
      fill="\(colour)" class="\(typeface.name)">\(fragment: HTML(lines.enumerated().map { span($0, $1) }))</text>\
      \(fragment: authorLine(at: last + 130, authorColour))
      """
  }

  private var anchor: String { isCentred ? "middle" : "start" }
  private var x: Int { isCentred ? 60 : 18 }

  /// The upper edge of the first line, in tenths.
  private var top: Int {
    let free = box.height * 10 - lines.count * Self.leading(size)
    return box.top * 10 + (box.isCentred ? max(0, free / 2) : 0)
  }

  private func span(_ number: Int, _ line: String) -> HTML {
    """
    <tspan x="\(x)" dy="\(number == 0 ? "0" : Self.decimal(Self.leading(size)))">\(line)</tspan>
    """
  }

  /// The author below the title, unless the line would be too long or touch the ornament.
  private func authorLine(at baseline: Int, _ colour: String) -> HTML? {
    let isLong = Self.width(of: author, Self.authorSize) > Self.width * 10
    guard !author.isEmpty, !isLong, !box.isCentred, baseline <= (box.top + box.height) * 10 else {
      return nil
    }
    return """
      <text x="\(x)" y="\(Self.decimal(baseline))" text-anchor="\(anchor)" \
      font-size="8" fill="\(colour)" class="cv3">\(author)</text>
      """
  }
}

extension CoverTitle {
  /// The distance of two lines, in tenths.
  private static func leading(_ size: Int) -> Int { size * 114 / 100 }

  private static func fits(_ lines: [String], _ size: Int, _ box: Box) -> Bool {
    lines.count * leading(size) <= box.height * 10
      && lines.allSatisfy { width(of: $0, size) <= width * 10 }
  }

  /// Fills lines greedily; a word longer than a line has its own.
  private static func wrap(_ words: [String], _ size: Int) -> [String] {
    var lines: [String] = []
    for word in words {
      if let last = lines.last, Self.width(of: "\(last) \(word)", size) <= width * 10 {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(word)
      }
    }
    return lines
  }

  /// Shortens lines that are too many or too long, and ends them with an ellipsis.
  private static func cut(_ lines: [String], to count: Int) -> [String] {
    var kept = lines.prefix(count).map(shortened)
    if lines.count > count { kept[count - 1] = shortened(kept[count - 1] + "…") }
    return kept
  }

  private static func shortened(_ line: String) -> String {
    var line = line
    let size = sizes[sizes.count - 1]
    while width(of: line, size) > width * 10, line.count > 2 {
      line = String(line.dropLast(2)) + "…"
    }
    return line
  }

  /// Estimates the width of a text in tenths, from the widths of four classes of letters in hundredths of an em.
  private static func width(of text: String, _ size: Int) -> Int {
    text.reduce(0) { $0 + width(of: $1) } * size / 100
  }

  private static func width(of letter: Character) -> Int {
    if "ijltfrI.,:;'’!|()[] -".contains(letter) { return 30 }
    if "mwMW".contains(letter) { return 90 }
    if letter.unicodeScalars.first.map({ $0.value >= 0x1100 }) ?? false { return 100 }
    return letter.isUppercase ? 72 : 52
  }

  private static func decimal(_ tenths: Int) -> String {
    tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
