/// One of a few things that are known by their stored names.
public protocol Named: Sendable, Hashable {
  /// All there are, in the order in which a person is told of them.
  static var all: [Self] { get }
  /// The stored name, of which no two are the same.
  var name: String { get }
}

extension Named {
  /// The one with a stored name; nil for a name that is not known.
  public init?(name: String) {
    guard let known = Self.all.first(where: { $0.name == name }) else { return nil }
    self = known
  }
}
