import CairnSQL

extension LogSchema {
  /// The tables of stories, plays, listening sessions and milestones.
  static let stories = Migration(
    4,
    "keep stories and what was listened to",
    sqlite: """
      CREATE TABLE story (
        id BLOB PRIMARY KEY CHECK (length(id) = 16),
        short INTEGER NOT NULL,
        title TEXT NOT NULL,
        folded TEXT NOT NULL,
        series TEXT,
        author TEXT,
        narrator TEXT,
        duration INTEGER CHECK (duration > 0),
        is_favorite INTEGER NOT NULL CHECK (is_favorite IN (0, 1)),
        added INTEGER,
        client_id TEXT,
        source TEXT,
        source_id TEXT,
        is_deleted INTEGER NOT NULL CHECK (is_deleted IN (0, 1))
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX story_short ON story (short);
      CREATE INDEX story_folded ON story (folded);
      CREATE INDEX story_source ON story (source, source_id) WHERE source IS NOT NULL;

      CREATE TABLE play (
        id BLOB PRIMARY KEY CHECK (length(id) = 16),
        story BLOB NOT NULL CHECK (length(story) = 16),
        at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX play_story ON play (story, at);

      CREATE TABLE listening (
        session BLOB PRIMARY KEY CHECK (length(session) = 16),
        story BLOB NOT NULL CHECK (length(story) = 16),
        started_at INTEGER NOT NULL,
        ended_at INTEGER,
        seconds INTEGER CHECK (seconds >= 0),
        is_completed INTEGER NOT NULL CHECK (is_completed IN (0, 1)),
        is_open INTEGER NOT NULL CHECK (is_open IN (0, 1)),
        start_position INTEGER CHECK (start_position >= 0),
        end_position INTEGER CHECK (end_position >= 0),
        speed INTEGER CHECK (speed > 0)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX listening_time ON listening (started_at, session);
      CREATE INDEX listening_story ON listening (story, started_at);
      CREATE INDEX listening_completed ON listening (is_completed, started_at, session);

      CREATE TABLE heard_day (
        day INTEGER PRIMARY KEY,
        sessions INTEGER NOT NULL CHECK (sessions >= 0),
        seconds INTEGER NOT NULL CHECK (seconds >= 0),
        completed INTEGER NOT NULL CHECK (completed >= 0),
        completed_seconds INTEGER NOT NULL CHECK (completed_seconds >= 0)
      ) STRICT;

      CREATE TABLE heard_story (
        story BLOB PRIMARY KEY CHECK (length(story) = 16),
        sessions INTEGER NOT NULL CHECK (sessions >= 0),
        seconds INTEGER NOT NULL CHECK (seconds >= 0),
        completed INTEGER NOT NULL CHECK (completed >= 0),
        completed_seconds INTEGER NOT NULL CHECK (completed_seconds >= 0)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE milestone (
        name TEXT PRIMARY KEY,
        at INTEGER NOT NULL,
        session BLOB NOT NULL CHECK (length(session) = 16),
        is_told INTEGER NOT NULL CHECK (is_told IN (0, 1))
      ) STRICT, WITHOUT ROWID;
      """
  )

  /// Moves the reported flag of milestones out of the records.
  ///
  /// Reporting is no user action. As part of a record it added a history entry and blocked undoing the session that
  /// reached the milestone.
  static let notifiedMilestones = Migration(
    6,
    "keep what apps were told of apart",
    sqlite: """
      CREATE TABLE told_milestone (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
      INSERT INTO told_milestone (name) SELECT name FROM milestone WHERE is_told = 1;
      ALTER TABLE milestone DROP COLUMN is_told;
      """
  )

  /// Adds whether only the day of a session is known; the rebuild that fills `overlap_day` fills it too.
  static let dayOnly = Migration(
    7,
    "keep of which sessions only the day is known",
    sqlite: """
      ALTER TABLE listening ADD COLUMN is_day_only INTEGER NOT NULL DEFAULT 0
        CHECK (is_day_only IN (0, 1));
      """
  )

  /// Adds the notes of stories.
  static let storyNotes = Migration(
    8,
    "keep what is written about stories",
    sqlite: """
      ALTER TABLE story ADD COLUMN notes TEXT;
      UPDATE story SET notes = (
        SELECT json_extract(fields, '$.notes') FROM record
        WHERE record.kind = 'story' AND record.id = story.id);
      """
  )

  /// Records when the listening data of a story changed, for apps that poll for changes.
  ///
  /// Not a projection: the record of a session moved to another story does not contain the previous story.
  static let storyChanges = Migration(
    9,
    "note when what was heard of a story changed",
    sqlite: """
      CREATE TABLE story_change (
        story BLOB PRIMARY KEY CHECK (length(story) = 16),
        at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      """
  )
}
