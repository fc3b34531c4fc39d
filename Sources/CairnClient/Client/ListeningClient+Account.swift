extension ListeningClient {
  /// The treatment of unsent sessions at sign-out.
  public struct SignOutPolicy: Sendable, Hashable {
    private let name: String

    /// Sign-out fails while there are unsent sessions, so that the app can ask the user.
    public static let refuse = SignOutPolicy(name: "refuse")
    /// Unsent sessions stay in the outbox and are sent after the same user signs in again.
    public static let keep = SignOutPolicy(name: "keep")
    /// Unsent sessions are deleted.
    public static let discard = SignOutPolicy(name: "discard")
  }

  /// Creates an account and signs in; if the email address is taken, signs in to that account.
  ///
  /// Throws `client.validation` if the server rejects the address or the password.
  @discardableResult
  public func signUp(
    name: String,
    email: String,
    password: String
  ) async throws(ClientError) -> Credentials {
    let fields = ["name": name, "email": email, "password": password]
    do {
      return try await authenticate("/api/auth/sign-up/email", fields)
    } catch {
      guard error.isExistingAccount else { throw error }
      return try await signIn(email: email, password: password)
    }
  }

  /// Signs in; the next ``flush()`` sends this user's queued sessions.
  ///
  /// Throws `client.unauthorized` for an unknown address and for a wrong password.
  @discardableResult
  public func signIn(email: String, password: String) async throws(ClientError) -> Credentials {
    try await authenticate("/api/auth/sign-in/email", ["email": email, "password": password])
  }

  /// Signs out locally and on the server, and clears the response cache.
  ///
  /// Throws `client.unsent` and stays signed in while there are unsent sessions, unless the policy
  /// allows it. Signing out succeeds locally even if the server is unreachable.
  public func signOut(unsent policy: SignOutPolicy = .refuse) async throws(ClientError) {
    guard let credentials else { return }
    let counts = try await unsent()
    let left = counts.waiting + counts.refused
    guard left == 0 || policy != .refuse else { throw ClientError(left) }
    if policy == .discard { try await outbox.clear(account) }
    try await outbox.clearCache(account)
    self.credentials = nil
    needsSignIn = false
    _ = try? await response(
      to: request("POST", "/api/auth/sign-out", body: [0x7B, 0x7D], as: credentials)
    )
  }

  private func authenticate(
    _ path: String,
    _ fields: [String: String]
  ) async throws(ClientError) -> Credentials {
    let request = request("POST", path, body: JSONCoding.encode(fields), as: nil)
    let response = try await response(to: request)
    guard let entry = JSONCoding.decode(SignInResponse.self, response.body) else {
      throw ClientError(.undecodable, "The response is not from a listening server.")
    }
    let credentials = Credentials(token: entry.token, userId: entry.user.id)
    self.credentials = credentials
    needsSignIn = false
    return credentials
  }

  /// The response to a sign-up or a sign-in.
  private struct SignInResponse: Decodable {
    struct User: Decodable { let id: String }

    let token: String
    let user: User
  }
}

extension ClientError {
  /// Whether an account with this email address exists (spec/listening.md 3).
  fileprivate var isExistingAccount: Bool { status == 409 || status == 422 }

  fileprivate init(_ left: Int) {
    let what = left == 1 ? "1 session has" : "\(left) sessions have"
    self.init(.unsent, "\(what) not been sent to the server.")
  }
}
