import Cairn
import CairnActions
import CairnJSON
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var nameDevice: Command {
    Command(
      "name",
      summary: "Show or set the name of this device.",
      discussion: """
        Other devices and the server show this name. The default is the \
        host name, from the first sync on.
        """,
      examples: [Example("cairn sync name \"Phone\"", "set the device name")],
      arguments: [.optional("name", "The name, one line of 1 to 60 bytes.")],
      action: { invocation, context in
        try await context.withLog { log in
          if let name = invocation.value("name") {
            try await log.write { try RenameDevice(name).run(in: $0) }
          }
          context.show(try await log.deviceNames())
          return .done
        }
      }
    )
  }
}

extension CommandContext {
  /// Prints the name of this device, or all device names as JSON.
  fileprivate func show(_ devices: DeviceNames) {
    if wantsData { return output.print(data: devices.all) }
    output.print("The name of this device is \(devices[devices.own].visible).")
  }
}
