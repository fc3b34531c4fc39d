package import Cairn

extension CairnError {
  /// The error for a request without a valid credential.
  package static var notSignedIn: CairnError {
    CairnError(
      "account.not_signed_in",
      "You are not signed in.",
      hint: "Sign in, or send a token as “Authorization: Bearer …”."
    )
  }

  /// The error for a token without the scope that a request needs.
  package static func outOfScope(_ scope: Credential.Scope) -> CairnError {
    CairnError(
      "account.scope",
      "The token lacks the scope “\(scope.name)”.",
      hint: "Create a token with that scope under Account."
    )
  }
}
