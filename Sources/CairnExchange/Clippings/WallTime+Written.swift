import Cairn

extension WallTime {
  /// A parsed date and time, and whether the time was unclear.
  struct Reading: Equatable {
    /// The result; nil if the date cannot be parsed.
    var time: WallTime?
    /// Whether numbers remain that are neither the date nor a valid time.
    var isClockUnclear = false
  }

  /// Parses a date and a time from text in any language.
  ///
  /// Months are names or numbers: year, month and day in this order, or in another order that is
  /// unambiguous. If the time is unclear, the result has only the date.
  static func reading(of text: String) -> Reading {
    var pieces = LinePiece.pieces(of: text)
    removeZone(from: &pieces)
    let clock = WrittenClock(in: pieces)
    let rest = clock.map { pieces[..<$0.places.lowerBound] + pieces[$0.places.upperBound...] }
    guard let day = WrittenDay(Array(rest ?? pieces[...])), years.contains(day.day.year) else {
      return Reading()
    }
    let isUnclear = clock.map { $0.second == nil } ?? (pieces.count { $0.digits > 0 } > day.numbers)
    return Reading(time: WallTime(day.day, second: clock?.second), isClockUnclear: isUnclear)
  }

  /// Kindles are more recent, but a clock that was never set shows 1970.
  private static let years: ClosedRange<Int32> = 1_970...2_199

  /// Removes an offset such as `GMT-03:00`, which must not be parsed as a time.
  private static func removeZone(from pieces: inout [LinePiece]) {
    guard
      let start = pieces.firstIndex(where: { $0.word == "GMT" || $0.word == "UTC" }),
      pieces.piece(start + 1)?.isSign(among: "+-−‐‑–") == true,
      (pieces.piece(start + 2)?.digits ?? 0) > 0
    else { return }
    let isLong = pieces.piece(start + 3)?.isSign(among: ":") == true
    pieces.removeSubrange(start..<min(pieces.count, start + (isLong ? 5 : 3)))
  }
}

/// The date in a line of text.
private struct WrittenDay {
  let day: LocalDay
  /// The number of numeric tokens in the date.
  let numbers: Int

  init?(_ pieces: [LinePiece]) {
    let months = pieces.indices.filter { Self.month(pieces[$0]) != nil }
    guard Set(months.compactMap { Self.month(pieces[$0]) }).count < 2 else { return nil }
    let found = months.first.map { Self.named(pieces, month: $0) } ?? Self.inFigures(pieces)
    guard let found else { return nil }
    (day, numbers) = (found, months.isEmpty ? 3 : 2)
  }

  private static func month(_ piece: LinePiece) -> Int32? {
    piece.word.flatMap { ClippingVocabulary.months[folded($0)] }
  }

  /// Parses a date with a month name, the only year of the line and the day number next to the month.
  private static func named(_ pieces: [LinePiece], month index: Int) -> LocalDay? {
    let years = pieces.filter { $0.digits == 4 }
    let days = pieces.indices.filter { (1...2).contains(pieces[$0].digits) }
    guard years.count == 1, let month = month(pieces[index]),
      let year = years.first?.number,
      let day = days.min(by: { abs($0 - index) < abs($1 - index) })
    else { return nil }
    return LocalDay(year, Int64(month), pieces[day].number ?? 0)
  }

  /// Parses the first three numbers with only date separators between them, year first or last.
  private static func inFigures(_ pieces: [LinePiece]) -> LocalDay? {
    let numbers = pieces.indices.filter { pieces[$0].digits > 0 }
    for start in numbers.indices.dropLast(2) {
      let places = Array(numbers[start..<start + 3])
      let gaps = [pieces[places[0]..<places[1]], pieces[places[1]..<places[2]]]
      guard gaps.allSatisfy({ $0.dropFirst().allSatisfy(isBetweenFigures) }) else { continue }
      let isPointed = gaps[0].contains(.sign("."))
      if let day = day(places.map { pieces[$0] }, isPointed) { return day }
    }
    return nil
  }

  private static func isBetweenFigures(_ piece: LinePiece) -> Bool {
    piece.isSign(among: "/-‐‑–. ") || piece.word.map { "年月년월".contains($0) } == true
  }

  /// Returns the unambiguous date; with dots between them, the day comes before the month.
  private static func day(_ pieces: [LinePiece], _ isPointed: Bool) -> LocalDay? {
    let numbers = pieces.map { $0.number ?? 0 }
    if pieces.map(\.digits).first == 4 { return LocalDay(numbers[0], numbers[1], numbers[2]) }
    guard pieces[2].digits == 4 else { return nil }
    let dayFirst = LocalDay(numbers[2], numbers[1], numbers[0])
    let monthFirst = isPointed ? nil : LocalDay(numbers[2], numbers[0], numbers[1])
    let days = Set([dayFirst, monthFirst].compactMap(\.self))
    return days.count == 1 ? days.first : nil
  }
}

extension LocalDay {
  fileprivate init?(_ year: Int64, _ month: Int64, _ day: Int64) {
    self.init(year: Int32(clamping: year), month: Int32(clamping: month), day: Int32(clamping: day))
  }
}
