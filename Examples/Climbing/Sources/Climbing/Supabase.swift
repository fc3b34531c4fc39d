import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A small client of Supabase’s sign-in and of PostgREST, as apps without its library have one.
struct Supabase: Sendable {
  let server: URL
  var tokens: Tokens?

  /// The response to a sign-in.
  struct Tokens: Codable, Sendable {
    let accessToken: String
    let refreshToken: String
    let expiresIn: Int
    let user: User

    struct User: Codable, Sendable {
      let id: UUID
    }

    enum CodingKeys: String, CodingKey {
      case user
      case accessToken = "access_token"
      case refreshToken = "refresh_token"
      case expiresIn = "expires_in"
    }
  }

  /// A response other than 2xx.
  struct Refusal: Error {
    let status: Int
    let text: String
  }

  /// Signs in with a password.
  mutating func signIn(_ email: String, _ password: String) async throws {
    tokens = try await token("password", ["email": email, "password": password])
  }

  /// Gets the next tokens.
  mutating func refresh() async throws {
    tokens = try await token("refresh_token", ["refresh_token": tokens?.refreshToken ?? ""])
  }

  /// Signs out.
  mutating func signOut() async throws {
    _ = try await send("POST", "/auth/v1/logout")
    tokens = nil
  }

  /// Upserts a row and returns it as the server has it.
  func upsert<Row: Codable>(_ row: Row, into table: String) async throws -> Row {
    let rows: [Row] = try await decoded(
      send(
        "POST",
        "/rest/v1/\(table)?on_conflict=id&select=*",
        try Self.encoder.encode(row),
        ["Prefer": "return=representation,resolution=merge-duplicates"]
      )
    )
    guard let first = rows.first else { throw Refusal(status: 200, text: "no data") }
    return first
  }

  /// Returns the rows of the person that changed after a time, oldest change first.
  func rows<Row: Decodable>(of table: String, since: Date) async throws -> [Row] {
    let (user, time) = (tokens?.user.id.uuidString ?? "", Self.milliseconds.format(since))
    return try await decoded(
      send(
        "GET",
        "/rest/v1/\(table)?select=*&user_id=eq.\(user)&updated_at=gt.\(time)&order=updated_at.asc"
      )
    )
  }

  private func token(_ grant: String, _ body: [String: String]) async throws -> Tokens {
    try await decoded(
      send("POST", "/auth/v1/token?grant_type=\(grant)", try Self.encoder.encode(body))
    )
  }

  private func decoded<Value: Decodable>(_ data: Data) throws -> Value {
    try Self.decoder.decode(Value.self, from: data)
  }

  private func send(
    _ method: String,
    _ path: String,
    _ body: Data? = nil,
    _ fields: [String: String] = [:]
  ) async throws -> Data {
    var request = URLRequest(url: URL(string: server.absoluteString + path) ?? server)
    (request.httpMethod, request.httpBody) = (method, body)
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue("an anonymous key", forHTTPHeaderField: "apikey")
    request.setValue("ClimbingExample/1", forHTTPHeaderField: "User-Agent")
    for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
    if let tokens {
      request.setValue("Bearer " + tokens.accessToken, forHTTPHeaderField: "Authorization")
    }
    let (data, response) = try await URLSession.shared.data(for: request)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard (200..<300).contains(status) else {
      throw Refusal(status: status, text: String(decoding: data, as: UTF8.self))
    }
    return data
  }

  private static let milliseconds = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  /// Whole seconds, and nothing for nil.
  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    return encoder
  }

  private static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let text = try decoder.singleValueContainer().decode(String.self)
      return try (try? Date(text, strategy: milliseconds)) ?? Date(text, strategy: .iso8601)
    }
    return decoder
  }
}
