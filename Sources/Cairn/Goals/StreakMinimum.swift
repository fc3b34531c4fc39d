/// The least that keeps a streak alive in one day or week.
public struct StreakMinimum: Sendable, Hashable {
  /// How much, at least 1.
  public let amount: Int64
  /// Of what; never books.
  public let measure: Measure?

  private init(_ amount: Int64, _ measure: Measure?) {
    self.amount = amount
    self.measure = measure
  }

  /// Any recorded time at all.
  public static let anyTime = StreakMinimum(1, nil)

  /// Reads `any`, `10 minutes`, `20 pages` or `3 sessions`; nil for anything else.
  ///
  /// Amounts lie in 1...100000. Books are no minimum: nobody finishes one each day.
  public init?(text: String) {
    if text == Self.anyTime.text {
      self = .anyTime
      return
    }
    let words = text.split(separator: " ")
    guard words.count == 2, let amount = Int64(words[0]), (1...100_000).contains(amount),
      let measure = Measure(word: String(words[1])), measure != .books
    else { return nil }
    self.init(amount, measure)
  }

  /// `any`, or the amount and what it is of: `10 minutes`.
  public var text: String { measure.map { $0.counted(amount) } ?? "any" }
}
