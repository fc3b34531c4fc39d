/// The record IDs that belong to one client request, equal on every retry.
///
/// A form without a response may have reached the server. If the browser submits it again under the
/// same name, it creates the same mutation and records, which count only once (spec/sync.md F4).
public struct RequestIDs: Sendable {
  /// The ID of the mutation that the request makes.
  public let mutation: RecordID
  private let log: String
  private var counts: [RecordKind: Int] = [:]

  /// Creates the IDs of a request named by the client, for the log of a node.
  public init(_ name: String, in node: UInt32) {
    self.init(mutation: Self.mutation(of: name), in: node)
  }

  /// Creates the IDs of a request from the ID of its mutation, for the log of a node.
  public init(mutation: RecordID, in node: UInt32) {
    (self.mutation, log) = (mutation, Stamp.text(ofNode: node))
  }

  /// Returns the mutation ID of the request with a name.
  public static func mutation(of name: String) -> RecordID {
    RecordID(derivedFrom: ["request", name])
  }

  /// Returns the ID of the next record of a kind, numbered in the order of creation.
  public mutating func next(_ kind: RecordKind) -> RecordID {
    counts[kind, default: 0] += 1
    let number = String(counts[kind, default: 0])
    return RecordID(derivedFrom: ["request", mutation.text, log, kind.name, number])
  }
}
