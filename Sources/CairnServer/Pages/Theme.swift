import Cairn
import CairnHTTP

/// Light or dark, as the person chose; else as the system is.
///
/// A cookie carries the choice, so that the very first paint is right.
struct Theme: Equatable, Sendable {
  /// `system`, `light` or `dark`.
  let name: String

  static let all = [Theme(name: "system"), Theme(name: "light"), Theme(name: "dark")]

  private init(name: String) {
    self.name = name
  }

  /// The theme of a name; nil when there is none.
  init?(named name: String) {
    guard let theme = Self.all.first(where: { $0.name == name }) else { return nil }
    self = theme
  }

  /// The choice that a request brings.
  init(_ request: HTTPRequest) {
    self = request.fields.cookie("theme").flatMap { Theme(named: $0) } ?? Self.all[0]
  }

  var label: String { name.prefix(1).uppercased() + name.dropFirst() }
}

/// `/theme`.
enum ThemeForm {
  static let choose: OpenHandler = { knock in
    let form = try knock.form()
    guard let theme = form["theme"].flatMap({ Theme(named: $0) }) else {
      throw CairnError.field("theme", "takes system, light or dark")
    }
    var response = HTTPResponse.seeOther("/")
    let lifetime = theme == Theme.all[0] ? 0 : 31_536_000
    response.fields.append(
      "set-cookie",
      "theme=\(theme.name); Path=/; Max-Age=\(lifetime); HttpOnly; SameSite=Lax"
    )
    return response
  }
}
