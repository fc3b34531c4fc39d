import CairnHTML
import CairnHTTP
import CairnPages

/// The handlers of `/people`, the public climbing sessions.
enum PeopleForms {
  static let list: Handler = { context in
    HTTPResponse(.ok, page: try await PeoplePage(context).html)
  }

  static let show: Handler = { context in
    HTTPResponse(.ok, page: try await PersonPage(context).html)
  }
}
