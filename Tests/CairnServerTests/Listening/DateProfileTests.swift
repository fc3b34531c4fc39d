import Cairn
import CairnHTTP
import CairnTestKit
import Foundation
import Testing

@testable import CairnServer

/// The date formats that clients accept (spec/listening.md 8).
enum DateProfile: CaseIterable, Sendable {
  /// The strategy of current Foundation versions.
  case iso8601
  /// The strategy of older versions: only whole seconds with `Z`.
  case wholeSeconds
  /// The strategy of the shipped app: milliseconds, or else whole seconds.
  case shipped

  var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    switch self {
    case .iso8601: decoder.dateDecodingStrategy = .iso8601
    case .wholeSeconds: decoder.dateDecodingStrategy = .custom { try Self.date($0, Self.whole) }
    case .shipped:
      decoder.dateDecodingStrategy = .custom {
        try Self.date($0) { Self.fine($0) ?? Self.whole($0) }
      }
    }
    return decoder
  }

  private static func date(_ decoder: any Decoder, _ read: (String) -> Date?) throws -> Date {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let date = read(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "No date: \(text)")
    }
    return date
  }

  /// Parses with the default formatter, which rejects fractions.
  private static func whole(_ text: String) -> Date? {
    text.hasSuffix("Z") ? ISO8601DateFormatter().date(from: text) : nil
  }

  private static func fine(_ text: String) -> Date? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'"
    return formatter.date(from: text)
  }
}

/// The models of clients, with all members that they require.
private enum Client {
  struct Answer<Value: Decodable>: Decodable { let data: Value }
  struct Session: Decodable {
    let id, userId, storyId: String
    let startedAt: Date
    let endedAt: Date?
    let duration: Int?
    let completed: Bool
    let createdAt, updatedAt: Date
  }
  struct Page: Decodable {
    struct Pagination: Decodable {
      let total, limit, offset: Int
      let hasMore: Bool
    }
    let sessions: [Session]
    let pagination: Pagination
  }
  struct Totals: Decodable {
    let totalStoriesListened, totalListeningTimeSeconds, currentStreak, longestStreak: Int
    let lastListeningDate: Date?
  }
  struct Story: Decodable {
    let id, title, content, heroId, language: String
    let audioGenerationStatus, illustrationStatus: String
    let illustrationCount, playCount: Int
    let isFavorite: Bool
    let audioDuration: Double?
    let createdAt, updatedAt: Date
    let lastPlayedAt: Date?
  }
  struct Stories: Decodable { let stories: [Story] }
  struct Play: Decodable {
    let id: String
    let playCount: Int
    let lastPlayedAt: Date
  }
  struct Milestones: Decodable {
    struct Milestone: Decodable {
      let id, category: String
      let unlocked: Bool
      let unlockedAt: Date?
    }
    let milestones: [Milestone]
  }
  struct User: Decodable {
    let id, email: String
    let createdAt, updatedAt: Date
  }
  struct Entry: Decodable {
    let token: String
    let user: User
  }
  struct SignedIn: Decodable {
    struct Session: Decodable {
      let id, userId: String
      let expiresAt, createdAt, updatedAt: Date
    }
    let session: Session
    let user: User
  }
}

@Suite struct `Dates, as clients parse them` {
  private static let fraction = Data(#"["2026-01-05T10:00:00.250Z"]"#.utf8)
  private static let zone = Data(#"["2026-01-05T10:00:00+01:00"]"#.utf8)

  @Test(arguments: [
    (DateProfile.iso8601, true, true), (.wholeSeconds, false, false), (.shipped, true, false),
  ])
  func `vary in the accepted formats`(profile: DateProfile, takesFraction: Bool, takesZone: Bool) {
    let (fraction, zone) = (Self.fraction, Self.zone)
    #expect(((try? profile.decoder.decode([Date].self, from: fraction)) != nil) == takesFraction)
    #expect(((try? profile.decoder.decode([Date].self, from: zone)) != nil) == takesZone)
  }

  /// A listening app that parses responses with a date profile.
  private struct App {
    let served: ServedAccounts
    let profile: DateProfile
    var token = ""

    func read<Value: Decodable>(
      _ type: Value.Type,
      _ method: HTTPMethod,
      _ path: String,
      _ json: String = ""
    ) async throws -> Value {
      let answer = try await served.client.ask(
        method,
        path,
        json,
        type: json.isEmpty ? nil : "application/json",
        token.isEmpty ? [] : [("authorization", "Bearer " + token)]
      )
      #expect(answer.status.code < 300, "\(answer.text)")
      return try profile.decoder.decode(type, from: Data(answer.body))
    }
  }

  @Test(arguments: DateProfile.allCases)
  func `are parsed from every response, with the fractions that were sent`(profile: DateProfile)
    async throws
  {
    try await ServedAccounts.run(.memory, { $0.isSignUpOpen = true }) { served in
      // A quarter of a second later, so that stored times have a fraction.
      served.clock.advance(by: Milliseconds(250))
      var app = App(served: served, profile: profile)
      let person = #""email":"ann@example.org","password":"correct horse""#
      let up = try await app.read(
        Client.Entry.self,
        .post,
        "/api/auth/sign-up/email",
        "{\"name\":\"Ann\",\(person)}"
      )
      app.token = up.token
      let now = Double(served.clock.now.milliseconds / 1_000)
      #expect(up.user.createdAt.timeIntervalSince1970 == now)
      let entry = try await app.read(
        Client.Entry.self,
        .post,
        "/api/auth/sign-in/email",
        "{\(person)}"
      )
      #expect(entry.user.id == up.user.id)
      let me = try await app.read(Client.SignedIn.self, .get, "/api/auth/get-session")
      #expect(me.session.expiresAt.timeIntervalSince1970 == now + 90 * 86_400)
      try await stories(app, now)
      try await sessions(app)
    }
  }

  private func stories(_ app: App, _ now: Double) async throws {
    let made = try await app.read(
      Client.Answer<Client.Story>.self,
      .post,
      "/api/v1/stories",
      #"{"id":"s","title":"S","audioDuration":600.5}"#
    )
    #expect(made.data.createdAt.timeIntervalSince1970 == now && made.data.lastPlayedAt == nil)
    let play = try await app.read(
      Client.Answer<Client.Play>.self,
      .post,
      "/api/v1/stories/s/play",
      "{}"
    )
    #expect(play.data.lastPlayedAt.timeIntervalSince1970 == now && play.data.playCount == 1)
    let list = try await app.read(Client.Answer<Client.Stories>.self, .get, "/api/v1/stories")
    #expect(list.data.stories.map(\.lastPlayedAt?.timeIntervalSince1970) == [now])
  }

  private func sessions(_ app: App) async throws {
    let path = "/api/v1/analytics/sessions"
    let reported = try await app.read(
      Client.Answer<Client.Session>.self,
      .post,
      path,
      #"{"storyId":"s","startedAt":"2026-01-05T10:00:00.999Z","endedAt":"2026-01-05T12:05:30.001+01:00","completed":true}"#
    )
    #expect(reported.data.startedAt == Date(timeIntervalSince1970: 1_767_607_200))
    #expect(reported.data.endedAt == Date(timeIntervalSince1970: 1_767_611_130))
    let open = try await app.read(
      Client.Answer<Client.Session>.self,
      .post,
      path,
      #"{"storyId":"s"}"#
    )
    #expect(open.data.endedAt == nil)
    let page = try await app.read(Client.Answer<Client.Page>.self, .get, path)
    #expect(page.data.sessions.count == 2 && page.data.pagination.total == 2)
    #expect(page.data.sessions.contains { $0.startedAt == reported.data.startedAt })
    let one = try await app.read(
      Client.Answer<Client.Session>.self,
      .get,
      "\(path)/\(reported.data.id)"
    )
    #expect(one.data.updatedAt == reported.data.updatedAt)
    let totals = try await app.read(Client.Answer<Client.Totals>.self, .get, "/api/v1/analytics")
    #expect(totals.data.lastListeningDate == Date(timeIntervalSince1970: 1_767_571_200))
    let all = try await app.read(
      Client.Answer<Client.Milestones>.self,
      .get,
      "/api/v1/analytics/milestones"
    ).data.milestones
    #expect(all.count == 10 && all.allSatisfy { $0.unlocked == ($0.unlockedAt != nil) })
    #expect(all.contains { $0.id == "FIRST_STORY" && $0.unlocked })
  }
}
