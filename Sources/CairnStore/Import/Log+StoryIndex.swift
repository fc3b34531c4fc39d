public import Cairn

extension Log {
  /// Returns the index with which an import matches existing stories, including deleted ones.
  public func storyIndex() async throws -> StoryIndex {
    try await read { connection in
      var index = StoryIndex()
      try RecordTable.each(Story.recordKind, in: connection) { record in
        guard record.deletion == nil || record.deletion == Deletion.byPerson,
          let story = try? Story(recordID: record.id, fields: record.fields)
        else { return }
        index.add(story)
      }
      return index
    }
  }
}
