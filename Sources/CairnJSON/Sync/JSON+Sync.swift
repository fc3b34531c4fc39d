package import Cairn
package import CairnReports
package import CairnStore

// The JSON form of history and sync, documented in `docs/cli.md`.

extension HistoryRow: JSONModel {
  package static let fields = JSONFields<HistoryRow>(
    named: "HistoryLine",
    [
      .init("id", \.id),
      .init("short", \.shortID),
      .init("at", \.at),
      .init("title", \.title),
      .init("undoes", \.undoes),
      .init("in_effect", \.isInEffect),
      .init("parts", \.parts),
      .init("by") { Stamp.text(ofNode: $0.node) },
      .init("automatic", \.isAutomatic),
    ]
  )
}

extension UndoReport: JSONModel {
  package static let fields: JSONFields<UndoReport> = [
    .init("title", \.title),
    .init("redone", \.isRedo),
    .init("undone", \.undone),
    .init("kept", \.kept),
  ]
}

extension RestoredRecords: JSONModel {
  package static let fields: JSONFields<RestoredRecords> = [
    .init("restored", \.restored),
    .init("skipped", \.left),
  ]
}

/// A conflict with the names and texts of the person's devices and zone.
package struct ConflictReport: JSONModel {
  let view: ConflictView
  let devices: DeviceNames
  let texts: (current: String, lost: String)

  package static let fields = JSONFields<ConflictReport>(
    named: "Conflict",
    [
      .init("id", \.view.conflict.recordID),
      .init("short", \.view.shortID),
      .init("kind", \.view.conflict.kind.name),
      .init("record", \.view.conflict.about),
      .init("about", \.view.about),
      .init("field", \.view.conflict.field),
      .init("name", \.view.field),
      .init("current", \.view.standing),
      .init("current_text") { $0.texts.current },
      .init("current_at") { $0.view.currentStamp?.instant },
      .init("current_by") { $0.view.currentStamp.map { Stamp.text(ofNode: $0.node) } },
      .init("current_device", \.currentDevice),
      .init("losing", \.view.conflict.value),
      .init("losing_text") { $0.texts.lost },
      .init("at", \.view.conflict.stamp.instant),
      .init("by") { Stamp.text(ofNode: $0.view.conflict.stamp.node) },
      .init("device") { $0.devices.name(of: $0.view.conflict.stamp.node) },
    ]
  )

  private var currentDevice: String? {
    view.currentStamp.flatMap { devices.name(of: $0.node) }
  }
}

extension ConflictView {
  /// Returns the conflict; `moment` formats times for the person.
  package func report(_ devices: DeviceNames, _ moment: (Instant) -> String) -> ConflictReport {
    ConflictReport(view: self, devices: devices, texts: texts(moment))
  }
}

extension FieldValue: JSONValue {
  package static var schema: JSONSchema { .anything }
  package var json: JSON {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .text(let value): .string(value)
    }
  }
}

/// A bulk deletion with the names of the devices.
package struct BulkDeletionReport: JSONModel {
  let deletion: BulkDeletion
  let devices: DeviceNames

  package static let fields = JSONFields<BulkDeletionReport>(
    named: "BulkDeletion",
    [
      .init("id", \.deletion.id),
      .init("short", \.deletion.shortID),
      .init("at", \.deletion.at),
      .init("records", \.deletion.count),
      .init("text", \.deletion.summary),
      .list(
        "kinds",
        { $0.deletion.counts.sorted { $0.key.name < $1.key.name } },
        [.init("kind") { $0.key.name }, .init("count") { $0.value }]
      ),
      .init("by") { $0.deletion.nodes.map { Stamp.text(ofNode: $0) } },
      .init("devices") { report in report.deletion.nodes.map { report.devices[$0] } },
    ]
  )
}

extension BulkDeletion {
  /// Returns the bulk deletion with the names of the devices.
  package func report(_ devices: DeviceNames) -> BulkDeletionReport {
    BulkDeletionReport(deletion: self, devices: devices)
  }
}

/// A device, this one or a named one.
package struct DeviceReport: JSONModel {
  let node: UInt32
  let name: String?
  let isHere: Bool

  package static let fields = JSONFields<DeviceReport>(
    named: "Device",
    [
      .init("id") { Device.id(of: $0.node) },
      .init("by") { Stamp.text(ofNode: $0.node) },
      .init("name", \.name),
      .init("here", \.isHere),
    ]
  )
}

extension DeviceNames {
  /// All devices, this one first.
  package var all: [DeviceReport] {
    let others = named.filter { $0.node != own }
    return [DeviceReport(node: own, name: name(of: own), isHere: true)]
      + others.map { DeviceReport(node: $0.node, name: $0.name, isHere: false) }
  }
}
