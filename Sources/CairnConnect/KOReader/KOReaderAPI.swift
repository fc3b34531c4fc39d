package import CairnHTTP

/// The protocols of KOReader: progress sync (spec/ecosystem.md 2.5).
package enum KOReaderAPI {
  /// The routes, which the server adds to its own.
  package static let routes: [Route<ConnectedEndpoint>] = [
    Route(.get, "/koreader/healthcheck", ProgressHandlers.health),
    Route(.post, "/koreader/users/create", ProgressHandlers.register),
    Route(.get, "/koreader/users/auth", ProgressHandlers.authorize),
    Route(.put, "/koreader/syncs/progress", ProgressHandlers.update),
    Route(.get, "/koreader/syncs/progress/{document}", ProgressHandlers.show),
  ]
}
