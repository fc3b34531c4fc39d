package import CairnHTTP

/// The API for listening apps (spec/listening.md).
package enum ListeningAPI {
  /// The routes, which the server adds to its own.
  package static let routes: [Route<ConnectedEndpoint>] = [
    Route(.get, "/api/v1/analytics", ListeningAnalyticsHandlers.show.cached),
    Route(.get, "/api/v1/analytics/summary", ListeningAnalyticsHandlers.summary.cached),
    Route(.get, "/api/v1/analytics/activity", ListeningAnalyticsHandlers.activity.cached),
    Route(.get, "/api/v1/analytics/insights", ListeningAnalyticsHandlers.insights.cached),
    Route(.get, "/api/v1/analytics/milestones", ListeningAnalyticsHandlers.milestones),
    Route(.get, "/api/v1/analytics/heroes", ListeningAnalyticsHandlers.heroes.cached),
    Route(.get, "/api/v1/analytics/export", ListeningSessionHandlers.export),
    Route(.get, "/api/v1/analytics/sessions", ListeningSessionHandlers.list),
    Route(.post, "/api/v1/analytics/sessions", ListeningSessionHandlers.add),
    Route(.post, "/api/v1/analytics/sessions/batch", ListeningSessionHandlers.addAll),
    Route(.get, "/api/v1/analytics/sessions/{id}", ListeningSessionHandlers.show),
    Route(.put, "/api/v1/analytics/sessions/{id}", ListeningSessionHandlers.edit),
    Route(.patch, "/api/v1/analytics/sessions/{id}", ListeningSessionHandlers.edit),
    Route(.delete, "/api/v1/analytics/sessions/{id}", ListeningSessionHandlers.delete),
    Route(.get, "/api/v1/heroes", ListeningStoryHandlers.groups),
    Route(.delete, "/api/v1/user/account", ListeningAuthHandlers.deleteAccount),
    Route(.post, "/api/auth/sign-up/email", ListeningAuthHandlers.signUp),
    Route(.post, "/api/auth/sign-in/email", ListeningAuthHandlers.signIn),
    Route(.get, "/api/auth/get-session", ListeningAuthHandlers.session),
    Route(.post, "/api/auth/sign-out", ListeningAuthHandlers.signOut),
    Route(.get, "/api/v1/stories", ListeningStoryHandlers.list),
    Route(.post, "/api/v1/stories", ListeningStoryHandlers.add),
    Route(.post, "/api/batch/stories", ListeningStoryHandlers.addAll),
    Route(.get, "/api/v1/stories/{id}", ListeningStoryHandlers.show),
    Route(.patch, "/api/v1/stories/{id}", ListeningStoryHandlers.edit),
    Route(.delete, "/api/v1/stories/{id}", ListeningStoryHandlers.delete),
    Route(.post, "/api/v1/stories/{id}/play", ListeningStoryHandlers.play),
  ]
}
