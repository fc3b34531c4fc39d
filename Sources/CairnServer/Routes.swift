import CairnHTTP

extension Server {
  /// Everything the server can be asked.
  ///
  /// What a route of the API takes and gives stands beside its handler.
  static let routes = RouteTable<Endpoint>(pages + accounts + sessions + books + insights + care)

  private static let pages: [Route<Endpoint>] = [
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
  ]

  private static let accounts: [Route<Endpoint>] = [
    Route(.post, "/api/v1/sign-in", AccountHandlers.signIn),
    Route(.post, "/api/v1/sign-out", AccountHandlers.signOut),
    Route(.get, "/api/v1/account", AccountHandlers.show),
  ]

  private static let sessions: [Route<Endpoint>] = [
    Route(.get, "/api/v1/sessions", SessionHandlers.list),
    Route(.post, "/api/v1/sessions", SessionHandlers.start),
    Route(.post, "/api/v1/sessions/track", SessionHandlers.track),
    Route(.get, "/api/v1/sessions/{id}", SessionHandlers.show),
    Route(.patch, "/api/v1/sessions/{id}", SessionHandlers.edit),
    Route(.delete, "/api/v1/sessions/{id}", SessionHandlers.delete),
    Route(.post, "/api/v1/sessions/{id}/pause", SessionHandlers.pause),
    Route(.post, "/api/v1/sessions/{id}/resume", SessionHandlers.resume),
    Route(.post, "/api/v1/sessions/{id}/end", SessionHandlers.end),
    Route(.post, "/api/v1/sessions/{id}/cancel", SessionHandlers.cancel),
    Route(.post, "/api/v1/sessions/{id}/restore", SessionHandlers.restore),
    Route(.post, "/api/v1/sessions/{id}/move", SessionHandlers.move),
    Route(.post, "/api/v1/sessions/{id}/split", SessionHandlers.split),
    Route(.post, "/api/v1/sessions/{id}/merge", SessionHandlers.merge),
    Route(.post, "/api/v1/sessions/{id}/continue", SessionHandlers.resumeLater),
    Route(.get, "/api/v1/history", HistoryHandlers.list),
    Route(.post, "/api/v1/history/undo", HistoryHandlers.undo),
    Route(.post, "/api/v1/history/redo", HistoryHandlers.redo),
    Route(.get, "/api/v1/settings", SettingHandlers.list),
    Route(.patch, "/api/v1/settings", SettingHandlers.change),
  ]

  private static let books: [Route<Endpoint>] = [
    Route(.get, "/api/v1/shelf", ShelfHandlers.list),
    Route(.get, "/api/v1/shelf/deleted", ShelfHandlers.deleted),
    Route(.get, "/api/v1/search", ShelfHandlers.search),
    Route(.get, "/api/v1/shelves", ShelfHandlers.shelves),
    Route(.patch, "/api/v1/shelves/{name}", ShelfHandlers.renameShelf),
    Route(.delete, "/api/v1/shelves/{name}", ShelfHandlers.deleteShelf),
    Route(.get, "/api/v1/tags", ShelfHandlers.tags),
    Route(.patch, "/api/v1/tags/{name}", ShelfHandlers.renameTag),
    Route(.delete, "/api/v1/tags/{name}", ShelfHandlers.deleteTag),
    Route(.post, "/api/v1/books", BookHandlers.add),
    Route(.get, "/api/v1/books/{id}", BookHandlers.show),
    Route(.patch, "/api/v1/books/{id}", BookHandlers.edit),
    Route(.delete, "/api/v1/books/{id}", BookHandlers.delete),
    Route(.post, "/api/v1/books/{id}/restore", BookHandlers.restore),
    Route(.post, "/api/v1/books/{id}/merge", BookHandlers.merge),
    Route(.post, "/api/v1/books/{id}/status", BookHandlers.status),
    Route(.post, "/api/v1/books/{id}/place", BookHandlers.place),
    Route(.post, "/api/v1/books/{id}/shelves", BookHandlers.shelves),
    Route(.post, "/api/v1/books/{id}/tags", BookHandlers.tags),
    Route(.patch, "/api/v1/books/{id}/dates", ReadingHandlers.dates),
    Route(.get, "/api/v1/books/{id}/readings", ReadingHandlers.list),
    Route(.post, "/api/v1/books/{id}/readings", ReadingHandlers.add),
    Route(.patch, "/api/v1/books/{id}/readings/{reading}", ReadingHandlers.edit),
    Route(.delete, "/api/v1/books/{id}/readings/{reading}", ReadingHandlers.delete),
    Route(.post, "/api/v1/books/{id}/readings/{reading}/restore", ReadingHandlers.restore),
    Route(.get, "/api/v1/books/{id}/editions", EditionHandlers.list),
    Route(.post, "/api/v1/books/{id}/editions", EditionHandlers.add),
    Route(.post, "/api/v1/books/{id}/editions/{edition}/use", EditionHandlers.use),
    Route(.delete, "/api/v1/books/{id}/editions/{edition}", EditionHandlers.delete),
  ]

  private static let insights: [Route<Endpoint>] = [
    Route(.get, "/api/v1/stats/today", StatsHandlers.today),
    Route(.get, "/api/v1/insights", InsightHandlers.definitions),
    Route(.get, "/api/v1/insights/statistics", InsightHandlers.statistics),
    Route(.get, "/api/v1/insights/by-time", InsightHandlers.byTime),
    Route(.get, "/api/v1/insights/by-thing", InsightHandlers.byThing),
    Route(.get, "/api/v1/insights/pace", InsightHandlers.pace),
    Route(.get, "/api/v1/insights/pattern", InsightHandlers.pattern),
    Route(.get, "/api/v1/insights/forecast", InsightHandlers.forecast),
    Route(.get, "/api/v1/insights/year", InsightHandlers.year),
    Route(.get, "/api/v1/insights/streak", InsightHandlers.streak),
    Route(.get, "/api/v1/insights/calendar", InsightHandlers.calendar),
    Route(.get, "/api/v1/insights/chart", InsightHandlers.chart),
    Route(.get, "/api/v1/insights/milestones", InsightHandlers.milestones),
    Route(.get, "/api/v1/insights/nudges", InsightHandlers.nudges),
    Route(.get, "/api/v1/insights/timeline", InsightHandlers.timeline),
    Route(.get, "/api/v1/insights/on-this-day", InsightHandlers.onThisDay),
    Route(.get, "/api/v1/insights/{figure}/sessions", InsightHandlers.sessions),
    Route(.get, "/api/v1/goals", GoalHandlers.list),
    Route(.get, "/api/v1/goals/{measure}/{cadence}", GoalHandlers.show),
    Route(.put, "/api/v1/goals/{measure}/{cadence}", GoalHandlers.set),
    Route(.get, "/api/v1/doses", GoalHandlers.listDoses),
    Route(.put, "/api/v1/doses/{cadence}", GoalHandlers.setDose),
    Route(.get, "/api/v1/rests", GoalHandlers.rests),
    Route(.post, "/api/v1/rests", GoalHandlers.rest),
    Route(.delete, "/api/v1/rests", GoalHandlers.unrest),
  ]

  private static let care: [Route<Endpoint>] = [
    Route(.get, "/api/openapi.json", OpenAPI.show),
    Route(.get, "/api/v1/openapi.json", OpenAPI.show),
    Route(.get, "/healthz", .anyone(CareHandlers.health)),
    Route(.get, "/readyz", .anyone(CareHandlers.readiness)),
    Route(.get, "/version", .anyone(CareHandlers.version)),
    Route(.get, "/assets/{name}", .anyone(Asset.show)),
  ]
}
