/// The host names under which the operator opened the setup link, which the server accepts from then on.
public struct LearnedHosts: Sendable {
  let names: @Sendable () -> Set<String>
  let add: @Sendable (String) throws -> Void

  /// Creates a store of names; `add` blocks on the disk, and throws if the name cannot be saved.
  public init(
    names: @escaping @Sendable () -> Set<String>,
    add: @escaping @Sendable (String) throws -> Void
  ) {
    (self.names, self.add) = (names, add)
  }
}
