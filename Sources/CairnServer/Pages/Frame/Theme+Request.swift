import Cairn
import CairnHTTP
import CairnPages

extension Theme {
  /// Reads the theme from the cookie of a request.
  init(_ request: HTTPRequest) {
    self = request.fields.cookie("theme").flatMap { Theme(name: $0) } ?? Self.all[0]
  }
}
