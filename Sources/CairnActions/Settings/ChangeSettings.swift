public import Cairn

/// Changes settings, which sync to all devices; nil restores a default.
///
/// Another start hour recomputes all days.
public struct ChangeSettings: Sendable {
  /// The settings with their new values.
  public var values: [(setting: Setting, value: String?)]

  /// Creates the act.
  public init(_ values: [(setting: Setting, value: String?)]) { self.values = values }

  /// Changes the settings; does nothing for those that have their value already, and throws `setting.invalid`.
  public func run(in store: some RecordStore) throws(CairnError) {
    var changed: [(setting: Setting, value: String?)] = []
    for (setting, value) in values {
      if let value { try setting.check(value) }
      let id = Setting.recordID(setting.name)
      guard try store.find(ChosenSetting.self, id)?.value != value else { continue }
      try store.save(ChosenSetting(setting, value))
      changed.append((setting, value))
    }
    if !changed.isEmpty { store.title = title(changed) }
  }

  private func title(_ changed: [(setting: Setting, value: String?)]) -> String {
    if changed.count == 1 {
      let (setting, value) = changed[0]
      return "\(setting.label): \(setting.text(of: value ?? setting.standard))"
    }
    return "Settings changed: "
      + changed.map { $0.setting.label.lowercased() }.joined(separator: ", ")
  }
}

/// Names a device that writes to the log.
public struct RenameDevice: Sendable {
  /// The new name.
  public var name: String
  /// The record of a device that has a name already; nil for this device.
  public var device: RecordID?

  /// Creates the act.
  public init(_ name: String, device: RecordID? = nil) { (self.name, self.device) = (name, device) }

  /// Names the device; throws `sync.invalid_device_name` and `sync.device_not_found`.
  public func run(in store: some RecordStore) throws(CairnError) {
    let new = try Device(node: node(store), name: name)
    store.title = "Device renamed to “\(new.name)”"
    try store.save(new)
  }

  private func node(_ store: some RecordStore) throws(CairnError) -> UInt32 {
    let own = store.device.flatMap { UInt32($0, radix: 16) }
    let nodes = [own].compactMap { $0 } + (try store.all(Device.self)).map { $0.node }
    let known = device.map { device in nodes.first { Device.id(of: $0) == device } } ?? own
    guard let node = known else {
      throw CairnError(
        "sync.device_not_found",
        "There is no such device.",
        hint: "See Settings in the web app for your devices."
      )
    }
    return node
  }
}
