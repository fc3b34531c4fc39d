import Cairn
import CairnSQLite
import CairnStore

extension Command<CommandContext> {
  static var doctor: Command {
    Command(
      "doctor",
      group: "Care",
      summary: "Check the log, and mend what can be computed anew.",
      discussion: """
        Checks the file itself, and that every table that is computed from your records is what \
        computing it anew gives. With --rebuild the new tables are kept. A check needs no room on \
        the disk and no right to write; mending does.
        """,
      reads: true,
      examples: [Example("cairn doctor --rebuild", "computes every table anew")],
      options: [.flag("rebuild", "Keep the tables that were computed anew.")],
      action: { invocation, context in
        try await context.withLog { log in
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
      group: "Care",
      summary: "Show settings and where they come from, or change one.",
      reads: true,
      examples: [
        Example("cairn config", "all settings"),
        Example("cairn config dayStartHour 4", "days begin at four in the morning"),
        Example("cairn config zone Asia/Tokyo", "you are there, whatever the machine says"),
      ],
      arguments: [
        .optional(
          "setting",
          "The name of a setting.",
          completion: .values(Setting.all.map(\.name) + ["zone"])
        ),
        .optional("value", "Its new value, or default for the standard one."),
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
    let words = "Days are those of \(name?.visible ?? "the system's zone")"
    let given = " where \(placedZone.origin) is not given"
    output.say("\(words)\(placedZone.isGiven ? given : "").")
    return .done
  }

  /// Changes a setting; on a terminal, shows a note during a slow update of a long log.
  fileprivate func set(_ name: String, to value: String?, in log: Log) async throws {
    let isWatched = name == Setting.dayStartHour.name && output.standardError.columns != nil
    if isWatched { output.show("Looking which sessions move to another day…") }
    defer { if isWatched { output.show("\r\u{1B}[K") } }
    try await log.set(name, to: value)
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
    output.say(
      !damage.isEmpty
        ? "The file is damaged:"
        : report.unreadable.isEmpty
          ? "The file is sound." : "The file is whole, but not all in it can be read."
    )
    for line in damage { output.print("  \(line.visible)") }
    output.say("\(counted(Int64(report.records), "record")); the tables computed from them are:")
    for line in report.unreadable { output.print("  not readable: \(line.visible)") }
    var table = Table(.init("table"), .init("rows", isNumber: true), .init("computed anew"))
    for one in report.tables {
      let differs = found.hasRepaired ? "different, mended" : "different; --rebuild mends it"
      let state = Table.Cell(
        one.isIdentical ? "identical" : differs,
        one.isIdentical ? nil : .warning
      )
      table.append(.init(one.name), .init("\(one.rows)"), state)
    }
    if !output.isQuiet || !report.isHealthy { output.print(table) }
    guide(to: found.overlap)
    guard !found.repairedTables.isEmpty else { return }
    let rest = found.isHealthy ? "nothing is wrong any more" : "what is listed above is still wrong"
    output.say("Mended \(found.repairedTables.joined(separator: ", ")): \(rest).")
  }

  fileprivate func show(
    _ settings: [(setting: Setting, value: String?)],
    only name: String?
  ) throws(CairnError) {
    let places = [
      ("data-dir", directory.path, directory.origin),
      ("zone", zone.name, placedZone.origin),
    ]
    let chosen = settings.map {
      ($0.setting.name, $0.value ?? $0.setting.standard, $0.value == nil ? "default" : "log")
    }
    let rows = (places + chosen + (try serverRows())).filter { name == nil || $0.0 == name }
    guard !rows.isEmpty else {
      throw CairnError(
        "setting.unknown",
        "There is no setting “\(name ?? "")”.",
        hint: "`cairn config` lists them."
      )
    }
    if wantsJSON {
      return printJSON(
        rows.map {
          .members(("name", .string($0.0)), ("value", .string($0.1)), ("origin", .string($0.2)))
        }
      )
    }
    var table = Table(.init("setting"), .init("value", canShrink: true), .init("from"))
    for row in rows { table.append(.init(row.0), .init(row.1), .init(row.2, .dim)) }
    output.print(lines: table.lines(width: output.standardOutput.columns, style: output.style))
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
private struct Diagnosis {
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

  var json: JSON {
    .members(
      ("healthy", .bool(isHealthy)),
      ("damage", .array(damage.map { .string($0) })),
      ("mended", .array(repairedTables.map { .string($0) })),
      ("records", .integer(Int64(report.records))),
      ("overlaps", .integer(Int64(overlap.overlaps.count))),
      ("twins", .integer(Int64(overlap.books.count))),
      ("unreadable", .array(report.unreadable.map { .string($0) })),
      (
        "tables",
        .array(
          report.tables.map {
            .members(
              ("name", .string($0.name)),
              ("rows", .integer(Int64($0.rows))),
              ("identical", .bool($0.isIdentical))
            )
          }
        )
      )
    )
  }
}
