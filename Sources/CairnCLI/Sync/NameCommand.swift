import Cairn
import CairnStore

extension Command<CommandContext> {
  static var nameDevice: Command {
    Command(
      "name",
      group: "Care",
      summary: "Say what this device is called, or call it something else.",
      discussion: """
        Other devices and the server show it where they tell of this one. Until you choose, it is the \
        name of the machine, from the first sync on.
        """,
      reads: true,
      examples: [Example("cairn sync name \"Phone\"", "what other devices call this one")],
      arguments: [.optional("name", "One line of 1 to 60 bytes.")],
      action: { invocation, context in
        try await context.withLog { log in
          if let name = invocation.value("name") {
            try await log.write("Call a device") { try $0.name(name) }
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
    if wantsJSON { return output.print(devices.json.text) }
    output.print("This device is called \(devices[devices.own].visible).")
  }
}
