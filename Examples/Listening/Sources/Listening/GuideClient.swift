import Cairn
import CairnClient
import Foundation

/// A client as in the guide for such servers: no IDs, no outbox, and Foundation's date format.
///
/// It demonstrates that the server supports such clients (spec/listening.md 8). Do not use it in an app.
struct GuideClient {
  struct Session: Codable {
    let id: String
    let userId: String
    let storyId: String
    let startedAt: Date
    let endedAt: Date?
    let duration: Int?
    let completed: Bool
    let createdAt: Date
    let updatedAt: Date
  }

  struct Totals: Codable {
    let totalStoriesListened: Int
    let totalListeningTimeSeconds: Int
    let currentStreak: Int
    let longestStreak: Int
    let lastListeningDate: Date?
  }

  struct NewSession: Codable {
    let storyId: String
    let startedAt: Date?
    let endedAt: Date?
    let duration: Int?
    let completed: Bool?
  }

  struct Page: Codable {
    struct Pagination: Codable {
      let total: Int
      let limit: Int
      let offset: Int
      let hasMore: Bool
    }

    let sessions: [Session]
    let pagination: Pagination
  }

  struct Answer<Value: Codable>: Codable {
    let data: Value
    let message: String?
  }

  let transport: any Transport
  let token: String

  func post(_ session: NewSession) async throws -> Session {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    let body = [UInt8](try encoder.encode(session))
    return try await ask("POST", "/api/v1/analytics/sessions", body)
  }

  func sessions(from start: Date) async throws -> Page {
    // Leave colons unescaped, like URLComponents.
    let date = ISO8601DateFormatter().string(from: start)
    return try await ask("GET", "/api/v1/analytics/sessions?limit=50&offset=0&startDate=\(date)")
  }

  func totals() async throws -> Totals { try await ask("GET", "/api/v1/analytics") }

  private func ask<Value: Codable>(
    _ method: String,
    _ path: String,
    _ body: [UInt8]? = nil
  ) async throws -> Value {
    let headers = ["content-type": "application/json", "authorization": "Bearer \(token)"]
    let request = ClientRequest(method: method, target: path, headers: headers, body: body)
    let answer = try await transport.send(request)
    guard (200..<300).contains(answer.status) else { throw URLError(.badServerResponse) }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(Answer<Value>.self, from: Data(answer.body)).data
  }
}

/// Reports playback as in the guide: the partial session at each pause, the whole one at the end.
func trackAsTheGuideDoes(_ story: String, _ clock: PlayerClock, _ guide: GuideClient) async throws {
  var now: Date { Date(timeIntervalSince1970: Double(clock.reading().now.milliseconds) / 1_000) }
  clock.skip(.seconds(-200))
  let start = now
  for isEnd in [false, false, true] {
    clock.skip(.seconds(60))
    let seconds = Int(now.timeIntervalSince(start))
    let session = GuideClient.NewSession(
      storyId: story,
      startedAt: start,
      endedAt: now,
      duration: seconds,
      completed: isEnd
    )
    _ = try await guide.post(session)
  }
  let (page, totals) = (try await guide.sessions(from: start), try await guide.totals())
  print("sessions \(page.sessions.count), seconds \(totals.totalListeningTimeSeconds)")
}
