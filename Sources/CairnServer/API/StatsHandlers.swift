import Cairn
import CairnHTTP

/// `/api/v1/stats`.
enum StatsHandlers {
  static let today: Handler = { visit in
    try visit.allowQuery([])
    return HTTPResponse(.ok, json: try await TodayFigures(visit).json.text)
  }
}
