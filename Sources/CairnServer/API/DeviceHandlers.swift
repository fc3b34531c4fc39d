import CairnActions
import CairnJSON
import CairnStore

/// The handlers of `/api/v1/devices`: the names of the devices that write to the log.
enum DeviceHandlers {
  private static let devices = JSONFields<[DeviceReport]>(list: "devices")

  static let list = Endpoint(
    "List this server’s own device and all other named devices.",
    gives: devices
  ) { context in
    try await context.log.deviceNames().all
  }

  static let name = Endpoint(
    "Rename a device.",
    body: [SchemaField(required: "name", .text, "the new name, one line of 1 to 60 bytes")],
    gives: .json(devices)
  ) { context in
    let (id, name) = (try context.id("id"), context.body.text("name") ?? "")
    return try await context.write { writer in
      try RenameDevice(name, device: id).run(in: writer)
      return devices.json(try writer.deviceNames().all)
    }
  }
}
