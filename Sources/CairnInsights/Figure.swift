/// A number that explains itself: how it is defined, what it rests on, what was left out.
public struct Figure<Value: Sendable & Equatable>: Sendable, Equatable {
  /// The number; nil when there is not enough to tell.
  public let value: Value?
  /// One sentence that says how it is computed; the same on every surface.
  public let definition: String
  /// How many rows it rests on.
  public let count: Int
  /// How many rows were left out, for the reason the definition gives.
  public let excluded: Int

  /// Makes a figure.
  public init(value: Value?, definition: String, count: Int, excluded: Int) {
    self.value = value
    self.definition = definition
    self.count = count
    self.excluded = excluded
  }
}
