public import Cairn
import CairnSQL

/// What a person calls the devices that write into a log.
public struct DeviceNames: Sendable, Equatable {
  /// The device that asks.
  public let own: UInt32
  /// Those that have a name, by name.
  public let named: [Device]

  init(own: UInt32, in connection: any SQLConnection) throws {
    var all: [Device] = []
    try RecordTable.each(Device.self, in: connection) { all.append($0) }
    self.own = own
    named = all.sorted { ($0.name, $0.node) < ($1.name, $1.node) }
  }

  /// The name of a device; nil where it has none.
  public func name(of node: UInt32) -> String? { named.first { $0.node == node }?.name }

  /// The name of the device on which a session goes on; nil where it is here, or has none.
  public func name(of place: ActiveDevice) -> String? {
    place.device.flatMap { UInt32($0, radix: 16) }.flatMap { name(of: $0) }
  }

  /// The name of another device than the one that asks; nil for that one, and for one without a name.
  package func other(_ node: UInt32) -> String? { node == own ? nil : name(of: node) }

  /// The name of a device, or the eight digits by which its stamps name it.
  public subscript(node: UInt32) -> String { name(of: node) ?? Stamp.text(ofNode: node) }
}

extension Log {
  /// What a person calls the devices that write into this log.
  public func deviceNames() async throws -> DeviceNames {
    let own = context.node
    return try await pointRead { try DeviceNames(own: own, in: $0) }
  }

  /// Gives devices a name that nobody chose, unless they ever had one; what is no name is passed over.
  ///
  /// It is no line of history, since a person did nothing, and any name that is chosen wins over it.
  package func suggest(_ name: String, for nodes: Set<UInt32>? = nil) async throws {
    let nodes = nodes ?? [context.node]
    let new = nodes.sorted().compactMap { try? Device(node: $0, name: name) }
    let unknown = try await pointRead { connection in
      try new.filter { try RecordTable.find(Device.recordKind, $0.recordID, in: connection) == nil }
    }
    guard !unknown.isEmpty else { return }
    try await write("Sync") { writer in for device in unknown { try writer.suggest(device) } }
  }
}

extension LogWriter {
  /// Calls a device something: this one, or another that has a name.
  ///
  /// Throws `sync.device_name` for what is no name, and `sync.no_device`.
  public func name(_ name: String, device: RecordID? = nil) throws {
    let nodes = [log.node] + (try deviceNames().named.map(\.node))
    let id = device ?? Device.id(of: log.node)
    guard let node = nodes.first(where: { Device.id(of: $0) == id }) else {
      throw CairnError(
        "sync.no_device",
        "There is no such device.",
        hint: "Settings in the web app lists those there are."
      )
    }
    let new = try Device(node: node, name: name)
    title = "Call a device “\(new.name)”"
    try save(new)
  }

  /// What the devices are called, with what this mutation has changed so far.
  package func deviceNames() throws -> DeviceNames {
    try DeviceNames(own: log.node, in: connection)
  }

  /// Stores a name that nobody chose, to be sent as a record.
  fileprivate func suggest(_ device: Device) throws {
    guard try RecordTable.find(Device.recordKind, device.recordID, in: connection) == nil else {
      return
    }
    var fields = Fields()
    device.write(to: &fields)
    fields[RecordField.deleted] = .null
    let own = newStamp()
    let stamp = Stamp(time: own.time, node: own.node, isAutomatic: true)
    let new = Record(kind: Device.recordKind, id: device.recordID, fields: fields, stamp: stamp)
    try storeForeign(new, replacing: nil)
    guard try SyncTable.place(in: connection) != nil else { return }
    try ResendTable.add(new.kind, new.id, in: connection)
  }
}
