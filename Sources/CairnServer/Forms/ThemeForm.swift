import Cairn
import CairnHTML
import CairnHTTP
import CairnPages

/// The handler of `/theme`.
enum ThemeForm {
  static let choose: UnauthenticatedHandler = { context in
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
