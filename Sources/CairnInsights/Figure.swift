/// A value with its definition, sample size and exclusions.
public struct Figure<Value: Sendable & Equatable>: Sendable, Equatable {
  /// The name and definition.
  public let insight: Insight
  /// The value; nil without enough data.
  public let value: Value?
  /// The sample size: the number of rows it is based on.
  public let count: Int
  /// The excluded rows by reason, without empty ones.
  public let exclusions: [Exclusion]
  /// The reason for a missing value; nil if there is a value.
  public let missing: String?

  /// Creates a figure; `missing` is the reason if `value` is nil.
  public init(
    _ insight: Insight,
    value: Value?,
    count: Int,
    excluded: [Exclusion] = [],
    missing: String = "not enough data"
  ) {
    self.insight = insight
    self.value = value
    self.count = count
    exclusions = excluded.filter { $0.count > 0 }
    self.missing = value == nil ? missing : nil
  }

  /// How the value is computed, in one sentence; the same in JSON, commands and pages.
  public var definition: String { insight.definition }

  /// The total number of excluded rows.
  public var excluded: Int { exclusions.reduce(0) { $0 + $1.count } }
}

/// Rows excluded from a figure for one reason.
public struct Exclusion: Sendable, Hashable {
  /// A short reason: `no pages or no time`.
  public let reason: String
  /// The number of rows.
  public let count: Int

  /// Creates an exclusion.
  public init(_ reason: String, _ count: Int) {
    self.reason = reason
    self.count = count
  }

  /// Finished books without a finish date.
  static func undated(_ count: Int) -> Exclusion { Exclusion("no finish date", count) }

  /// Finished books whose end date is less precise than the requested period.
  static func inexact(_ count: Int) -> Exclusion {
    Exclusion("only a month or a year of finish known", count)
  }
}
