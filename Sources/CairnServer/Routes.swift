import CairnHTTP

/// Answers one request.
typealias Handler = @Sendable (Visit) async throws -> HTTPResponse

extension Server {
  /// Everything the server can be asked.
  static let routes = RouteTable<Handler>([
    Route(.get, "/", TodayForms.show),
    Route(.post, "/start", TodayForms.start),
    Route(.post, "/sessions/{id}/pause", TodayForms.pause),
    Route(.post, "/sessions/{id}/resume", TodayForms.resume),
    Route(.post, "/sessions/{id}/stop", TodayForms.stop),
    Route(.post, "/sessions/{id}/discard", TodayForms.discard),
    Route(.post, "/theme", ThemeForm.choose),

    Route(.get, "/api/v1/sessions", SessionHandlers.list),
    Route(.post, "/api/v1/sessions", SessionHandlers.start),
    Route(.get, "/api/v1/sessions/{id}", SessionHandlers.show),
    Route(.post, "/api/v1/sessions/{id}/pause", SessionHandlers.pause),
    Route(.post, "/api/v1/sessions/{id}/resume", SessionHandlers.resume),
    Route(.post, "/api/v1/sessions/{id}/end", SessionHandlers.end),
    Route(.post, "/api/v1/sessions/{id}/cancel", SessionHandlers.cancel),
    Route(.get, "/api/v1/shelf", ShelfHandlers.list),
    Route(.get, "/api/v1/stats/today", StatsHandlers.today),

    Route(.get, "/healthz", CareHandlers.health),
    Route(.get, "/readyz", CareHandlers.readiness),
    Route(.get, "/version", CareHandlers.version),
    Route(.get, "/assets/{name}", Asset.show),
  ])
}
