import Cairn
import CairnReports
import CairnSQL

/// A search for books and sessions that contain all words of a text, or words that start with them.
struct SearchQuery {
  private let words: [String]
  private let whole: String

  /// Uses the first twelve words; nil for a text without words.
  init?(_ text: String) {
    words = Array(searchWords(text).prefix(12))
    whole = indexed(folded(text))
    if words.isEmpty { return nil }
  }

  /// The ids of all matching books with their relevance, as `entry` and `score`.
  var books: SQL {
    let scores = union { number, word in
      """
      SELECT CAST(\(number) AS INTEGER) AS number, hit.entry AS entry, max(hit.score) AS score
      FROM (\(fragment: hits(word))) AS hit GROUP BY hit.entry
      """
    }
    return """
      SELECT entry, sum(score) AS score FROM (\(fragment: scores)) AS scored
      GROUP BY entry HAVING count(*) = \(words.count)
      """
  }

  /// The order of matching books: exact titles first, then by relevance.
  var order: SQL {
    """
    ORDER BY CASE WHEN work.folded = \(whole) THEN 0 ELSE 1 END, found.score DESC,
      length(work.folded), work.folded, entry.id
    """
  }

  /// The number of words.
  var count: Int { words.count }

  /// Returns sessions with at least one word in the note, and the others there or in the book or story.
  ///
  /// The latest come first.
  func sessions(limit: Int, in connection: any SQLConnection) throws -> [SessionRow] {
    let matches = union { number, word in
      """
      SELECT CAST(\(number) AS INTEGER) AS number, found.record AS session FROM search_word AS found
      WHERE found.field = 'session' AND \(fragment: begins(with: word))
      UNION
      SELECT CAST(\(number) AS INTEGER), reading.session FROM noted
      JOIN reading ON reading.session = noted.session
      WHERE reading.entry IN (SELECT hit.entry FROM (\(fragment: hits(word))) AS hit)
      UNION
      SELECT CAST(\(number) AS INTEGER), listening.session FROM noted
      JOIN listening ON listening.session = noted.session
      WHERE listening.story IN (SELECT hit.story FROM (\(fragment: storyHits(word))) AS hit)
      """
    }
    return try connection.all(
      """
      WITH noted AS (
        SELECT DISTINCT found.record AS session FROM search_word AS found
        WHERE found.field = 'session' AND (\(fragment: anyWord)))
      \(fragment: SessionQuery.columns)
      JOIN (
        SELECT session FROM (SELECT DISTINCT number, session FROM (\(fragment: matches)) AS hit)
          AS matched
        GROUP BY session HAVING count(*) = \(words.count)
      ) AS match ON match.session = session.id
      ORDER BY session.started_at DESC, session.id DESC
      LIMIT \(limit)
      """,
      SessionQuery.row
    )
  }
}

extension SearchQuery {
  /// Returns the query for the books that a word matches, through any of their records.
  private func hits(_ word: String) -> SQL {
    let found: SQL = "search_word AS found"
    let matches = begins(with: word)
    let score: SQL = """
      CASE WHEN found.word = \(word) THEN 2 ELSE 1 END * CASE found.field
        WHEN 'title' THEN 40 WHEN 'author' THEN 30 WHEN 'series' THEN 20
        WHEN 'shelf' THEN 12 WHEN 'tag' THEN 12 ELSE 5 END AS score
      """
    return """
      SELECT entry.id AS entry, \(fragment: score) FROM \(fragment: found)
      JOIN entry ON entry.work = found.record WHERE \(fragment: matches)
      UNION ALL
      SELECT entry.id, \(fragment: score) FROM \(fragment: found)
      JOIN credit ON credit.author = found.record JOIN entry ON entry.work = credit.work
      WHERE \(fragment: matches)
      UNION ALL
      SELECT entry.id, \(fragment: score) FROM \(fragment: found)
      JOIN entry ON entry.id = found.record WHERE \(fragment: matches)
      UNION ALL
      SELECT read_through.entry, \(fragment: score) FROM \(fragment: found)
      JOIN read_through ON read_through.id = found.record WHERE \(fragment: matches)
      UNION ALL
      SELECT annotation.entry, \(fragment: score) FROM \(fragment: found)
      JOIN annotation ON annotation.id = found.record WHERE \(fragment: matches)
      """
  }

  /// Returns the query for the stories that a word matches, with their scores.
  private func storyHits(_ word: String) -> SQL {
    """
    SELECT story.id AS story, CASE WHEN found.word = \(word) THEN 2 ELSE 1 END * CASE found.field
      WHEN 'title' THEN 40 WHEN 'author' THEN 30 ELSE 20 END AS score
    FROM search_word AS found JOIN story ON story.id = found.record
    WHERE \(fragment: begins(with: word))
    """
  }

  /// Returns one query that combines the stories of every word.
  func storyHits(_ part: (Int, SQL) -> SQL) -> SQL {
    union { part($0, storyHits($1)) }
  }

  /// A range instead of a pattern, so that every engine uses the index.
  private func begins(with word: String) -> SQL {
    "found.word >= \(word) AND found.word < \(word + "\u{10FFFF}")"
  }

  private var anyWord: SQL {
    words.dropFirst().reduce(begins(with: words[0])) {
      "\(fragment: $0) OR \(fragment: begins(with: $1))"
    }
  }

  private func union(_ part: (Int, String) -> SQL) -> SQL {
    words.indices.dropFirst().reduce(part(0, words[0])) {
      "\(fragment: $0) UNION ALL \(fragment: part($1, words[$1]))"
    }
  }
}
