import Cairn
import CairnSQL

/// The table `story`; a deleted story keeps its row, because sessions still refer to it.
struct StoryProjection: EntityProjection {
  let tables: [SQLTable] = [.story]

  func insert(_ story: Story, in context: ProjectionContext) throws {
    try insert(story, isDeleted: false, in: context.connection)
    let words: [(String?, SearchField)] = [
      (story.title, .title), (story.series, .series), (story.author, .author),
      (story.narrator, .narrator),
    ]
    for (text, field) in words {
      try SearchWordTable.add(text, field, story.recordID, in: context.connection)
    }
  }

  func insertDeleted(_ record: Record, in context: ProjectionContext) throws {
    guard let story = try? Story(recordID: record.id, fields: record.fields) else { return }
    try insert(story, isDeleted: true, in: context.connection)
  }

  func remove(_ record: Record, in context: ProjectionContext) throws {
    try SearchWordTable.remove(record.id, in: context.connection)
    try context.connection.run("DELETE FROM story WHERE id = \(record.id)")
  }

  func removeDeleted(_ record: Record, in context: ProjectionContext) throws {
    try remove(record, in: context)
  }

  private func insert(
    _ story: Story,
    isDeleted: Bool,
    in connection: any SQLConnection
  ) throws {
    try connection.run(
      """
      INSERT INTO story (id, short, title, folded, series, author, narrator, duration,
        is_favorite, added, client_id, source, source_id, is_deleted, notes)
      VALUES (\(story.id), \(ShortID(story.id.record).number), \(story.title),
        \(indexed(folded(story.title))), \(story.series), \(story.author), \(story.narrator),
        \(story.duration), \(story.isFavorite), \(story.added), \(story.clientID),
        \(story.source), \(story.sourceID), \(isDeleted), \(story.notes))
      """
    )
  }
}

/// The table `play`.
struct PlayProjection: EntityProjection {
  let tables: [SQLTable] = [.play]

  func insert(_ play: Play, in context: ProjectionContext) throws {
    try context.connection.run(
      "INSERT INTO play (id, story, at) VALUES (\(play.id), \(play.story), \(play.at))"
    )
  }

  func remove(_ record: Record, in context: ProjectionContext) throws {
    try context.connection.run("DELETE FROM play WHERE id = \(record.id)")
  }
}
