import Cairn
import CairnHTTP
import CairnStore

extension AuthenticatedContext {
  /// The refusal of a story that belongs to somebody else.
  static var otherStory: DialectError { DialectError(.forbidden, "You do not have access to this story") }

  /// Throws a ``DialectError`` unless the person has a story that an app names.
  func requireStory(_ name: String) async throws {
    guard try await log.story(Story.id(client: name)) == nil else { return }
    throw try await noStory(name)
  }

  /// Why there is no such story: somebody else has it, or nobody.
  func noStory(_ name: String) async throws -> DialectError {
    if let identity, case .multiUser(let accountService) = server.tenancy,
      try await accountService.accounts.isClaimed(Story.id(client: name), besides: identity.account.id)
    {
      return Self.otherStory
    }
    return DialectError(.notFound, "Story not found")
  }

  /// Notes that a story is this person's, so that others are told so; see
  /// docs/adr/0014-whose-story-it-is.md.
  func claim(_ stories: [Identifier<Story>]) async throws {
    guard let identity, case .multiUser(let accountService) = server.tenancy, !stories.isEmpty else {
      return
    }
    try await accountService.accounts.claim(stories, for: identity.account.id)
  }

  /// Forgets that a story is this person's.
  func unclaim(_ story: Identifier<Story>) async throws {
    guard let identity, case .multiUser(let accountService) = server.tenancy else { return }
    try await accountService.accounts.unclaim(story, of: identity.account.id)
  }

  /// The story that the path names; throws a ``DialectError``.
  func story() async throws -> StoryRow {
    let name = captures["id"] ?? ""
    guard let row = try await log.story(Story.id(client: name)) else {
      throw try await noStory(name)
    }
    return row
  }
}
