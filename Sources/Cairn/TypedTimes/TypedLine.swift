/// A past session in one line: `Dune 30m yesterday to p 72`.
///
/// The last part that is a time is the time, a page, percentage or number of pages beside it is where the reading ended,
/// `@home` is the place, `+beach` a tag, and the remaining words are the title. Words in quotes are always a part of the title.
package struct TypedLine: Sendable, Equatable {
  /// What it is about: `Dune`, `listen Emma` or `climb`.
  package let subject: [String]
  /// The time as typed, for ``TimeReader/range(_:)``.
  package let time: String
  /// The options of `cairn track` that it stands for, by name.
  package let options: [String: String]
  private let draft: TypedDraft

  /// Parses the words of a line; nil if no part of it is a time.
  package init?(_ words: [String]) {
    draft = TypedDraft(words)
    guard let time = draft.time, let subject = draft.subject else { return nil }
    (self.subject, self.time, options) = (subject, time, draft.options)
  }

  /// Why the title is probably none, unless it is that of a known book or story: ``TypedDraft/ambiguity``.
  package var ambiguity: CairnError? { draft.ambiguity }

  /// The tags.
  package var tags: [String] { TypedDraft.tags(of: options) }

  /// The subject with the kind that the line names.
  package var about: TypedSubject { Self.about(subject) }

  /// Returns the subject and the kind of the words that ``subject`` has.
  package static func about(_ words: [String]) -> TypedSubject {
    let title = words.dropFirst().joined(separator: " ")
    switch (words.first?.lowercased(), words.count > 1) {
    case ("read", true): return .reading(title)
    case ("listen", true): return .listening(title)
    case ("climb", false): return .climbing
    default: return .title(words.joined(separator: " "))
    }
  }
}

/// What a typed line is about.
package enum TypedSubject: Sendable, Equatable {
  /// A book, by title.
  case reading(String)
  /// A story, by title.
  case listening(String)
  /// Climbing.
  case climbing
  /// The title of a book or of a story.
  case title(String)
}

/// A line that is still being typed: the parts that are understood so far.
package struct TypedDraft: Sendable, Equatable {
  /// What it is about, as in ``TypedLine/subject``; nil before the first word of it.
  package let subject: [String]?
  /// The time as typed, or nil.
  package let time: String?
  /// The pages, the place and the tags, as in ``TypedLine/options``.
  package let options: [String: String]
  /// A part of the title that reads as a second time: `10:00`.
  private let secondTime: String?
  /// Whether a plus stands alone in the title.
  private let hasLoneSign: Bool

  /// Parses the words of a line.
  package init(_ words: [String]) {
    var line = WordList(words)
    var options = line.takePositions()
    options["place"] = line.takePlace()
    options["tags"] = line.takeTags()
    time = line.takeTime()
    secondTime = time == nil ? nil : line.lastTime
    hasLoneSign = time != nil && line.hasLoneSign
    subject = line.words.isEmpty ? nil : line.subject
    self.options = options
  }

  /// The tags.
  package var tags: [String] { Self.tags(of: options) }

  /// The error of a title with a second time, `usage.time`, or with a plus alone, `session.invalid_tag`; nil for another.
  ///
  /// It does not apply to the title of a known book or story.
  package var ambiguity: CairnError? {
    if hasLoneSign { return Self.loneSign }
    guard let secondTime, let time else { return nil }
    return CairnError(
      "usage.time",
      "“\(time)” and “\(secondTime)” are two times.",
      hint:
        "Write one, such as yesterday 20:00+30m, or put quotes around the title if it has a time."
    )
  }

  private static var loneSign: CairnError {
    CairnError(
      "session.invalid_tag",
      "“\(SessionTags.sign)” stands alone, and is no tag.",
      hint: "Write the tag beside it, such as +beach, or put quotes around the title."
    )
  }

  fileprivate static func tags(of options: [String: String]) -> [String] {
    (options["tags"] ?? "").split(separator: ";").map { String($0) }
  }
}

/// The words of a typed line that are not understood yet.
private struct WordList {
  struct Word {
    let text: String
    let isQuoted: Bool
  }

  private(set) var words: [Word] = []

  /// Splits at spaces outside of quotes; an argument of the shell with spaces that is no line is a quoted title.
  init(_ arguments: [String]) {
    for argument in arguments {
      let parts = argument.split(separator: "\"", omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() {
        append(part, isQuoted: index % 2 == 1 && index < parts.count - 1)
      }
    }
  }

  private mutating func append(_ part: Substring, isQuoted: Bool) {
    guard !isQuoted else { return words.append(Word(text: String(part), isQuoted: true)) }
    words += part.split { $0.isWhitespace }.map {
      Word(text: String($0), isQuoted: false)
    }
  }

  /// The title, after the word for a kind if there is one.
  var subject: [String] {
    let texts = words.map { $0.text }
    guard let kind = texts.first?.lowercased(), ["read", "listen", "climb"].contains(kind),
      !words[0].isQuoted
    else { return [texts.joined(separator: " ")] }
    return [kind] + (texts.count > 1 ? [texts.dropFirst().joined(separator: " ")] : [])
  }

  /// Removes the last run of words that is a time and returns it; of runs with one end the longest.
  mutating func takeTime() -> String? {
    for end in words.indices.reversed() {
      for start in 0...end where isTime(start...end) {
        let time = text(start...end)
        words.removeSubrange(start...end)
        return time
      }
    }
    return nil
  }

  /// The last word with digits that alone is a clock time or a duration, else words that are a day: `last night`.
  var lastTime: String? { lastClockTime ?? lastDay ?? lastWord }

  /// Whether a plus that is not in quotes has no tag after it.
  var hasLoneSign: Bool {
    words.contains { !$0.isQuoted && $0.text == String(SessionTags.sign) }
  }

  /// The last two or three words that are a day or a period; a weekday alone may end a title.
  private var lastDay: String? {
    for end in words.indices.reversed() {
      for start in max(0, end - 2)..<max(1, end) where isDay(start...end) {
        return text(start...end)
      }
    }
    return nil
  }

  private func isDay(_ range: ClosedRange<Int>) -> Bool {
    guard range.count > 1, words[range].allSatisfy({ !$0.isQuoted }) else { return false }
    let tidy = TypedText.tidy(text(range))
    return tidy.split(separator: " ").count == range.count && Self.isDay(tidy)
  }

  private static func isDay(_ text: String) -> Bool {
    let words = text.split(separator: " ")
    let isPart =
      words.count == 2 && ["last", "this", "yesterday", "tomorrow"].contains(words[0])
      && DayPart(rawValue: String(words[1])) != nil
    let isPeriod =
      words.count == 2 && ["last", "this", "next"].contains(words[0])
      && ["week", "weekend", "month", "year"].contains(words[1])
    return isPart || isPeriod || DayExpression(text: text) != nil
  }

  /// The last word, if it alone is a day, past or future.
  private var lastWord: String? {
    guard let word = words.last, !word.isQuoted else { return nil }
    let text = TypedText.tidy(word.text)
    let isDay = ["today", "yesterday", "tonight", "tomorrow"].contains(text)
    return isDay || LocalDay(text: text) != nil ? word.text : nil
  }

  private var lastClockTime: String? {
    words.last { word in
      let text = TypedText.tidy(String(word.text.drop { $0 == "+" }))
      let isTime = ClockTime(text: text) != nil || Milliseconds(durationText: text) != nil
      let digits = text.utf8.count { (0x30...0x39).contains($0) }
      return !word.isQuoted && isTime && digits > 0 && digits < text.utf8.count
    }?.text
  }

  private func isTime(_ range: ClosedRange<Int>) -> Bool {
    guard words[range].allSatisfy({ !$0.isQuoted }) else { return false }
    return RangeExpression(text: TypedText.tidy(text(range))) != nil
  }

  private func text(_ range: ClosedRange<Int>) -> String {
    words[range].map { $0.text }.joined(separator: " ")
  }

  /// Removes `@home` and returns `home`.
  mutating func takePlace() -> String? {
    guard let index = words.lastIndex(where: { $0.text.hasPrefix("@") && $0.text.count > 1 }) else {
      return nil
    }
    return String(words.remove(at: index).text.dropFirst())
  }

  /// Removes `+beach` and every other tag, and returns them with semicolons between; nil without one.
  mutating func takeTags() -> String? {
    let tags = words.compactMap { $0.isQuoted ? nil : SessionTags.name(signed: $0.text) }
    words.removeAll { !$0.isQuoted && SessionTags.name(signed: $0.text) != nil }
    return tags.isEmpty ? nil : tags.joined(separator: ";")
  }

  /// Removes pages and percentages, and returns them as options: `from p 40 to p 72`, `42.5%`, `30 pages`.
  mutating func takePositions() -> [String: String] {
    var options: [String: String] = [:]
    var index = 0
    while index < words.count {
      guard let found = position(at: index) else {
        index += 1
        continue
      }
      options[found.option] = found.value
      words.removeSubrange(index..<(index + found.count))
    }
    return options
  }

  private func position(at index: Int) -> (option: String, value: String, count: Int)? {
    var rest = words[index...].prefix(3).map { $0.isQuoted ? "" : $0.text.lowercased() }[...]
    let word = ["to", "from"].first { $0 == rest.first }
    if word != nil { rest = rest.dropFirst() }
    guard let (option, value, count) = Self.position(Array(rest)) else { return nil }
    guard word == nil || option != "pages" else { return nil }
    let isStart = word == "from" && option == "page"
    return (isStart ? "start-page" : option, value, count + (word == nil ? 0 : 1))
  }

  /// Parses `p 72`, `p72`, `page 72`, `42%`, `42 percent` and `30 pages`.
  private static func position(_ words: [String]) -> (String, String, Int)? {
    guard let first = words.first else { return nil }
    let next = words.count > 1 ? words[1] : ""
    if ["p", "p.", "page"].contains(first), isNumber(next) { return ("page", next, 2) }
    if first.hasPrefix("p"), isNumber(first.dropFirst()) {
      return ("page", String(first.dropFirst()), 1)
    }
    if first.hasSuffix("%"), isNumber(first.dropLast()) {
      return ("percent", String(first.dropLast()), 1)
    }
    guard isNumber(first) else { return nil }
    if ["percent", "%"].contains(next) { return ("percent", first, 2) }
    return ["pages", "pp"].contains(next) ? ("pages", first, 2) : nil
  }

  private static func isNumber(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
  }
}
