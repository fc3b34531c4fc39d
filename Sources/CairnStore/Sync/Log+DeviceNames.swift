import Cairn
package import CairnSQL
public import CairnReports

extension DeviceNames {
  /// Reads the names; `own` is the node of this device.
  package init(own: UInt32, in connection: any SQLConnection) throws {
    var all: [Device] = []
    try RecordTable.each(Device.self, in: connection) { all.append($0) }
    self.init(own: own, named: all.sorted { ($0.name, $0.node) < ($1.name, $1.node) })
  }
}

extension Log {
  /// Returns the display names of the devices that write to this log.
  public func deviceNames() async throws -> DeviceNames {
    let own = context.node
    return try await pointRead { try DeviceNames(own: own, in: $0) }
  }

  /// Gives devices a default name unless they ever had one; ignores an invalid name.
  ///
  /// This adds no history entry, because nobody acted, and any chosen name wins over it.
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
  /// Returns the device names, including the changes of this mutation.
  package func deviceNames() throws -> DeviceNames {
    try DeviceNames(own: log.node, in: connection)
  }

  /// Stores a default name and queues its record for sending.
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
    try storeRemote(new, replacing: nil)
    guard try SyncTable.cursor(in: connection) != nil else { return }
    try ResendTable.add(new.kind, new.id, in: connection)
  }
}
