/// A value of a fixed set, identified by its stored name.
public protocol Named: Sendable, Hashable {
  /// All values, in display order.
  static var all: [Self] { get }
  /// The stored name; no two values have the same.
  var name: String { get }
}

extension Named {
  /// Creates the value with a stored name; nil for an unknown name.
  public init?(name: String) {
    guard let known = Self.all.first(where: { $0.name == name }) else { return nil }
    self = known
  }
}
