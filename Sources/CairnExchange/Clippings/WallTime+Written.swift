import Cairn

extension WallTime {
  /// A day and a clock among words, and whether a clock is shown that is not understood.
  struct Reading: Equatable {
    /// Nil for a day that is not understood.
    var time: WallTime?
    /// Whether figures are left that are neither the day nor a clock that is understood.
    var isClockUnclear = false
  }

  /// Reads a day and a clock among words of any language.
  ///
  /// Months stand there by name, or as figures: year, month and day in this order, or another order
  /// that only one day can have. A clock that is not surely understood leaves the day alone.
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

  /// There was no Kindle before; a clock that was never set shows 1970.
  private static let years: ClosedRange<Int32> = 1_970...2_199

  /// Takes away `GMT-03:00`, which says nothing of the clock.
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

/// The day that is written among words.
private struct WrittenDay {
  let day: LocalDay
  /// How many numbers of the line it takes up.
  let numbers: Int

  init?(_ pieces: [LinePiece]) {
    let months = pieces.indices.filter { Self.month(pieces[$0]) != nil }
    guard Set(months.compactMap { Self.month(pieces[$0]) }).count < 2 else { return nil }
    let found = months.first.map { Self.named(pieces, month: $0) } ?? Self.inFigures(pieces)
    guard let found else { return nil }
    (day, numbers) = (found, months.isEmpty ? 3 : 2)
  }

  private static func month(_ piece: LinePiece) -> Int32? {
    piece.word.flatMap { ClippingWords.months[folded($0)] }
  }

  /// The only year of the line, and the number of a day that stands next to the name of the month.
  private static func named(_ pieces: [LinePiece], month place: Int) -> LocalDay? {
    let years = pieces.filter { $0.digits == 4 }
    let days = pieces.indices.filter { (1...2).contains(pieces[$0].digits) }
    guard years.count == 1, let month = month(pieces[place]),
      let year = years.first?.number,
      let day = days.min(by: { abs($0 - place) < abs($1 - place) })
    else { return nil }
    return LocalDay(year, Int64(month), pieces[day].number ?? 0)
  }

  /// The first three numbers with nothing but signs of a date between them, the year first or last.
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

  /// Between points the day comes before the month; elsewhere a year that is last leaves two orders.
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
