import CairnHTTP

extension Server {
  /// Everything the server can be asked.
  static let routes = RouteTable<Answerer>([
    Route(.get, "/", TodayForms.show),
    Route(.post, "/start", TodayForms.start),
    Route(.post, "/sessions/{id}/pause", TodayForms.pause),
    Route(.post, "/sessions/{id}/resume", TodayForms.resume),
    Route(.post, "/sessions/{id}/stop", TodayForms.stop),
    Route(.post, "/sessions/{id}/discard", TodayForms.discard),
    Route(.post, "/theme", .anyone(ThemeForm.choose)),

    Route(.get, "/sign-in", .anyone(SignInForms.show)),
    Route(.post, "/sign-in", .anyone(SignInForms.signIn)),
    Route(.post, "/sign-out", .anyone(SignInForms.signOut)),
    Route(.post, "/api/v1/sign-in", .anyone(AccountHandlers.signIn)),
    Route(.post, "/api/v1/sign-out", .anyone(AccountHandlers.signOut)),
    Route(.get, "/api/v1/account", .owner(AccountHandlers.show)),

    Route(.get, "/api/v1/sessions", SessionHandlers.list),
    Route(.post, "/api/v1/sessions", SessionHandlers.start),
    Route(.get, "/api/v1/sessions/{id}", SessionHandlers.show),
    Route(.post, "/api/v1/sessions/{id}/pause", SessionHandlers.pause),
    Route(.post, "/api/v1/sessions/{id}/resume", SessionHandlers.resume),
    Route(.post, "/api/v1/sessions/{id}/end", SessionHandlers.end),
    Route(.post, "/api/v1/sessions/{id}/cancel", SessionHandlers.cancel),
    Route(.get, "/api/v1/shelf", ShelfHandlers.list),
    Route(.get, "/api/v1/stats/today", StatsHandlers.today),

    Route(.get, "/healthz", .anyone(CareHandlers.health)),
    Route(.get, "/readyz", .anyone(CareHandlers.readiness)),
    Route(.get, "/version", .anyone(CareHandlers.version)),
    Route(.get, "/assets/{name}", .anyone(Asset.show)),
  ])
}
