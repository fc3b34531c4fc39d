import Cairn
import CairnJSON
import CairnSQLite
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var doctor: Command {
    Command(
      "doctor",
      summary: "Check the log, and repair what can be recomputed.",
      discussion: """
        Checks the file, and compares every table derived from your records with a fresh \
        computation. With --rebuild the fresh tables are kept. A check needs no free disk space \
        and no write permission; a repair needs both.

        With --system it checks this machine instead: libraries, permissions, disk space, the \
        clock, time zones and certificates. It opens no log, so it also works for a server's folder.
        """,
      examples: [
        Example("cairn doctor --rebuild", "recompute all tables"),
        Example("cairn doctor --system", "check what Cairn needs of this machine"),
      ],
      options: [
        .flag("rebuild", "Keep the recomputed tables."),
        .flag("system", "Check this machine instead of the log."),
      ],
      action: { invocation, context in
        if invocation.flag("system") { return context.checkMachine() ? .done : .refused }
        return try await context.withLog { log in
          let repairs = invocation.flag("rebuild")
          let found = try await context.examine(log, repairs: repairs)
          context.show(found)
          return found.isHealthy ? .done : .refused
        }
      }
    )
  }

  static var config: Command {
    Command(
      "config",
      summary: "Show settings and their origin, or change one.",
      discussion: Setting.all.map { "\($0.name): \($0.summary)" }.joined(separator: "\n") + """

        zone: The time zone of this data directory.

        The settings above are yours, and all but the zone are in the log, so your devices share them. The other settings are options \
        of `cairn serve`, which `cairn help serve` explains.
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
        let (name, value) = (invocation.value("setting"), invocation.value("value"))
        let new = value == "default" ? nil : value
        if name == "zone", value != nil { return try context.choose(zone: new) }
        return try await context.withLog { log in
          if let name, value != nil { try await context.set(name, to: new, in: log) }
          try context.show(try await log.settings(), only: invocation.value("setting"))
          return .done
        }
      }
    )
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
    try await log.set(name, to: value) { progress.advance(to: $0, of: $1) }
  }

  fileprivate func examine(_ log: Log, repairs: Bool) async throws -> Diagnosis {
    let damage = try await translated { try await directory.integrityCheck() }
    let report = try await repairs ? log.checkProjections(repair: true) : compare(log)
    let isDamaged = repairs && !damage.isEmpty
    let left = isDamaged ? try await translated { try await directory.integrityCheck() } : damage
    return Diagnosis(
      report: report,
      damage: left,
      hasRepaired: repairs,
      // A read error is reported above.
      overlap: (try? await log.possibleDuplicates()) ?? .none
    )
  }

  /// Compares the tables with a rebuild, in memory if the disk is not writable.
  private func compare(_ log: Log) async throws -> DoctorReport {
    do {
      return try await log.checkProjections(repair: false)
    } catch let error as CairnError where ["storage.full", "storage.failed"].contains(error.code) {
      let copy = try await translated { try await directory.open().copyInMemory() }
      return try await Log.open(copy, environment: environment).checkProjections(repair: false)
    }
  }

  fileprivate func show(_ found: Diagnosis) {
    if wantsJSON { return output.print(found.json.text) }
    let (report, damage) = (found.report, found.damage)
    output.info(
      !damage.isEmpty
        ? "The file is damaged:"
        : report.unreadable.isEmpty
          ? "The file is intact." : "The file is intact, but some records cannot be read."
    )
    for line in damage { output.print("  \(line.visible)") }
    output.info("\(counted(report.records, "record")); derived tables:")
    for line in report.unreadable { output.print("  unreadable: \(line.visible)") }
    var table = Table(.init("table"), .init("rows", isNumber: true), .init("recomputed"))
    for one in report.tables {
      let differs =
        found.hasRepaired ? "different, repaired" : "different; repair it with --rebuild"
      let state = Table.Cell(
        one.isIdentical ? "identical" : differs,
        one.isIdentical ? nil : .warning
      )
      table.append(.init(one.name), .init("\(one.rows)"), state)
    }
    if !output.isQuiet || !report.isHealthy { output.print(table) }
    printHint(about: found.overlap)
    guard !found.repairedTables.isEmpty else { return }
    let rest = found.isHealthy ? "no problems left" : "the problems above remain"
    output.info("Repaired \(found.repairedTables.joined(separator: ", ")): \(rest).")
  }

  fileprivate func show(
    _ settings: [(setting: Setting, value: String?)],
    only name: String?
  ) throws(CairnError) {
    let places = [
      ("data-dir", directory.path, directory.origin),
      ("zone", zone.name, resolvedZone.origin),
    ]
    let chosen = settings.map {
      ($0.setting.name, $0.value ?? $0.setting.standard, $0.value == nil ? "default" : "log")
    }
    let own = (places + chosen).filter { name == nil || $0.0 == name }
    let ofServer = try serverRows().filter { name == nil || $0.0 == name }
    let rows = own + ofServer
    guard !rows.isEmpty else {
      throw Setting.unknown(name ?? "").with(hint: "List settings with `cairn config`.")
    }
    if wantsJSON {
      return printJSON(
        rows.map {
          .members(("name", .string($0.0)), ("value", .string($0.1)), ("origin", .string($0.2)))
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
  /// Returns the settings that `cairn serve` would use; secrets are masked.
  private func serverRows() throws(CairnError) -> [(String, String, String)] {
    let settings = ServerSettings(nil, variable: variable)
    return try ServerSetting.all.map { setting throws(CairnError) in
      let (value, origin) = try settings.found(setting)
      return (setting.name, setting.isSecret && !value.isEmpty ? "••••" : value, origin)
    }
  }
}

/// The findings of `cairn doctor`, and whether it repaired them.
private struct Diagnosis: JSONModel {
  let report: DoctorReport
  /// Damage to the file that remains after the repair.
  let damage: [String]
  let hasRepaired: Bool
  /// Possible duplicates that two devices created.
  let overlap: PossibleDuplicates

  /// The tables that were repaired.
  var repairedTables: [String] {
    hasRepaired ? report.tables.filter { !$0.isIdentical }.map(\.name) : []
  }

  /// Whether no problem remains.
  var isHealthy: Bool {
    damage.isEmpty && (hasRepaired ? report.unreadable.isEmpty : report.isHealthy)
  }

  static let fields: JSONFields<Diagnosis> = [
    .init("healthy", \.isHealthy),
    .init("damage", \.damage),
    .init("repaired", \.repairedTables),
    .init("records", \.report.records),
    .init("overlaps", \.overlap.overlaps.count),
    .init("possible_duplicates", \.overlap.books.count),
    .init("unreadable", \.report.unreadable),
    .list(
      "tables",
      \.report.tables,
      [
        .init("name", \.name),
        .init("rows", \.rows),
        .init("identical", \.isIdentical),
      ]
    ),
  ]
}
