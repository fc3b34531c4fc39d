import CairnHTTP

/// What the fields of a form said when it was shown, told with it: what was not touched then stays as it has
/// become meanwhile, in another tab, on another device, or while the form waited for a network.
enum Shown {
  fileprivate static let prefix = "was:"

  /// Hidden fields with what the fields of those names say; of a form that was refused, what they said at first.
  static func html(
    _ names: [String],
    _ refused: FormValues? = nil,
    _ value: (String) -> String
  ) -> HTML {
    HTML(
      names.map { name in
        let shown = refused?[prefix + name] ?? value(name)
        return "<input type=\"hidden\" name=\"\(prefix + name)\" value=\"\(shown)\">"
      }
    )
  }
}

extension FormValues {
  /// Whether a field says what it said when the form was shown; false where that is not told.
  func isUntouched(_ name: String) -> Bool {
    guard let shown = self[Shown.prefix + name] else { return false }
    return shown.lines == (self[name] ?? "").lines
  }

  /// The same without the fields that say what they said when the form was shown.
  var touched: FormValues { without(names.filter(isUntouched)) }
}

extension String {
  /// Browsers end lines in a text area otherwise than in a hidden field.
  fileprivate var lines: String { replacing("\r\n", with: "\n") }
}
