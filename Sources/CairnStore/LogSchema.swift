import CairnSQL

/// The tables of a log; each is declared once (``CairnSQL/SQLTable``), and a released migration never changes.
package enum LogSchema {
  /// The application id `Carn`, at byte 68 of the file of every log on SQLite.
  ///
  /// It exists from the first commit on and never changes, so a log can be recognized without opening it
  /// (https://www.sqlite.org/fileformat2.html, 1.3.12).
  package static let applicationID = (offset: 68, bytes: Array("Carn".utf8))

  static let migrations = [
    Migration(
      1,
      "create the tables of a log",
      sqlite: """
        PRAGMA application_id = 0x4361726E;

        \(fragment: SQLTable.create(tables, for: .sqlite))
        """,
      checksum: "d18704ba419bf3e8"
    )
  ]

  /// The tables of both engines.
  static let tables: [SQLTable] = records + sums + reading + climbing + listening

  private static let records: [SQLTable] = [
    .device, .mutation, .record, .recordChange, .setting, .searchWord, .sync, .quarantine, .resend,
    .remoteDeletion, .unreadable, .lostValue,
  ]

  private static let sums: [SQLTable] = [
    .session, .sessionLabel, .sessionDay, .dayTotal, .subjectDay, .subjectTotal, .hourTotal,
    .dayTag, .skippedDay, .overlapDay, .goal, .streakMinimum, .restDay,
  ]

  private static let reading: [SQLTable] = [
    .reading, .author, .work, .credit, .edition, .entry, .deletedEntry, .entryLabel, .readThrough,
    .annotation, .fact,
  ]

  private static let climbing: [SQLTable] = [.climbing, .climb, .attempt, .tagMark]

  private static let listening: [SQLTable] = [
    .story, .play, .listening, .listeningDay, .storyTotal, .milestone, .notifiedMilestone,
  ]
}
