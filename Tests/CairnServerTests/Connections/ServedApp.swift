import Cairn
import CairnHTML
import CairnHTTP
import CairnJSON
import CairnTestKit
import Testing

/// A climbing app that speaks to Supabase, with the header fields and bodies that it sends (spec/climbing.md 4).
struct ServedApp: Sendable {
  let served: ServedAccounts
  /// The id of the account.
  let user: String
  var access: String
  var refresh: String

  /// Runs a body with a multi-user server and an app in which Anna signed in.
  static func run(
    on engine: TestEngine = .device,
    _ body: (ServedApp, inout Browser) async throws -> Void
  ) async throws {
    try await ServedAccounts.run(on: engine) { served in
      try await served.add("anna")
      var anna = try await served.browser(of: "anna")
      try await body(try await signIn("anna", to: served), &anna)
    }
  }

  /// Signs in with the name and password of an account.
  static func signIn(_ name: String, to served: ServedAccounts) async throws -> ServedApp {
    let answer = try await token(
      "password",
      #"{"email":"\#(name)","password":"\#(ServedAccounts.password)"}"#,
      served
    )
    #expect(answer.status == .ok)
    return try ServedApp(answer.json(), served)
  }

  init(_ json: JSON, _ served: ServedAccounts) throws {
    self.served = served
    user = try #require(json["user"]?["id"]?.stringValue)
    access = try #require(json["access_token"]?.stringValue)
    refresh = try #require(json["refresh_token"]?.stringValue)
  }

  /// Asks for tokens.
  static func token(
    _ grant: String,
    _ json: String,
    _ served: ServedAccounts
  ) async throws -> HTTPResponse {
    try await served.client.ask(
      .post,
      "/auth/v1/token?grant_type=" + grant,
      json,
      type: "application/json",
      [("apikey", "anon"), ("user-agent", "SwiftClimb/7 CFNetwork/1494.0.7 Darwin/23.4.0")]
    )
  }

  /// Sends a request with the app's token.
  func ask(
    _ method: HTTPMethod,
    _ target: String,
    _ json: String = "",
    _ fields: [(String, String)] = []
  ) async throws -> HTTPResponse {
    try await served.client.ask(
      method,
      target,
      json,
      type: "application/json",
      fields + [("apikey", "anon"), ("authorization", "Bearer " + access)]
    )
  }

  /// Pushes one row as the app does, and returns the row of the response.
  @discardableResult
  func push(_ table: String, _ json: String) async throws -> JSON? {
    let answer = try await send(table, json)
    #expect([.ok, .created].contains(answer.status), "\(table): \(answer.text)")
    guard case .array(let rows) = try answer.json() else { return nil }
    return rows.first
  }

  /// Pushes a session with a climb, an attempt at it, and the first technique of the catalogue as its tag.
  func pushClimb() async throws {
    try await push("sessions", sessionJSON())
    try await push("climbs", climbJSON())
    try await push("attempts", attemptJSON(1, "try"))
    let tags = try await rows("technique_tags?order=name.asc&select=id")
    let tag = tags.first?["id"]?.stringValue ?? ""
    try await push(
      "technique_impacts",
      #"{"id":"\#(Self.session)","user_id":"\#(user)","climb_id":"\#(Self.climb)","#
        + #""tag_id":"\#(tag)","impact":"helped"}"#
    )
  }

  /// Pushes one row and returns the response.
  func send(_ table: String, _ json: String) async throws -> HTTPResponse {
    try await ask(
      .post,
      "/rest/v1/\(table)?on_conflict=id&select=*",
      json,
      [("prefer", "return=representation,resolution=merge-duplicates")]
    )
  }

  /// Returns the rows that a query selects.
  func rows(_ query: String) async throws -> [JSON] {
    let answer = try await ask(.get, "/rest/v1/" + query)
    #expect(answer.status == .ok, "\(answer.text)")
    guard case .array(let rows) = try answer.json() else { return [] }
    return rows
  }

  /// Returns the rows of a table that changed after a time, as the app pulls them.
  func pull(_ table: String, since: String = "0001-01-01T00:00:00.000Z") async throws -> [JSON] {
    let time = PercentCoding.encoded(since)
    let id = user.uppercased()
    return try await rows(
      "\(table)?order=updated_at.asc&updated_at=gt.\(time)&select=*&user_id=eq.\(id)"
    )
  }

  static let session = "6F9619FF-8B86-4011-B42D-00C04FC964FF"
  static let climb = "7F9619FF-8B86-4011-B42D-00C04FC964FF"
  static let attempt = "8F9619FF-8B86-4011-B42D-00C04FC964FF"

  /// Returns the body of an ended session of an hour and a half.
  func sessionJSON(_ others: String = "", id: String = Self.session) -> String {
    #"{"id":"\#(id)","user_id":"\#(user.uppercased())","discipline":"bouldering","#
      + #""started_at":"2026-01-05T16:00:00Z","ended_at":"2026-01-05T17:30:00Z","is_private":true,"#
      + #""created_at":"2026-01-05T16:00:00Z","updated_at":"2026-01-05T17:30:00Z"\#(others)}"#
  }

  /// Returns the body of a climb.
  func climbJSON(_ others: String = "", id: String = Self.climb) -> String {
    #"{"id":"\#(id)","user_id":"\#(user.uppercased())","session_id":"\#(Self.session)","#
      + #""discipline":"bouldering","is_outdoor":false,"created_at":"2026-01-05T16:10:00Z","#
      + #""updated_at":"2026-01-05T16:10:00Z"\#(others)}"#
  }

  /// Returns the body of an attempt.
  func attemptJSON(
    _ number: Int,
    _ outcome: String,
    _ others: String = "",
    id: String = Self.attempt
  ) -> String {
    #"{"id":"\#(id)","user_id":"\#(user.uppercased())","session_id":"\#(Self.session)","#
      + #""climb_id":"\#(Self.climb)","attempt_number":\#(number),"outcome":"\#(outcome)","#
      + #""created_at":"2026-01-05T16:12:00Z","updated_at":"2026-01-05T16:12:00Z"\#(others)}"#
  }
}
