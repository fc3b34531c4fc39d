import CairnHTTP

/// `/people`: who shows climbing here, and what.
enum PeopleForms {
  static let list: Handler = { visit in
    HTTPResponse(.ok, page: try await PeoplePage(visit).html)
  }

  static let show: Handler = { visit in
    HTTPResponse(.ok, page: try await PersonPage(visit).html)
  }
}
