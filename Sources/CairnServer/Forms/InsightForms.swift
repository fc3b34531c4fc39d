import CairnHTTP

/// The page Insights.
enum InsightForms {
  static let show: Handler = { visit in
    HTTPResponse(.ok, page: try await InsightsPage(visit).html)
  }
}
