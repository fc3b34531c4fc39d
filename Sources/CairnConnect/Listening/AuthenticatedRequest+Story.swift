import Cairn
import CairnAccounts
import CairnHTTP
import CairnReports
import CairnStore

extension AuthenticatedRequest {
  /// Throws a ``DialectError`` if the person does not have the story.
  func requireStory(_ name: String) async throws {
    guard try await log.story(Story.id(client: name)) == nil else { return }
    throw try await noStory(name)
  }

  /// Returns the error for an unknown story: forbidden if another person has it, else not found.
  func noStory(_ name: String) async throws -> DialectError {
    if let identity,
      try await accountService().accounts.isClaimed(
        Story.id(client: name),
        besides: identity.account.id
      )
    {
      return .otherStory
    }
    return DialectError(.notFound, "Story not found")
  }

  /// Registers the person as the owner of the stories, so that others get 403 for them; see
  /// docs/adr/0014-whose-story-it-is.md.
  func claim(_ stories: [Identifier<Story>]) async throws {
    guard let identity, !stories.isEmpty else { return }
    try await accountService().accounts.claim(stories, for: identity.account.id)
  }

  /// Removes the registration of the story's owner.
  func unclaim(_ story: Identifier<Story>) async throws {
    guard let identity else { return }
    try await accountService().accounts.unclaim(story, of: identity.account.id)
  }

  /// Returns the story in the path; throws a ``DialectError``.
  func story() async throws -> StoryRow {
    let name = captures["id"] ?? ""
    guard let row = try await log.story(Story.id(client: name)) else {
      throw try await noStory(name)
    }
    return row
  }
}
