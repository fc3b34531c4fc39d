import CairnHTTP

/// The pages of insights.
enum InsightForms {
  static let show: Handler = { visit in
    HTTPResponse(.ok, page: try await InsightsPage(visit).html)
  }

  static let climbing: Handler = { visit in
    HTTPResponse(.ok, page: try await ClimbingInsightsPage(visit).html)
  }

  static let diversity: Handler = { visit in
    HTTPResponse(.ok, page: try await DiversityPage(visit).html)
  }

  static let diversityBooks: Handler = { visit in
    HTTPResponse(.ok, page: try await DiversityBooksPage(visit).html)
  }
}
