import Cairn
import CairnHTTP

/// The colour theme: light, dark, or that of the system.
///
/// A cookie stores the choice, so that the first paint is right.
struct Theme: Named {
  /// `system`, `light` or `dark`.
  let name: String

  static let all = [Theme("system"), Theme("light"), Theme("dark")]

  private init(_ name: String) {
    self.name = name
  }

  /// Reads the theme from the cookie of a request.
  init(_ request: HTTPRequest) {
    self = request.fields.cookie("theme").flatMap { Theme(name: $0) } ?? Self.all[0]
  }

  var label: String { name.prefix(1).uppercased() + name.dropFirst() }
}

/// The handler of `/theme`.
enum ThemeForm {
  static let choose: OpenHandler = { context in
    let form = try context.form()
    guard let theme = form["theme"].flatMap({ Theme(name: $0) }) else {
      throw CairnError.field("theme", "takes system, light or dark")
    }
    var response = HTTPResponse.seeOther("/settings")
    let lifetime = theme == Theme.all[0] ? 0 : 31_536_000
    response.fields.append(
      "set-cookie",
      "theme=\(theme.name); Path=/; Max-Age=\(lifetime); HttpOnly; SameSite=Lax"
    )
    return response
  }
}
