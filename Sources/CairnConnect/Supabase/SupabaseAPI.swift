package import CairnHTTP

/// The subset of Supabase's protocols that climbing apps use: sign-in, and rows of climbing sessions
/// (spec/climbing.md 4, spec/ecosystem.md 2.3).
package enum SupabaseAPI {
  /// The routes, which the server adds to its own.
  package static let routes: [Route<ConnectedEndpoint>] = [
    Route(.post, "/auth/v1/signup", AppAuthHandlers.signUp),
    Route(.post, "/auth/v1/token", AppAuthHandlers.token),
    Route(.get, "/auth/v1/user", AppAuthHandlers.user),
    Route(.post, "/auth/v1/logout", AppAuthHandlers.signOut),
    Route(.get, "/rest/v1/{table}", RestHandlers.select),
    Route(.post, "/rest/v1/{table}", RestHandlers.insert),
    Route(.patch, "/rest/v1/{table}", RestHandlers.update),
    Route(.delete, "/rest/v1/{table}", RestHandlers.delete),
  ]
}
