import Cairn
import CairnSQL

extension LogSchema {
  /// Renames tables, columns, kinds and fields of format 1 to their current names (``FormerNames``).
  ///
  /// The table `doubled_day` is dropped: opening the log creates and fills `overlap_day`.
  static let names = Migration(
    16,
    "use the current names",
    sqlite: """
      ALTER TABLE dose RENAME COLUMN dose TO minimum;
      ALTER TABLE dose RENAME TO streak_minimum;
      ALTER TABLE frozen_day RENAME TO rest_day;
      ALTER TABLE heard_day RENAME TO listening_day;
      ALTER TABLE heard_story RENAME TO story_total;
      ALTER TABLE told_milestone RENAME TO notified_milestone;
      ALTER TABLE removal RENAME TO remote_deletion;
      ALTER TABLE passage RENAME TO annotation;
      DROP INDEX passage_entry;
      CREATE INDEX annotation_entry ON annotation (entry);
      DROP TABLE IF EXISTS doubled_day;

      ALTER TABLE search_word RENAME COLUMN thing TO record;
      DROP INDEX search_word_thing;
      CREATE INDEX search_word_record ON search_word (record);

      ALTER TABLE device RENAME COLUMN place TO file_identity;
      ALTER TABLE device RENAME COLUMN forgotten TO last_purged_seq;
      ALTER TABLE day_total RENAME COLUMN paced TO pace_samples;
      ALTER TABLE day_total RENAME COLUMN paced_time TO pace_sample_time;
      ALTER TABLE day_total RENAME COLUMN paced_amount TO pace_sample_amount;
      ALTER TABLE day_total RENAME COLUMN touching TO active_sessions;
      ALTER TABLE subject_day RENAME COLUMN paced TO pace_samples;
      ALTER TABLE subject_day RENAME COLUMN paced_time TO pace_sample_time;
      ALTER TABLE subject_day RENAME COLUMN paced_amount TO pace_sample_amount;
      ALTER TABLE subject_day RENAME COLUMN touching TO active_sessions;
      ALTER TABLE subject_day RENAME COLUMN run TO read_through;
      ALTER TABLE subject_day RENAME COLUMN form TO edition;
      ALTER TABLE subject_day RENAME COLUMN whole TO page_count;
      ALTER TABLE subject_total RENAME COLUMN paced TO pace_samples;
      ALTER TABLE subject_total RENAME COLUMN paced_time TO pace_sample_time;
      ALTER TABLE subject_total RENAME COLUMN paced_amount TO pace_sample_amount;
      ALTER TABLE subject_total RENAME COLUMN touching TO active_sessions;
      ALTER TABLE subject_total RENAME COLUMN run TO read_through;
      ALTER TABLE subject_total RENAME COLUMN form TO edition;
      ALTER TABLE subject_total RENAME COLUMN whole TO page_count;
      ALTER TABLE hour_total RENAME COLUMN touching TO active_sessions;

      UPDATE record SET kind = CASE kind WHEN 'dose' THEN 'streak_minimum' WHEN 'freeze' THEN 'rest_day'
        WHEN 'passage' THEN 'annotation' ELSE 'tag_mark' END
        WHERE kind IN ('dose', 'freeze', 'passage', 'tagMark');
      UPDATE unreadable SET kind = CASE kind WHEN 'dose' THEN 'streak_minimum' WHEN 'freeze' THEN 'rest_day'
        WHEN 'passage' THEN 'annotation' ELSE 'tag_mark' END
        WHERE kind IN ('dose', 'freeze', 'passage', 'tagMark');
      UPDATE resend SET kind = CASE kind WHEN 'dose' THEN 'streak_minimum' WHEN 'freeze' THEN 'rest_day'
        WHEN 'passage' THEN 'annotation' ELSE 'tag_mark' END
        WHERE kind IN ('dose', 'freeze', 'passage', 'tagMark');
      UPDATE remote_deletion SET kind = CASE kind WHEN 'dose' THEN 'streak_minimum' WHEN 'freeze' THEN 'rest_day'
        WHEN 'passage' THEN 'annotation' ELSE 'tag_mark' END
        WHERE kind IN ('dose', 'freeze', 'passage', 'tagMark');
      UPDATE device SET digest_count = NULL, digest_sum = NULL;
      UPDATE fact SET kind = 'isAskingDisabled' WHERE kind = 'isNotAsked';
      UPDATE search_word SET field = 'annotation' WHERE field = 'passage';
      """,
    then: { try RenamedRecords.update(in: $0) }
  )
}

/// The renaming of fields in stored records.
private enum RenamedRecords {
  private static let batch = 500

  static func update(in connection: any SQLConnection) throws {
    for kind in try RecordTable.kinds(in: connection) {
      var last: RecordID? = RecordID(high: 0, low: 0)
      while let after = last { last = try update(kind, after: after, in: connection) }
    }
  }

  /// Updates the records of a kind after one, and returns the last; nil when there were none.
  private static func update(
    _ kind: RecordKind,
    after id: RecordID,
    in connection: any SQLConnection
  ) throws -> RecordID? {
    let query: SQL = """
      SELECT id, fields, stamp, stamps FROM record
      WHERE kind = \(kind.name) AND id > \(id) ORDER BY id LIMIT \(batch)
      """
    // A row that cannot be read keeps its names: it is in no table either.
    let rows = try connection.all(query) {
      (try $0.id(0) as RecordID, try? RecordTable.record(kind, $0))
    }
    for case (_, let record?) in rows where record.renamed.fields != record.fields {
      try RecordTable.rename(record.renamed, in: connection)
    }
    return rows.last?.0
  }
}
