import CairnSQL

/// The tables of a log as a list of migrations; a released migration never changes.
package enum LogSchema {
  /// The application id `Carn`, at byte 68 of the file of every log on SQLite.
  ///
  /// It exists from the first commit on and never changes, so a log can be recognized without opening it
  /// (https://www.sqlite.org/fileformat2.html, 1.3.12).
  package static let mark = (offset: 68, bytes: Array("Carn".utf8))

  static let migrations = [
    Migration(
      1,
      "keep records, mutations and projections",
      sqlite: """
        PRAGMA application_id = 0x4361726E;

        CREATE TABLE device (
          one INTEGER PRIMARY KEY CHECK (one = 1),
          node INTEGER NOT NULL CHECK (node BETWEEN 0 AND 4294967295),
          log BLOB NOT NULL CHECK (length(log) = 16),
          seen TEXT CHECK (length(seen) IN (25, 26))
        ) STRICT;

        CREATE TABLE mutation (
          number INTEGER PRIMARY KEY,
          id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
          stamp TEXT NOT NULL CHECK (length(stamp) IN (25, 26)),
          at INTEGER NOT NULL,
          title TEXT NOT NULL,
          line BLOB NOT NULL CHECK (length(line) = 16),
          part INTEGER NOT NULL CHECK (part > 0),
          undoes BLOB CHECK (length(undoes) = 16),
          changes TEXT NOT NULL,
          outbox INTEGER NOT NULL DEFAULT 0 CHECK (outbox IN (0, 1, 2)),
          request TEXT CHECK (length(request) = 64),
          answer TEXT CHECK ((answer IS NULL) = (request IS NULL)),
          joined BLOB CHECK (length(joined) = 16)
        ) STRICT;
        CREATE INDEX mutation_stamp ON mutation (stamp);
        CREATE UNIQUE INDEX mutation_line ON mutation (line, part);
        CREATE INDEX mutation_undoes ON mutation (undoes) WHERE undoes IS NOT NULL;
        CREATE INDEX mutation_outbox ON mutation (outbox, number) WHERE outbox < 2;

        CREATE TABLE record (
          kind TEXT NOT NULL,
          id BLOB NOT NULL CHECK (length(id) = 16),
          fields TEXT NOT NULL,
          stamp TEXT NOT NULL CHECK (length(stamp) IN (25, 26)),
          stamps TEXT,
          seq INTEGER NOT NULL,
          PRIMARY KEY (kind, id)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX record_seq ON record (seq);

        CREATE TABLE setting (
          name TEXT PRIMARY KEY,
          value TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE session (
          id BLOB PRIMARY KEY CHECK (length(id) = 16),
          short INTEGER NOT NULL,
          kind TEXT NOT NULL,
          started_at INTEGER NOT NULL,
          ended_at INTEGER CHECK (ended_at >= started_at),
          segments TEXT NOT NULL,
          active INTEGER NOT NULL CHECK (active >= 0),
          amount INTEGER CHECK (amount >= 0),
          zone TEXT NOT NULL,
          end_zone TEXT,
          day INTEGER NOT NULL,
          note TEXT,
          source TEXT,
          mood_before INTEGER CHECK (mood_before BETWEEN 1 AND 5),
          mood_after INTEGER CHECK (mood_after BETWEEN 1 AND 5),
          place TEXT,
          interruptions TEXT
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX session_time ON session (started_at, id);
        CREATE INDEX session_kind_time ON session (kind, started_at);
        CREATE INDEX session_short ON session (short);
        CREATE UNIQUE INDEX session_one_open ON session (kind) WHERE ended_at IS NULL;

        CREATE TABLE session_day (
          session BLOB NOT NULL CHECK (length(session) = 16),
          day INTEGER NOT NULL,
          kind TEXT NOT NULL,
          time INTEGER NOT NULL CHECK (time >= 0),
          amount INTEGER NOT NULL CHECK (amount >= 0),
          is_first INTEGER NOT NULL CHECK (is_first IN (0, 1)),
          PRIMARY KEY (session, day)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX session_day_day ON session_day (kind, day);

        CREATE TABLE day_total (
          kind TEXT NOT NULL,
          day INTEGER NOT NULL,
          time INTEGER NOT NULL CHECK (time >= 0),
          amount INTEGER NOT NULL CHECK (amount >= 0),
          sessions INTEGER NOT NULL CHECK (sessions >= 0),
          paced INTEGER NOT NULL CHECK (paced >= 0),
          paced_time INTEGER NOT NULL CHECK (paced_time >= 0),
          paced_amount INTEGER NOT NULL CHECK (paced_amount >= 0),
          touching INTEGER NOT NULL CHECK (touching >= 0),
          PRIMARY KEY (kind, day)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE subject_day (
          subject BLOB NOT NULL CHECK (length(subject) = 16),
          day INTEGER NOT NULL,
          kind TEXT NOT NULL,
          run BLOB NOT NULL CHECK (length(run) = 16),
          form BLOB NOT NULL CHECK (length(form) = 16),
          whole INTEGER NOT NULL CHECK (whole >= 0),
          time INTEGER NOT NULL CHECK (time >= 0),
          amount INTEGER NOT NULL CHECK (amount >= 0),
          sessions INTEGER NOT NULL CHECK (sessions >= 0),
          paced INTEGER NOT NULL CHECK (paced >= 0),
          paced_time INTEGER NOT NULL CHECK (paced_time >= 0),
          paced_amount INTEGER NOT NULL CHECK (paced_amount >= 0),
          touching INTEGER NOT NULL CHECK (touching >= 0),
          PRIMARY KEY (subject, day, run, form, whole)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX subject_day_day ON subject_day (kind, day);

        CREATE TABLE subject_total (
          subject BLOB NOT NULL CHECK (length(subject) = 16),
          kind TEXT NOT NULL,
          run BLOB NOT NULL CHECK (length(run) = 16),
          form BLOB NOT NULL CHECK (length(form) = 16),
          whole INTEGER NOT NULL CHECK (whole >= 0),
          time INTEGER NOT NULL CHECK (time >= 0),
          amount INTEGER NOT NULL CHECK (amount >= 0),
          sessions INTEGER NOT NULL CHECK (sessions >= 0),
          paced INTEGER NOT NULL CHECK (paced >= 0),
          paced_time INTEGER NOT NULL CHECK (paced_time >= 0),
          paced_amount INTEGER NOT NULL CHECK (paced_amount >= 0),
          touching INTEGER NOT NULL CHECK (touching >= 0),
          PRIMARY KEY (subject, run, form, whole)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE hour_total (
          kind TEXT NOT NULL,
          year INTEGER NOT NULL,
          hour INTEGER NOT NULL CHECK (hour BETWEEN 0 AND 167),
          time INTEGER NOT NULL,
          amount INTEGER NOT NULL,
          sessions INTEGER NOT NULL,
          touching INTEGER NOT NULL,
          PRIMARY KEY (kind, year, hour)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE day_tag (
          kind TEXT NOT NULL,
          day INTEGER NOT NULL,
          tag TEXT NOT NULL CHECK (tag IN ('mood', 'pause', 'place')),
          value TEXT NOT NULL,
          time INTEGER NOT NULL,
          times INTEGER NOT NULL CHECK (times >= 0),
          PRIMARY KEY (kind, day, tag, value)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE skipped_day (
          session BLOB NOT NULL CHECK (length(session) = 16),
          day INTEGER NOT NULL,
          PRIMARY KEY (session, day)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE goal (
          id BLOB PRIMARY KEY CHECK (length(id) = 16),
          measure TEXT NOT NULL,
          cadence TEXT NOT NULL,
          valid_from INTEGER NOT NULL,
          target INTEGER CHECK (target > 0)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE dose (
          id BLOB PRIMARY KEY CHECK (length(id) = 16),
          cadence TEXT NOT NULL,
          valid_from INTEGER NOT NULL,
          dose TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE frozen_day (
          day INTEGER PRIMARY KEY
        ) STRICT;

        CREATE TABLE reading (
          session BLOB PRIMARY KEY CHECK (length(session) = 16),
          entry BLOB NOT NULL CHECK (length(entry) = 16),
          read_through BLOB NOT NULL CHECK (length(read_through) = 16),
          started_at INTEGER NOT NULL,
          start_position TEXT,
          end_position TEXT,
          page_count INTEGER CHECK (page_count > 0)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX reading_entry ON reading (entry, started_at);

        CREATE TABLE author (
          id BLOB PRIMARY KEY CHECK (length(id) = 16),
          name TEXT NOT NULL,
          folded TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX author_folded ON author (folded);

        CREATE TABLE work (
          id BLOB PRIMARY KEY CHECK (length(id) = 16),
          title TEXT NOT NULL,
          folded TEXT NOT NULL,
          series TEXT,
          series_number TEXT,
          first_year INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX work_folded ON work (folded);

        CREATE TABLE credit (
          work BLOB NOT NULL CHECK (length(work) = 16),
          position INTEGER NOT NULL,
          author BLOB NOT NULL CHECK (length(author) = 16),
          is_contributor INTEGER NOT NULL CHECK (is_contributor IN (0, 1)),
          PRIMARY KEY (work, position)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX credit_author ON credit (author);

        CREATE TABLE edition (
          id BLOB PRIMARY KEY CHECK (length(id) = 16),
          work BLOB NOT NULL CHECK (length(work) = 16),
          isbn TEXT,
          pages INTEGER CHECK (pages > 0),
          format TEXT,
          publisher TEXT,
          year INTEGER,
          language TEXT
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX edition_work ON edition (work);
        CREATE INDEX edition_isbn ON edition (isbn) WHERE isbn IS NOT NULL;

        CREATE TABLE entry (
          id BLOB PRIMARY KEY CHECK (length(id) = 16),
          short INTEGER NOT NULL,
          work BLOB NOT NULL CHECK (length(work) = 16),
          edition BLOB CHECK (length(edition) = 16),
          first_edition BLOB CHECK (length(first_edition) = 16),
          status TEXT NOT NULL,
          added TEXT,
          is_borrowed INTEGER NOT NULL CHECK (is_borrowed IN (0, 1)),
          rating INTEGER CHECK (rating BETWEEN 1 AND 20),
          shelves TEXT,
          tags TEXT,
          notes TEXT,
          review TEXT,
          source TEXT,
          source_id TEXT
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX entry_work ON entry (work);
        CREATE INDEX entry_status ON entry (status);
        CREATE INDEX entry_short ON entry (short);
        CREATE INDEX entry_source ON entry (source, source_id) WHERE source IS NOT NULL;

        CREATE TABLE deleted_entry (
          id BLOB PRIMARY KEY CHECK (length(id) = 16),
          short INTEGER NOT NULL,
          work BLOB NOT NULL CHECK (length(work) = 16),
          merged_into BLOB CHECK (length(merged_into) = 16)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE entry_label (
          kind TEXT NOT NULL CHECK (kind IN ('shelf', 'tag')),
          folded TEXT NOT NULL,
          entry BLOB NOT NULL CHECK (length(entry) = 16),
          name TEXT NOT NULL,
          PRIMARY KEY (kind, folded, entry)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX entry_label_entry ON entry_label (entry);

        CREATE TABLE read_through (
          id BLOB PRIMARY KEY CHECK (length(id) = 16),
          entry BLOB NOT NULL CHECK (length(entry) = 16),
          started TEXT,
          finished TEXT,
          stopped TEXT,
          outcome TEXT,
          reason TEXT,
          rating INTEGER CHECK (rating BETWEEN 1 AND 20),
          position TEXT,
          edition BLOB CHECK (length(edition) = 16)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX read_through_entry ON read_through (entry);

        CREATE TABLE passage (
          id BLOB PRIMARY KEY CHECK (length(id) = 16),
          entry BLOB NOT NULL CHECK (length(entry) = 16),
          page INTEGER,
          location INTEGER,
          made TEXT
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX passage_entry ON passage (entry);

        CREATE TABLE search_word (
          word TEXT NOT NULL,
          field TEXT NOT NULL,
          thing BLOB NOT NULL CHECK (length(thing) = 16),
          PRIMARY KEY (word, field, thing)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX search_word_thing ON search_word (thing);
        """
    ),
    // Sequence numbers belong to records. A purged record leaves none, so its number is stored here and never reused: a
    // client that knows the log up to that number would miss the next change.
    Migration(
      2,
      "number what is forgotten",
      sqlite: "ALTER TABLE device ADD COLUMN forgotten INTEGER NOT NULL DEFAULT 0;"
    ),
    Migration(
      3,
      "keep climbs",
      sqlite: """
        CREATE TABLE climbing (
          session BLOB PRIMARY KEY CHECK (length(session) = 16),
          discipline TEXT,
          mental INTEGER CHECK (mental BETWEEN 1 AND 5),
          physical INTEGER CHECK (physical BETWEEN 1 AND 5),
          rpe INTEGER CHECK (rpe BETWEEN 1 AND 10),
          pump INTEGER CHECK (pump BETWEEN 1 AND 5),
          is_private INTEGER NOT NULL CHECK (is_private IN (0, 1)),
          is_outdoor INTEGER CHECK (is_outdoor IN (0, 1)),
          partners TEXT,
          conditions TEXT,
          temperature INTEGER,
          humidity INTEGER CHECK (humidity BETWEEN 0 AND 100)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE climb (
          id BLOB PRIMARY KEY CHECK (length(id) = 16),
          short INTEGER NOT NULL,
          session BLOB CHECK (length(session) = 16),
          day INTEGER CHECK ((day IS NULL) = (session IS NOT NULL)),
          place TEXT,
          is_outdoor INTEGER CHECK (is_outdoor IN (0, 1)),
          position INTEGER NOT NULL CHECK (position > 0),
          at INTEGER,
          name TEXT,
          folded TEXT,
          discipline TEXT,
          grade TEXT,
          scale TEXT CHECK ((scale IS NULL) = (grade IS NULL)),
          style TEXT,
          pitches INTEGER CHECK (pitches > 0),
          notes TEXT,
          source TEXT
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX climb_session ON climb (session, position) WHERE session IS NOT NULL;
        CREATE INDEX climb_day ON climb (day) WHERE day IS NOT NULL;
        CREATE INDEX climb_short ON climb (short);
        CREATE INDEX climb_folded ON climb (folded) WHERE folded IS NOT NULL;

        CREATE TABLE attempt (
          climb BLOB NOT NULL CHECK (length(climb) = 16),
          number INTEGER NOT NULL CHECK (number > 0),
          id BLOB NOT NULL CHECK (length(id) = 16),
          result TEXT CHECK (result IN ('try', 'send')),
          tick TEXT CHECK (tick IS NULL OR result = 'send'),
          at INTEGER,
          PRIMARY KEY (climb, number, id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE tag_mark (
          climb BLOB NOT NULL CHECK (length(climb) = 16),
          tag TEXT NOT NULL,
          id BLOB NOT NULL CHECK (length(id) = 16),
          impact TEXT NOT NULL CHECK (impact IN ('helped', 'hindered')),
          PRIMARY KEY (climb, tag, id)
        ) STRICT, WITHOUT ROWID;
        """
    ),
    stories,
    Migration(
      5,
      "add up the attempts at each climb",
      sqlite: """
        ALTER TABLE climb ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0);
        ALTER TABLE climb ADD COLUMN unknown INTEGER NOT NULL DEFAULT 0 CHECK (unknown >= 0);
        ALTER TABLE climb ADD COLUMN sends INTEGER NOT NULL DEFAULT 0 CHECK (sends >= 0);
        ALTER TABLE climb ADD COLUMN onsights INTEGER NOT NULL DEFAULT 0 CHECK (onsights >= 0);
        ALTER TABLE climb ADD COLUMN flashes INTEGER NOT NULL DEFAULT 0 CHECK (flashes >= 0);
        UPDATE climb SET (attempts, unknown, sends, onsights, flashes) = (
          SELECT count(*), count(*) - count(result), count(CASE WHEN result = 'send' THEN 1 END),
            count(CASE WHEN tick = 'onsight' THEN 1 END), count(CASE WHEN tick = 'flash' THEN 1 END)
          FROM attempt WHERE attempt.climb = climb.id);
        """
    ),
    notifiedMilestones, dayOnly, storyNotes, storyChanges, facts, sync, fileIdentity, removals,
    unreadable,
    routes, names,
  ]
}
