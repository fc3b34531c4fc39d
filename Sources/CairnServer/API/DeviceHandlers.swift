import Cairn
import CairnHTTP
import CairnStore

/// The handlers of `/api/v1/devices`: the names of the devices that write to the log.
enum DeviceHandlers {
  private static let answer: JSONSchema = ["devices": .list(.device)]

  static let list = Endpoint(
    "List the device of this server's pages, and all others that have a name.",
    gives: .json(answer)
  ) { context in
    HTTPResponse(.members(("devices", try await context.log.deviceNames().json)))
  }

  static let name = Endpoint(
    "Call a device something.",
    body: [SchemaField(required: "name", .text, "one line of 1 to 60 bytes")],
    gives: .json(answer)
  ) { context in
    let (id, name) = (try context.id("id"), context.body.text("name") ?? "")
    return try await context.write("Call a device") { writer in
      try writer.name(name, device: id)
      return .members(("devices", try writer.deviceNames().json))
    }
  }
}
