/// The minimum that keeps a streak alive in one day or week.
public struct StreakMinimum: Sendable, Hashable {
  /// The amount, at least 1.
  public let amount: Int64
  /// The measure, never books; nil for any time.
  public let measure: Measure?

  private init(_ amount: Int64, _ measure: Measure?) {
    self.amount = amount
    self.measure = measure
  }

  /// Any running time at all.
  public static let anyTime = StreakMinimum(1, nil)

  /// Parses `any`, `10 minutes`, `20 pages` or `3 sessions`; nil for anything else.
  ///
  /// Amounts are in 1...100000. Books are not allowed, because nobody finishes one every day.
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

  /// The text form: `any`, or the amount with its measure, such as `10 minutes`.
  public var text: String {
    measure.map { "\(amount) \(amount == 1 ? $0.noun : $0.name)" } ?? "any"
  }
}
