/// The activities that a person keeps track of, which Today offers to start.
public struct ChosenActivities: Sendable, Equatable {
  /// The names of their kinds, in the order chosen; nil for all.
  private let names: [String]?

  /// Every activity, also one that another device adds later.
  public static let all = ChosenActivities(names: nil)

  private init(names: [String]?) { self.names = names }

  /// Creates a choice of some kinds.
  public init(_ kinds: [SessionKind]) { names = kinds.map { $0.name } }

  /// Parses `all`, or names separated by commas: `reading, climbing`; nil for another text.
  public init?(text: String) {
    guard text != Self.all.text else {
      self = .all
      return
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let names = parts.map { String($0.drop { $0 == " " }) }
    guard names.allSatisfy(Self.isName) else { return nil }
    self.names = names
  }

  /// The text that is stored.
  public var text: String { names?.joined(separator: ", ") ?? "all" }

  /// Returns whether the kind is chosen.
  public func contains(_ kind: SessionKind) -> Bool { names?.contains(kind.name) ?? true }

  /// Returns the choice, or all if this program knows none of the chosen kinds.
  package func among(_ modules: [KindModule]) -> ChosenActivities {
    modules.contains { contains($0.kind) } ? self : .all
  }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x5F }
  }
}
