package import CairnHTML

/// What comes into the log and leaves it: import, export, backups, and the activity log.
package struct DataSettings {
  /// A sentence about automatic backups; nil if there are none.
  private let backup: String?

  /// Creates the settings.
  package init(backup: String?) {
    self.backup = backup
  }

  package var html: HTML {
    """
    <section class="card" aria-labelledby="import"><h2 id="import">Import</h2>
    <p>Goodreads, StoryGraph, a Kindle, Audiobookshelf, or any table. You’ll get a preview first.</p>
    <p><a class="button wide" href="/import">Import</a></p></section>
    \(fragment: export)
    <section class="card" aria-labelledby="history"><h2 id="history">History</h2>
    <p><a href="/changes">Activity log</a>: undo any change.</p>
    \(fragment: backup.map { "<p>\($0)</p>" })
    <p class="quiet">Your log is one file. <code>cairn backup</code> makes a verified copy.</p></section>
    """
  }

  private var export: HTML {
    """
    <section class="card" aria-labelledby="export"><h2 id="export">Export</h2>
    <form class="form" action="/settings/export">
    \(fragment: Field.choice("format", "What to export", Self.formats, ""))
    <button class="wide">Export</button></form></section>
    """
  }

  /// The path and the query of each export, with its name.
  static let formats = [
    ("cairn", "Everything (JSON Lines)"), ("books", "Books (CSV)"),
    ("editions", "Editions (CSV)"), ("readings", "Readings (CSV)"),
    ("annotations", "Annotations (CSV)"),
    ("sessions", "Sessions (CSV)"), ("pauses", "Pauses (CSV)"), ("days", "Days (CSV)"),
    ("climbs", "Climbs (CSV)"), ("attempts", "Climb attempts (CSV)"),
    ("stories", "Stories (CSV)"), ("listening", "Listening (CSV)"), ("plays", "Plays (CSV)"),
    ("milestones", "Listening milestones (CSV)"),
    ("goals", "Goals (CSV)"), ("streak_minimums", "Streak minimums (CSV)"),
    ("rest_days", "Rest days (CSV)"),
    ("facts", "Author and book details (CSV)"),
    ("goodreads", "Goodreads library (CSV)"),
    ("ical", "Session calendar"), ("ical?titles=true", "Calendar with titles"),
  ]

  /// Returns the address of an export; nil for an unknown one.
  package static func path(ofExport format: String) -> String? {
    formats.contains { $0.0 == format } ? "/api/v1/exports/\(format)" : nil
  }
}
