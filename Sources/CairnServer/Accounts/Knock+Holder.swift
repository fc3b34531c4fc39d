import Cairn
import CairnHTTP
import CairnStore

extension Knock {
  /// The household; throws `account.single_user` where a log is served to its own machine.
  func household() throws(CairnError) -> Household {
    guard case .household(let household) = server.house else {
      throw CairnError(
        "account.single_user",
        "There are no accounts here: the log is served to its own machine.",
        hint: "Start `cairn serve` without --single-user to have them."
      )
    }
    return household
  }

  /// Lets in who may do such a thing.
  ///
  /// Throws `account.not_signed_in`, `account.scope`, `request.origin` and ``RateLimitExceeded``.
  func visit(for scope: Pass.Scope) async throws -> Visit {
    switch server.house {
    case .own(let lease): return Visit(self, nil, lease)
    case .household(let household):
      let holder = try await holder(with: scope)
      if let requests = server.world.requests {
        let key = AccountLimits.Key(.requests, holder.account.id.record.text)
        try household.limits.consume([key], requests, at: now, or: .tooManyRequests)
      }
      return Visit(self, holder, try await household.logs.lease(holder.account.id))
    }
  }

  /// Accepts a long body of someone who may do such a thing.
  ///
  /// Throws `account.not_signed_in`, `account.scope` and `request.origin`.
  func admission(for scope: Pass.Scope) async throws -> BodyAdmission {
    switch server.house {
    case .own: return .accepted(owner: "")
    case .household: return .accepted(owner: try await holder(with: scope).account.id.record.text)
    }
  }

  private func holder(with scope: Pass.Scope) async throws -> Holder {
    guard let holder = try await holder() else { throw CairnError.notSignedIn }
    guard holder.pass.scopes.contains(scope) || isListening(scope, holder.pass) else {
      throw Self.outOfScope(scope)
    }
    return holder
  }

  /// Whether a listening app may do it: all that concerns neither the account nor anything but listening.
  private func isListening(_ scope: Pass.Scope, _ pass: Pass) -> Bool {
    pass.scopes.contains(.listening) && scope != .account && Surface(target.segments) != .own
  }

  /// Who asks: by the token that a program sends, else by the cookie of a browser.
  func holder() async throws -> Holder? {
    let accounts = try household().accounts
    if target.isAPI, request.fields.count(of: "authorization") > 0 {
      guard let secret = bearer else { return nil }
      return try await accounts.holder(of: secret, .app)
    }
    guard let secret = ServerCookie.pass(self).value(of: request),
      let holder = try await accounts.holder(of: secret, .browser)
    else { return nil }
    try refuseUnknownOrigin()
    return holder
  }

  /// The token that a program sends.
  var bearer: String? {
    guard let value = request.fields["authorization"], value.lowercased().hasPrefix("bearer ")
    else { return nil }
    return String(value.dropFirst(7))
  }

  /// What a browser does in a person's name comes from a page of ours, and says so.
  ///
  /// The gate has refused what says that it comes from elsewhere; here saying nothing is too little.
  private func refuseUnknownOrigin() throws(CairnError) {
    let fields = ["origin", "sec-fetch-site"]
    guard request.method.isSafe || fields.contains(where: { request.fields.count(of: $0) > 0 })
    else { throw .foreignOrigin }
  }

  static func outOfScope(_ scope: Pass.Scope) -> CairnError {
    CairnError(
      "account.scope",
      "The token does not allow that: it lacks the scope “\(scope.name)”.",
      hint: "Make a token with that scope under Account."
    )
  }
}

extension CairnError {
  static var notSignedIn: CairnError {
    CairnError(
      "account.not_signed_in",
      "Nobody is signed in.",
      hint: "Sign in, or send a token as “Authorization: Bearer …”."
    )
  }
}
