import CairnHTML
import CairnHTTP
import CairnPages

/// The handlers of the insights pages.
enum InsightForms {
  static let show: Handler = { context in
    HTTPResponse(.ok, page: try await InsightsPage(context).html)
  }

  static let climbing: Handler = { context in
    HTTPResponse(.ok, page: try await ClimbingInsightsPage(context).html)
  }

  static let year: Handler = { context in
    HTTPResponse(.ok, page: try await YearPage(context).html)
  }

  static let diversity: Handler = { context in
    HTTPResponse(.ok, page: try await DiversityPage(context).html)
  }

  static let diversityBooks: Handler = { context in
    HTTPResponse(.ok, page: try await DiversityBooksPage(context).html)
  }
}
