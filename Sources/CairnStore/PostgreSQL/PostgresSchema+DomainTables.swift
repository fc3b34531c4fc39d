import CairnSQL

extension LogSchema {
  static let days = Migration(
    2,
    "add up days",
    postgresql: """
      CREATE TABLE session (
        user_id uuid NOT NULL DEFAULT cairn_user(), id uuid NOT NULL,
        short bigint NOT NULL, kind text COLLATE "C" NOT NULL,
        started_at bigint NOT NULL, ended_at bigint CHECK (ended_at >= started_at),
        segments text COLLATE "C" NOT NULL, active bigint NOT NULL CHECK (active >= 0),
        amount bigint CHECK (amount >= 0), zone text COLLATE "C" NOT NULL,
        end_zone text COLLATE "C", day bigint NOT NULL, note text COLLATE "C",
        source text COLLATE "C",
        mood_before smallint CHECK (mood_before BETWEEN 1 AND 5),
        mood_after smallint CHECK (mood_after BETWEEN 1 AND 5), place text COLLATE "C",
        interruptions text COLLATE "C", PRIMARY KEY (user_id, id)
      );
      CREATE INDEX session_time ON session (user_id, started_at, id);
      CREATE INDEX session_kind_time ON session (user_id, kind, started_at);
      CREATE INDEX session_short ON session (user_id, short);
      CREATE UNIQUE INDEX session_one_open ON session (user_id, kind) WHERE ended_at IS NULL;
      CREATE TABLE session_day (
        user_id uuid NOT NULL DEFAULT cairn_user(), session uuid NOT NULL,
        day bigint NOT NULL, kind text COLLATE "C" NOT NULL,
        time bigint NOT NULL CHECK (time >= 0),
        amount bigint NOT NULL CHECK (amount >= 0),
        is_first smallint NOT NULL CHECK (is_first IN (0, 1)),
        PRIMARY KEY (user_id, session, day)
      );
      CREATE INDEX session_day_day ON session_day (user_id, kind, day);
      CREATE TABLE day_total (
        user_id uuid NOT NULL DEFAULT cairn_user(), kind text COLLATE "C" NOT NULL,
        day bigint NOT NULL, time bigint NOT NULL CHECK (time >= 0),
        amount bigint NOT NULL CHECK (amount >= 0),
        sessions bigint NOT NULL CHECK (sessions >= 0),
        pace_samples bigint NOT NULL CHECK (pace_samples >= 0),
        pace_sample_time bigint NOT NULL CHECK (pace_sample_time >= 0),
        pace_sample_amount bigint NOT NULL CHECK (pace_sample_amount >= 0),
        active_sessions bigint NOT NULL CHECK (active_sessions >= 0), PRIMARY KEY (user_id, kind, day)
      );
      CREATE TABLE subject_day (
        user_id uuid NOT NULL DEFAULT cairn_user(), subject uuid NOT NULL,
        day bigint NOT NULL, kind text COLLATE "C" NOT NULL, read_through uuid NOT NULL,
        edition uuid NOT NULL, page_count bigint NOT NULL CHECK (page_count >= 0),
        time bigint NOT NULL CHECK (time >= 0),
        amount bigint NOT NULL CHECK (amount >= 0),
        sessions bigint NOT NULL CHECK (sessions >= 0),
        pace_samples bigint NOT NULL CHECK (pace_samples >= 0),
        pace_sample_time bigint NOT NULL CHECK (pace_sample_time >= 0),
        pace_sample_amount bigint NOT NULL CHECK (pace_sample_amount >= 0),
        active_sessions bigint NOT NULL CHECK (active_sessions >= 0),
        PRIMARY KEY (user_id, subject, day, read_through, edition, page_count)
      );
      CREATE INDEX subject_day_day ON subject_day (user_id, kind, day);
      CREATE TABLE subject_total (
        user_id uuid NOT NULL DEFAULT cairn_user(), subject uuid NOT NULL,
        kind text COLLATE "C" NOT NULL, read_through uuid NOT NULL, edition uuid NOT NULL,
        page_count bigint NOT NULL CHECK (page_count >= 0), time bigint NOT NULL CHECK (time >= 0),
        amount bigint NOT NULL CHECK (amount >= 0),
        sessions bigint NOT NULL CHECK (sessions >= 0),
        pace_samples bigint NOT NULL CHECK (pace_samples >= 0),
        pace_sample_time bigint NOT NULL CHECK (pace_sample_time >= 0),
        pace_sample_amount bigint NOT NULL CHECK (pace_sample_amount >= 0),
        active_sessions bigint NOT NULL CHECK (active_sessions >= 0),
        PRIMARY KEY (user_id, subject, read_through, edition, page_count)
      );
      CREATE TABLE hour_total (
        user_id uuid NOT NULL DEFAULT cairn_user(), kind text COLLATE "C" NOT NULL,
        year bigint NOT NULL, hour smallint NOT NULL CHECK (hour BETWEEN 0 AND 167),
        time bigint NOT NULL, amount bigint NOT NULL, sessions bigint NOT NULL,
        active_sessions bigint NOT NULL, PRIMARY KEY (user_id, kind, year, hour)
      );
      CREATE TABLE day_tag (
        user_id uuid NOT NULL DEFAULT cairn_user(), kind text COLLATE "C" NOT NULL,
        day bigint NOT NULL,
        tag text COLLATE "C" NOT NULL CHECK (tag IN ('mood', 'pause', 'place')),
        value text COLLATE "C" NOT NULL, time bigint NOT NULL,
        times bigint NOT NULL CHECK (times >= 0),
        PRIMARY KEY (user_id, kind, day, tag, value)
      );
      CREATE TABLE skipped_day (
        user_id uuid NOT NULL DEFAULT cairn_user(), session uuid NOT NULL,
        day bigint NOT NULL, PRIMARY KEY (user_id, session, day)
      );
      CREATE TABLE goal (
        user_id uuid NOT NULL DEFAULT cairn_user(), id uuid NOT NULL,
        measure text COLLATE "C" NOT NULL, cadence text COLLATE "C" NOT NULL,
        valid_from bigint NOT NULL, target bigint CHECK (target > 0),
        PRIMARY KEY (user_id, id)
      );
      CREATE TABLE streak_minimum (
        user_id uuid NOT NULL DEFAULT cairn_user(), id uuid NOT NULL,
        cadence text COLLATE "C" NOT NULL, valid_from bigint NOT NULL,
        minimum text COLLATE "C" NOT NULL, PRIMARY KEY (user_id, id)
      );
      CREATE TABLE rest_day (
        user_id uuid NOT NULL DEFAULT cairn_user(), day bigint NOT NULL,
        PRIMARY KEY (user_id, day)
      );
      CREATE TABLE overlap_day (
        user_id uuid NOT NULL DEFAULT cairn_user(), day bigint NOT NULL,
        time bigint NOT NULL CHECK (time > 0), PRIMARY KEY (user_id, day)
      );
      """
  )

  static let domainTables = Migration(
    3,
    "keep books, climbs and stories",
    postgresql: """
      CREATE TABLE reading (
        user_id uuid NOT NULL DEFAULT cairn_user(), session uuid NOT NULL,
        entry uuid NOT NULL, read_through uuid NOT NULL, started_at bigint NOT NULL,
        start_position text COLLATE "C", end_position text COLLATE "C",
        page_count bigint CHECK (page_count > 0), PRIMARY KEY (user_id, session)
      );
      CREATE INDEX reading_entry ON reading (user_id, entry, started_at);
      CREATE TABLE author (
        user_id uuid NOT NULL DEFAULT cairn_user(), id uuid NOT NULL,
        name text COLLATE "C" NOT NULL, folded text COLLATE "C" NOT NULL,
        PRIMARY KEY (user_id, id)
      );
      CREATE INDEX author_folded ON author (user_id, folded);
      CREATE TABLE work (
        user_id uuid NOT NULL DEFAULT cairn_user(), id uuid NOT NULL,
        title text COLLATE "C" NOT NULL, folded text COLLATE "C" NOT NULL,
        series text COLLATE "C", series_number text COLLATE "C", first_year bigint,
        PRIMARY KEY (user_id, id)
      );
      CREATE INDEX work_folded ON work (user_id, folded);
      CREATE TABLE credit (
        user_id uuid NOT NULL DEFAULT cairn_user(), work uuid NOT NULL,
        position bigint NOT NULL, author uuid NOT NULL,
        is_contributor smallint NOT NULL CHECK (is_contributor IN (0, 1)),
        PRIMARY KEY (user_id, work, position)
      );
      CREATE INDEX credit_author ON credit (user_id, author);
      CREATE TABLE edition (
        user_id uuid NOT NULL DEFAULT cairn_user(), id uuid NOT NULL, work uuid NOT NULL,
        isbn text COLLATE "C", pages bigint CHECK (pages > 0), format text COLLATE "C",
        publisher text COLLATE "C", year bigint, language text COLLATE "C",
        PRIMARY KEY (user_id, id)
      );
      CREATE INDEX edition_work ON edition (user_id, work);
      CREATE INDEX edition_isbn ON edition (user_id, isbn) WHERE isbn IS NOT NULL;
      CREATE TABLE entry (
        user_id uuid NOT NULL DEFAULT cairn_user(), id uuid NOT NULL,
        short bigint NOT NULL, work uuid NOT NULL, edition uuid, first_edition uuid,
        status text COLLATE "C" NOT NULL, added text COLLATE "C",
        is_borrowed smallint NOT NULL CHECK (is_borrowed IN (0, 1)),
        rating smallint CHECK (rating BETWEEN 1 AND 20), shelves text COLLATE "C",
        tags text COLLATE "C", notes text COLLATE "C", review text COLLATE "C",
        source text COLLATE "C", source_id text COLLATE "C", PRIMARY KEY (user_id, id)
      );
      CREATE INDEX entry_work ON entry (user_id, work);
      CREATE INDEX entry_status ON entry (user_id, status);
      CREATE INDEX entry_short ON entry (user_id, short);
      CREATE INDEX entry_source ON entry (user_id, source, source_id) WHERE source IS NOT NULL;
      CREATE TABLE deleted_entry (
        user_id uuid NOT NULL DEFAULT cairn_user(), id uuid NOT NULL,
        short bigint NOT NULL, work uuid NOT NULL, merged_into uuid,
        PRIMARY KEY (user_id, id)
      );
      CREATE TABLE entry_label (
        user_id uuid NOT NULL DEFAULT cairn_user(),
        kind text COLLATE "C" NOT NULL CHECK (kind IN ('shelf', 'tag')),
        folded text COLLATE "C" NOT NULL, entry uuid NOT NULL,
        name text COLLATE "C" NOT NULL, PRIMARY KEY (user_id, kind, folded, entry)
      );
      CREATE INDEX entry_label_entry ON entry_label (user_id, entry);
      CREATE TABLE read_through (
        user_id uuid NOT NULL DEFAULT cairn_user(), id uuid NOT NULL,
        entry uuid NOT NULL, started text COLLATE "C", finished text COLLATE "C",
        stopped text COLLATE "C", outcome text COLLATE "C", reason text COLLATE "C",
        rating smallint CHECK (rating BETWEEN 1 AND 20), position text COLLATE "C",
        edition uuid, PRIMARY KEY (user_id, id)
      );
      CREATE INDEX read_through_entry ON read_through (user_id, entry);
      CREATE TABLE annotation (
        user_id uuid NOT NULL DEFAULT cairn_user(), id uuid NOT NULL,
        entry uuid NOT NULL, page bigint, location bigint, made text COLLATE "C",
        PRIMARY KEY (user_id, id)
      );
      CREATE INDEX annotation_entry ON annotation (user_id, entry);
      CREATE TABLE search_word (
        user_id uuid NOT NULL DEFAULT cairn_user(), word text COLLATE "C" NOT NULL,
        field text COLLATE "C" NOT NULL, record uuid NOT NULL,
        PRIMARY KEY (user_id, word, field, record)
      );
      CREATE INDEX search_word_record ON search_word (user_id, record);
      CREATE TABLE climbing (
        user_id uuid NOT NULL DEFAULT cairn_user(), session uuid NOT NULL,
        discipline text COLLATE "C", mental smallint CHECK (mental BETWEEN 1 AND 5),
        physical smallint CHECK (physical BETWEEN 1 AND 5),
        rpe smallint CHECK (rpe BETWEEN 1 AND 10),
        pump smallint CHECK (pump BETWEEN 1 AND 5),
        is_private smallint NOT NULL CHECK (is_private IN (0, 1)),
        is_outdoor smallint CHECK (is_outdoor IN (0, 1)), partners text COLLATE "C",
        conditions text COLLATE "C", temperature bigint,
        humidity smallint CHECK (humidity BETWEEN 0 AND 100),
        PRIMARY KEY (user_id, session)
      );
      CREATE TABLE climb (
        user_id uuid NOT NULL DEFAULT cairn_user(), id uuid NOT NULL,
        short bigint NOT NULL, session uuid,
        day bigint CHECK ((day IS NULL) = (session IS NOT NULL)), place text COLLATE "C",
        is_outdoor smallint CHECK (is_outdoor IN (0, 1)),
        position bigint NOT NULL CHECK (position > 0), at bigint, name text COLLATE "C",
        folded text COLLATE "C", discipline text COLLATE "C", grade text COLLATE "C",
        scale text COLLATE "C" CHECK ((scale IS NULL) = (grade IS NULL)),
        style text COLLATE "C", pitches bigint CHECK (pitches > 0),
        notes text COLLATE "C", source text COLLATE "C",
        attempts bigint NOT NULL DEFAULT 0 CHECK (attempts >= 0),
        unknown bigint NOT NULL DEFAULT 0 CHECK (unknown >= 0),
        sends bigint NOT NULL DEFAULT 0 CHECK (sends >= 0),
        onsights bigint NOT NULL DEFAULT 0 CHECK (onsights >= 0),
        flashes bigint NOT NULL DEFAULT 0 CHECK (flashes >= 0), PRIMARY KEY (user_id, id)
      );
      CREATE INDEX climb_session ON climb (user_id, session, position) WHERE session IS NOT NULL;
      CREATE INDEX climb_day ON climb (user_id, day) WHERE day IS NOT NULL;
      CREATE INDEX climb_short ON climb (user_id, short);
      CREATE INDEX climb_folded ON climb (user_id, folded) WHERE folded IS NOT NULL;
      CREATE TABLE attempt (
        user_id uuid NOT NULL DEFAULT cairn_user(), climb uuid NOT NULL,
        number bigint NOT NULL CHECK (number > 0), id uuid NOT NULL,
        result text COLLATE "C" CHECK (result IN ('try', 'send')),
        tick text COLLATE "C" CHECK (tick IS NULL OR result = 'send'), at bigint,
        PRIMARY KEY (user_id, climb, number, id)
      );
      CREATE TABLE tag_mark (
        user_id uuid NOT NULL DEFAULT cairn_user(), climb uuid NOT NULL,
        tag text COLLATE "C" NOT NULL, id uuid NOT NULL,
        impact text COLLATE "C" NOT NULL CHECK (impact IN ('helped', 'hindered')),
        PRIMARY KEY (user_id, climb, tag, id)
      );
      CREATE TABLE story (
        user_id uuid NOT NULL DEFAULT cairn_user(), id uuid NOT NULL,
        short bigint NOT NULL, title text COLLATE "C" NOT NULL,
        folded text COLLATE "C" NOT NULL, series text COLLATE "C",
        author text COLLATE "C", narrator text COLLATE "C",
        duration bigint CHECK (duration > 0),
        is_favorite smallint NOT NULL CHECK (is_favorite IN (0, 1)), added bigint,
        client_id text COLLATE "C", source text COLLATE "C", source_id text COLLATE "C",
        is_deleted smallint NOT NULL CHECK (is_deleted IN (0, 1)),
        notes text COLLATE "C", PRIMARY KEY (user_id, id)
      );
      CREATE INDEX story_short ON story (user_id, short);
      CREATE INDEX story_folded ON story (user_id, folded);
      CREATE INDEX story_source ON story (user_id, source, source_id) WHERE source IS NOT NULL;
      CREATE TABLE play (
        user_id uuid NOT NULL DEFAULT cairn_user(), id uuid NOT NULL,
        story uuid NOT NULL, at bigint NOT NULL, PRIMARY KEY (user_id, id)
      );
      CREATE INDEX play_story ON play (user_id, story, at);
      CREATE TABLE listening (
        user_id uuid NOT NULL DEFAULT cairn_user(), session uuid NOT NULL,
        story uuid NOT NULL, started_at bigint NOT NULL, ended_at bigint,
        seconds bigint CHECK (seconds >= 0),
        is_completed smallint NOT NULL CHECK (is_completed IN (0, 1)),
        is_open smallint NOT NULL CHECK (is_open IN (0, 1)),
        start_position bigint CHECK (start_position >= 0),
        end_position bigint CHECK (end_position >= 0), speed bigint CHECK (speed > 0),
        is_day_only smallint NOT NULL DEFAULT 0 CHECK (is_day_only IN (0, 1)),
        PRIMARY KEY (user_id, session)
      );
      CREATE INDEX listening_time ON listening (user_id, started_at, session);
      CREATE INDEX listening_story ON listening (user_id, story, started_at);
      CREATE INDEX listening_completed ON listening (user_id, is_completed, started_at, session);
      CREATE TABLE listening_day (
        user_id uuid NOT NULL DEFAULT cairn_user(), day bigint NOT NULL,
        sessions bigint NOT NULL CHECK (sessions >= 0),
        seconds bigint NOT NULL CHECK (seconds >= 0),
        completed bigint NOT NULL CHECK (completed >= 0),
        completed_seconds bigint NOT NULL CHECK (completed_seconds >= 0),
        PRIMARY KEY (user_id, day)
      );
      CREATE TABLE story_total (
        user_id uuid NOT NULL DEFAULT cairn_user(), story uuid NOT NULL,
        sessions bigint NOT NULL CHECK (sessions >= 0),
        seconds bigint NOT NULL CHECK (seconds >= 0),
        completed bigint NOT NULL CHECK (completed >= 0),
        completed_seconds bigint NOT NULL CHECK (completed_seconds >= 0),
        PRIMARY KEY (user_id, story)
      );
      CREATE TABLE milestone (
        user_id uuid NOT NULL DEFAULT cairn_user(), name text COLLATE "C" NOT NULL,
        at bigint NOT NULL, session uuid NOT NULL, PRIMARY KEY (user_id, name)
      );
      CREATE TABLE notified_milestone (
        user_id uuid NOT NULL DEFAULT cairn_user(), name text COLLATE "C" NOT NULL,
        PRIMARY KEY (user_id, name)
      );
      CREATE TABLE story_change (
        user_id uuid NOT NULL DEFAULT cairn_user(), story uuid NOT NULL,
        at bigint NOT NULL, PRIMARY KEY (user_id, story)
      );
      CREATE TABLE fact (
        user_id uuid NOT NULL DEFAULT cairn_user(), subject uuid NOT NULL,
        kind text COLLATE "C" NOT NULL, value text COLLATE "C" NOT NULL,
        source text COLLATE "C" NOT NULL, PRIMARY KEY (user_id, subject, kind)
      );
      """
  )
}
