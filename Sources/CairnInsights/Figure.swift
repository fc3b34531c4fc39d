/// A number that explains itself: how it is defined, what it rests on, what was left out.
public struct Figure<Value: Sendable & Equatable>: Sendable, Equatable {
  /// What it is.
  public let insight: Insight
  /// The number; nil when there is not enough to tell.
  public let value: Value?
  /// How many rows it rests on.
  public let count: Int
  /// What was left out, and why; only what there is.
  public let exclusions: [Exclusion]
  /// Why there is no number; nil when there is one.
  public let missing: String?

  /// Makes a figure; `missing` says what is lacking when there is no value.
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

  /// One sentence that says how it is computed; the same on every surface.
  public var definition: String { insight.definition }

  /// How many rows were left out in all.
  public var excluded: Int { exclusions.reduce(0) { $0 + $1.count } }
}

/// Rows that a figure leaves out, and why.
public struct Exclusion: Sendable, Hashable {
  /// Why, in a few words: `no pages or no time`.
  public let reason: String
  /// How many.
  public let count: Int

  /// Makes an exclusion.
  public init(_ reason: String, _ count: Int) {
    self.reason = reason
    self.count = count
  }

  /// Books finished, of which nobody knows when.
  static func undated(_ count: Int) -> Exclusion { Exclusion("no date of finish", count) }

  /// Books finished, of which only a longer time is known than the one that is asked for.
  static func inexact(_ count: Int) -> Exclusion {
    Exclusion("only a month or a year of finish known", count)
  }
}
