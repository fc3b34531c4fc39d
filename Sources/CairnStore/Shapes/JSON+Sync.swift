package import Cairn

extension ConflictView {
  /// Returns the JSON form of a conflict, documented in `docs/cli.md`.
  package func json(_ devices: DeviceNames, _ moment: (Instant) -> String) -> JSON {
    let texts = texts(moment)
    return .members(
      ("id", .string(conflict.recordID.text)),
      ("short", .string(shortID.text)),
      ("kind", .string(conflict.kind.name)),
      ("record", .string(conflict.about.text)),
      ("about", .string(about)),
      ("field", .string(conflict.field)),
      ("name", .string(field)),
      ("current", standing.json),
      ("current_text", .string(texts.current)),
      ("current_at", .text(currentStamp?.instant.text)),
      ("current_by", .text(currentStamp.map { Stamp.text(ofNode: $0.node) })),
      ("current_device", .text(currentStamp.flatMap { devices.name(of: $0.node) })),
      ("losing", conflict.value.json),
      ("losing_text", .string(texts.lost)),
      ("at", .string(conflict.stamp.instant.text)),
      ("by", .string(Stamp.text(ofNode: conflict.stamp.node))),
      ("device", .text(devices.name(of: conflict.stamp.node)))
    )
  }
}

extension BulkDeletion {
  /// Returns the JSON form of a bulk deletion, documented in `docs/cli.md`.
  package func json(_ devices: DeviceNames) -> JSON {
    let kinds = counts.sorted { $0.key.name < $1.key.name }.map { kind, count in
      JSON.members(("kind", .string(kind.name)), ("count", .integer(Int64(count))))
    }
    return .members(
      ("id", .string(id.text)),
      ("short", .string(shortID.text)),
      ("at", .string(at.text)),
      ("records", .integer(Int64(count))),
      ("words", .string(summary)),
      ("kinds", .array(kinds)),
      ("by", .array(nodes.map { .string(Stamp.text(ofNode: $0)) })),
      ("devices", .array(nodes.map { .string(devices[$0]) }))
    )
  }
}

extension RestoredRecords {
  /// The JSON form of restored records, documented in `docs/cli.md`.
  package var json: JSON {
    .members(("restored", .integer(Int64(restored))), ("left", .integer(Int64(left))))
  }
}

extension FieldValue {
  fileprivate var json: JSON {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .text(let value): .string(value)
    }
  }
}

extension DeviceNames {
  /// The JSON form of all devices, this one first, documented in `docs/cli.md`.
  package var json: JSON {
    let others = named.filter { $0.node != own }.map { json($0.node, $0.name) }
    return .array([json(own, name(of: own))] + others)
  }

  private func json(_ node: UInt32, _ name: String?) -> JSON {
    .members(
      ("id", .string(Device.id(of: node).text)),
      ("by", .string(Stamp.text(ofNode: node))),
      ("name", .text(name)),
      ("here", .bool(node == own))
    )
  }
}
