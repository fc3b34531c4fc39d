import Cairn
import CairnJSON
import CairnReports
import CairnSQLite
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
        clock, time zones and certificates, and opens no log.

        In the folder of a server with accounts it checks the machine and the log of each account. \
        Stop the server first; with --system it may run.
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
        let repairs = invocation.flag("rebuild")
        if context.directory.isOfServer { return try await context.checkServer(repairs: repairs) }
        return try await context.withLog { log in
          let found = try await context.examine(log, in: context.directory, repairs: repairs)
          context.show(found)
          return found.isHealthy ? .done : .refused
        }
      }
    )
  }
}

extension CommandContext {
  /// Checks an open log of a directory; with `repairs` its tables are recomputed.
  func examine(
    _ log: Log,
    in directory: DataDirectory,
    repairs: Bool
  ) async throws -> Diagnosis {
    let damage = try await translated { try await directory.integrityCheck() }
    let report =
      try await repairs ? log.checkProjections(repair: true) : compare(log, in: directory)
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
  private func compare(_ log: Log, in directory: DataDirectory) async throws -> DoctorReport {
    do {
      return try await log.checkProjections(repair: false)
    } catch let error as CairnError where ["storage.full", "storage.failed"].contains(error.code) {
      let copy = try await translated { try await directory.open().copyInMemory() }
      return try await Log.open(copy, environment: environment).checkProjections(repair: false)
    }
  }

  fileprivate func show(_ found: Diagnosis) {
    if wantsData { return output.print(data: found) }
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
}
