extension ListeningClient {
  /// What becomes of sessions that no server has when somebody signs out.
  public struct SignOutPolicy: Sendable, Hashable {
    private let name: String

    /// Nobody is signed out while there are any: asks the person first.
    public static let refuse = SignOutPolicy(name: "refuse")
    /// They stay in the outbox, and are sent when the same person signs in again.
    public static let keep = SignOutPolicy(name: "keep")
    /// They are forgotten.
    public static let discard = SignOutPolicy(name: "discard")
  }

  /// Makes an account and signs in to it; into an account of that address that exists, as
  /// ``signIn(email:password:)`` does.
  ///
  /// Throws `client.validation` for an address or a password the server does not take.
  @discardableResult
  public func signUp(
    name: String,
    email: String,
    password: String
  ) async throws(ClientError) -> Credentials {
    let wish = ["name": name, "email": email, "password": password]
    do {
      return try await enter("/api/auth/sign-up/email", wish)
    } catch {
      guard error.isTaken else { throw error }
      return try await signIn(email: email, password: password)
    }
  }

  /// Signs in; what waits for this person is sent with the next ``flush()``.
  ///
  /// Throws `client.unauthorized` for an unknown address and a wrong password alike.
  @discardableResult
  public func signIn(email: String, password: String) async throws(ClientError) -> Credentials {
    try await enter("/api/auth/sign-in/email", ["email": email, "password": password])
  }

  /// Signs out here and on the server, and forgets what it answered.
  ///
  /// Throws `client.unsent` while there are sessions that no server has, unless told what becomes
  /// of them; nobody is signed out then. A server that cannot be reached keeps no one signed in
  /// here.
  public func signOut(unsent leaving: SignOutPolicy = .refuse) async throws(ClientError) {
    guard let credentials else { return }
    let counts = try await unsent()
    let left = counts.waiting + counts.refused
    guard left == 0 || leaving != .refuse else { throw ClientError(left) }
    if leaving == .discard { try await outbox.clear(account) }
    try await outbox.forget(account)
    self.credentials = nil
    needsSignIn = false
    _ = try? await answer(
      to: request("POST", "/api/auth/sign-out", body: [0x7B, 0x7D], as: credentials)
    )
  }

  private func enter(
    _ path: String,
    _ wish: [String: String]
  ) async throws(ClientError) -> Credentials {
    let request = request("POST", path, body: JSONCoding.encode(wish), as: nil)
    let answer = try await answer(to: request)
    guard let entry = JSONCoding.decode(Entry.self, answer.body) else {
      throw ClientError(.undecodable, "The answer is none of a listening server.")
    }
    let credentials = Credentials(token: entry.token, userId: entry.user.id)
    self.credentials = credentials
    needsSignIn = false
    return credentials
  }

  /// What a sign-up and a sign-in give.
  private struct Entry: Decodable {
    struct User: Decodable { let id: String }

    let token: String
    let user: User
  }
}

extension ClientError {
  /// Whether there is an account of that address already (spec/listening.md 3).
  fileprivate var isTaken: Bool { status == 409 || status == 422 }

  fileprivate init(_ left: Int) {
    let what = left == 1 ? "1 session has" : "\(left) sessions have"
    self.init(.unsent, "\(what) not reached the server.")
  }
}
