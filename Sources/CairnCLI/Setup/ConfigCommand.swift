import Cairn
import CairnJSON
import CairnStore

extension Command<CommandContext> {
  static var config: Command {
    Command(
      "config",
      summary: "Show settings and their origin, or change one.",
      discussion: Setting.all.map { "\($0.name): \($0.summary)" }.joined(separator: "\n") + """

        zone: The time zone of this data directory.

        The settings above are yours, and all but the zone are in the log, so your devices share them. The other settings are options \
        of `cairn serve`, which `cairn help serve` explains. In the folder of a server with accounts only those are \
        shown.
        """,
      examples: [
        Example("cairn config", "all settings, yours first"),
        Example("cairn config dayStartHour 4", "days start at 4 in the morning"),
        Example("cairn config zone Asia/Tokyo", "use this time zone on any machine"),
      ],
      arguments: [
        .optional(
          "setting",
          "The setting.",
          completion: .values(Setting.all.map(\.name) + ["zone"])
        ),
        .optional("value", "The new value, or default."),
      ],
      action: { invocation, context in
        let (name, value) = (invocation.settingName, invocation.value("value"))
        let new = value == "default" ? nil : value
        if name == "zone", value != nil { return try context.choose(zone: new) }
        if context.directory.isOfServer, !Setting.all.contains(where: { $0.name == name }) {
          try context.show([], only: name)
          return .done
        }
        return try await context.withLog { log in
          if let name, value != nil { try await context.set(name, to: new, in: log) }
          try context.show(try await log.settings(), only: name)
          return .done
        }
      }
    )
  }
}

extension Invocation {
  /// The name of the setting as it is written, ignoring case; a word that names none as it is.
  fileprivate var settingName: String? {
    let names = Setting.all.map(\.name) + ["zone"] + ServerSetting.all.map(\.name)
    return value("setting").map { word in
      names.first { $0.lowercased() == word.lowercased() } ?? word
    }
  }
}

extension CommandContext {
  /// Saves the zone of this data directory; nil restores the system zone.
  fileprivate func choose(zone name: String?) throws -> ExitCode {
    try ConfiguredTimeZone(in: directory.path).set(name, known: environment.zone)
    let words = "Days use \(name?.visible ?? "the system's time zone")"
    let given = " unless \(resolvedZone.origin) is set"
    output.info("\(words)\(resolvedZone.isGiven ? given : "").")
    return .done
  }

  /// Changes a setting; on a terminal, shows the progress of a slow update of a long log.
  fileprivate func set(_ name: String, to value: String?, in log: Log) async throws {
    let progress = LogProgress("Moving sessions to their days", self)
    defer { progress.finish() }
    let spelled = value.map { Setting(name: name)?.spelled($0) ?? $0 }
    try await log.set(name, to: spelled) { progress.advance(to: $0, of: $1) }
  }

  fileprivate func show(
    _ settings: [(setting: Setting, value: String?)],
    only name: String?
  ) throws(CairnError) {
    let places = [
      ("data-dir", directory.path, origin(directory.origin)),
      ("zone", zone.name, origin(resolvedZone.origin)),
    ]
    let chosen = settings.map {
      ($0.setting.name, $0.value ?? $0.setting.standard, $0.value == nil ? "default" : "log")
    }
    let own = (places + chosen).filter { name == nil || $0.0 == name }
    let ofServer = try serverRows().filter { name == nil || $0.0 == name }
    let rows = own + ofServer
    guard !rows.isEmpty else {
      throw Setting.unknown(name ?? "").with(hint: Self.hint(forUnknown: name ?? ""))
    }
    if wantsData {
      return output.print(
        data: rows.map {
          JSON.members(("name", $0.0.json), ("value", $0.1.json), ("origin", $0.2.json))
        }
      )
    }
    for rows in [own, ofServer] where !rows.isEmpty {
      if name == nil, rows[0] != own[0] {
        output.print("\n" + output.style.paint("Options of `cairn serve`", .title))
      }
      var table = Table(.init("setting"), .init("value", canShrink: true), .init("from"))
      for row in rows { table.append(.init(row.0), .init(row.1), .init(row.2, .dim)) }
      output.print(table)
    }
  }
}

extension CommandContext {
  /// Returns the next step after a word that names no setting, such as `autoFinish=no`.
  private static func hint(forUnknown word: String) -> String {
    let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return "List settings with `cairn config`." }
    return "Write a space before the value: `cairn config \(parts[0]) \(parts[1])`."
  }

  /// Returns the settings that `cairn serve` would use; secrets are masked.
  private func serverRows() throws(CairnError) -> [(String, String, String)] {
    let settings = ServerSettings(nil, variable: variable)
    return try ServerSetting.all.map { setting throws(CairnError) in
      let (value, source) = try settings.found(setting)
      return (setting.name, setting.isSecret && !value.isEmpty ? "••••" : value, origin(source))
    }
  }
}
