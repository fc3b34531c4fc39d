/// A device that writes to a log, with the name that a person gave it.
///
/// The name is synced with the log and sent nowhere else.
public struct Device: Recorded {
  /// `device`.
  public static let recordKind = RecordKind("device")
  /// The maximum length of a name in bytes of UTF-8.
  public static let nameLimit = 60
  /// The node ID in the stamps of this device.
  public let node: UInt32
  /// The name that a person gave the device.
  public let name: String

  /// Creates a device; throws `sync.invalid_device_name` if the name is empty, longer than ``nameLimit`` or
  /// contains control characters.
  public init(node: UInt32, name: String) throws(CairnError) {
    let name = trimmed(name)
    let isPlain = name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    guard (1...Self.nameLimit).contains(name.utf8.count), isPlain else {
      throw CairnError(
        "sync.invalid_device_name",
        "A device name is one line of 1 to \(Self.nameLimit) bytes.",
        hint: "Choose a short name, such as “Phone”."
      )
    }
    (self.node, self.name) = (node, name)
  }

  /// The record ID, derived from the node: the same on every device.
  public var recordID: RecordID { Self.id(of: node) }

  /// Returns the record ID of the device with a node ID.
  public static func id(of node: UInt32) -> RecordID {
    RecordID(derivedFrom: ["device", Stamp.text(ofNode: node)])
  }

  /// Reads a device from stored fields; throws `record.malformed`.
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
