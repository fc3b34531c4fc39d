import Cairn
import CairnSQLite
import CairnStore

extension Command<Surroundings> {
  static var doctor: Command {
    Command(
      "doctor",
      group: "Care",
      summary: "Check the log, and mend what can be computed anew.",
      discussion: """
        Checks the file itself, and that every table that is computed from your records is what \
        computing it anew gives. With --rebuild the new tables are kept.
        """,
      reads: true,
      examples: [Example("cairn doctor --rebuild", "computes every table anew")],
      options: [.flag("rebuild", "Keep the tables that were computed anew.")],
      action: { invocation, surroundings in
        try await surroundings.withLog { log in
          let damage = try await surroundings.translated {
            try await surroundings.directory.integrityCheck()
          }
          let repairs = invocation.flag("rebuild")
          let report = try await log.checkProjections(repair: repairs)
          surroundings.show(report, damage, hasMended: repairs)
          return report.isHealthy && damage.isEmpty ? .done : .refused
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
      ],
      arguments: [
        .optional("setting", "The setting.", completion: .values(Setting.all.map(\.name))),
        .optional("value", "Its new value; default to put it back."),
      ],
      action: { invocation, surroundings in
        try await surroundings.withLog { log in
          if let name = invocation.value("setting"), let value = invocation.value("value") {
            try await log.set(name, to: value == "default" ? nil : value)
          }
          try surroundings.show(try await log.settings(), only: invocation.value("setting"))
          return .done
        }
      }
    )
  }
}

extension Surroundings {
  fileprivate func show(_ report: DoctorReport, _ damage: [String], hasMended: Bool) {
    if wantsJSON { return output.print(report.json(damage).text) }
    output.say(damage.isEmpty ? "The file is sound." : "The file is damaged:")
    for line in damage { output.print("  \(line.visible)") }
    output.say("\(counted(Int64(report.records), "record")); the tables computed from them are:")
    for line in report.unreadable { output.print("  not readable: \(line.visible)") }
    var table = Table(.init("table"), .init("rows", isNumber: true), .init("computed anew"))
    for one in report.tables {
      let differs = hasMended ? "different, mended" : "different; --rebuild mends it"
      let state = Table.Cell(
        one.isIdentical ? "identical" : differs,
        one.isIdentical ? nil : .warning
      )
      table.append(.init(one.name), .init("\(one.rows)"), state)
    }
    if !output.isQuiet || !report.isHealthy { output.print(table) }
  }

  fileprivate func show(
    _ settings: [(setting: Setting, value: String?)],
    only name: String?
  ) throws(CairnError) {
    let places = [
      ("data-dir", directory.path, directory.origin),
      ("zone", zone.name, variable("CAIRN_ZONE") == nil ? "system" : "CAIRN_ZONE"),
    ]
    let chosen = settings.map {
      ($0.setting.name, $0.value ?? $0.setting.standard, $0.value == nil ? "default" : "log")
    }
    let rows = (places + chosen).filter { name == nil || $0.0 == name }
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

extension DoctorReport {
  fileprivate func json(_ damage: [String]) -> JSON {
    .members(
      ("healthy", .bool(isHealthy && damage.isEmpty)),
      ("damage", .array(damage.map { .string($0) })),
      ("records", .integer(Int64(records))),
      ("unreadable", .array(unreadable.map { .string($0) })),
      (
        "tables",
        .array(
          tables.map {
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
