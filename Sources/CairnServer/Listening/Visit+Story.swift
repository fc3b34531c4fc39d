import Cairn
import CairnHTTP
import CairnStore

extension Visit {
  /// The refusal of a story that belongs to somebody else.
  static var otherStory: Refusal { Refusal(.forbidden, "You do not have access to this story") }

  /// Throws a ``Refusal`` unless the person has a story that an app names.
  func requireStory(_ name: String) async throws {
    guard try await log.story(Story.id(client: name)) == nil else { return }
    throw try await noStory(name)
  }

  /// Why there is no such story: somebody else has it, or nobody.
  func noStory(_ name: String) async throws -> Refusal {
    if let holder, case .household(let household) = server.house,
      try await household.accounts.isClaimed(Story.id(client: name), besides: holder.account.id)
    {
      return Self.otherStory
    }
    return Refusal(.notFound, "Story not found")
  }

  /// Notes that a story is this person's, so that others are told so; see
  /// docs/adr/0014-whose-story-it-is.md.
  func claim(_ stories: [Identifier<Story>]) async throws {
    guard let holder, case .household(let household) = server.house, !stories.isEmpty else {
      return
    }
    try await household.accounts.claim(stories, for: holder.account.id)
  }

  /// Forgets that a story is this person's.
  func unclaim(_ story: Identifier<Story>) async throws {
    guard let holder, case .household(let household) = server.house else { return }
    try await household.accounts.unclaim(story, of: holder.account.id)
  }

  /// The story that the path names; throws a ``Refusal``.
  func story() async throws -> StoryRow {
    let name = captures["id"] ?? ""
    guard let row = try await log.story(Story.id(client: name)) else {
      throw try await noStory(name)
    }
    return row
  }
}
