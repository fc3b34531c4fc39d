package import Cairn
package import CairnReports

/// A sync conflict as the Conflicts page shows it.
package struct ConflictRow {
  package let id: RecordID
  /// The name of the record, with the page that it is on; nil for none.
  package let subject: String
  package let path: String?
  /// The session in conflict; nil for other records.
  package let session: SessionRow?
  /// The name of the field.
  package let field: String
  /// The labels of both choices.
  package let choices: (use: String, keep: String)
  /// The values, as text for people.
  package let current, other: String
  /// The stamp of the current value; nil if the field was never set.
  package let currentStamp: Stamp?
  package let otherStamp: Stamp

  /// Creates the row.
  package init(
    id: RecordID,
    subject: String,
    path: String?,
    session: SessionRow?,
    field: String,
    choices: (use: String, keep: String),
    texts: (current: String, other: String),
    stamps: (current: Stamp?, other: Stamp)
  ) {
    (self.id, self.subject, self.path, self.session) = (id, subject, path, session)
    (self.field, self.choices) = (field, choices)
    (current, other) = texts
    (currentStamp, otherStamp) = stamps
  }
}
