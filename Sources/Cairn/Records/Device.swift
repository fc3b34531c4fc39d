/// A device that writes into a log, as a person calls it.
///
/// Its name goes where the log goes, and nowhere else.
public struct Device: Recorded {
  /// `device`.
  public static let recordKind = RecordKind("device")
  /// The most bytes of UTF-8 that a name has.
  public static let nameLimit = 60
  /// How its stamps name it.
  public let node: UInt32
  /// What a person calls it.
  public let name: String

  /// Names a device; throws `sync.device_name` for a name that is empty, longer than ``nameLimit`` or has
  /// control characters in it.
  public init(node: UInt32, name: String) throws(CairnError) {
    let name = trimmed(name)
    let isPlain = name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    guard (1...Self.nameLimit).contains(name.utf8.count), isPlain else {
      throw CairnError(
        "sync.device_name",
        "A device is called by one line of 1 to \(Self.nameLimit) bytes.",
        hint: "Choose a short name, such as “Phone”."
      )
    }
    (self.node, self.name) = (node, name)
  }

  /// The identity: the same on every device that knows it.
  public var recordID: RecordID { Self.id(of: node) }

  /// The identity of the device of a node.
  public static func id(of node: UInt32) -> RecordID {
    RecordID(derivedFrom: ["device", Stamp.text(ofNode: node)])
  }

  /// Reads a device; throws `record.malformed`.
  public init(recordID: RecordID, fields: Fields) throws(CairnError) {
    guard let text = try fields.text("node"), let node = UInt32(text, radix: 16) else {
      throw Fields.malformed("node", "a device")
    }
    self.node = node
    name = try fields.required("name", fields.text("name"))
  }

  /// Sets every field of a device.
  public func write(to fields: inout Fields) {
    fields.set("node", Stamp.text(ofNode: node))
    fields.set("name", name)
  }
}
