/// The identities that one request of a person gives out, wherever it is done.
///
/// A form whose answer never came may have reached the server. Done once more in the browser, under
/// the same name, it makes the same mutation and the same records, so that it counts once (spec/sync.md F4).
public struct RequestIDs: Sendable {
  /// The id of the mutation that the request leads to.
  public let mutation: RecordID
  private let log: String
  private var counts: [RecordKind: Int] = [:]

  /// The identities of the request that a client gave a name, in the log that a node writes into.
  public init(_ name: String, in node: UInt32) {
    self.init(mutation: Self.mutation(of: name), in: node)
  }

  /// The identities of the request that leads to a mutation.
  public init(mutation: RecordID, in node: UInt32) {
    (self.mutation, log) = (mutation, Stamp.text(ofNode: node))
  }

  /// The id of the mutation that a request leads to, by its name.
  public static func mutation(of name: String) -> RecordID {
    RecordID(derivedFrom: ["request", name])
  }

  /// The id of the next record of a kind, in the order in which the rules make them.
  public mutating func next(_ kind: RecordKind) -> RecordID {
    counts[kind, default: 0] += 1
    let number = String(counts[kind, default: 0])
    return RecordID(derivedFrom: ["request", mutation.text, log, kind.name, number])
  }
}
