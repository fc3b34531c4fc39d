import Cairn
import CairnHTTP

/// What the fields of a form said when it was shown, told with it: what was not touched then stays as it has
/// become meanwhile, in another tab, on another device, or while the form waited for a network.
enum OriginalValues {
  fileprivate static let prefix = "was:"
  /// Bytes from which a digest says enough: a long note would be sent twice.
  private static let long = 200

  /// Hidden fields with what the fields of those names say; of a form that was refused, what they said at first.
  static func html(
    _ names: [String],
    _ refused: FormValues? = nil,
    _ value: (String) -> String
  ) -> HTML {
    HTML(
      names.map { name in
        let shown = refused?[prefix + name] ?? told(value(name).lines)
        return "<input type=\"hidden\" name=\"\(prefix + name)\" value=\"\(shown)\">"
      }
    )
  }

  fileprivate static func told(_ value: String) -> String {
    let bytes = Array(value.utf8)
    return bytes.count > long ? "sha256:" + SHA256.hex(bytes) : value
  }
}

extension FormValues {
  /// Whether a field says what it said when the form was shown; false where that is not told.
  private func isUntouched(_ name: String) -> Bool {
    guard let shown = self[OriginalValues.prefix + name]?.utf8 else { return false }
    return shown.elementsEqual(OriginalValues.told((self[name] ?? "").lines).utf8)
  }

  /// The fields of which the form tells what they said at first.
  private var told: Set<String> {
    let hidden = names.filter { $0.hasPrefix(OriginalValues.prefix) }
    return Set(hidden.map { String($0.dropFirst(OriginalValues.prefix.count)) })
  }

  private var untouched: Set<String> { told.filter(isUntouched) }

  /// The same without the fields that were not touched.
  var touched: FormValues { without(untouched) }

  /// The same of a form that is there to be saved: whoever saves it as it is wants all that it says.
  var saved: FormValues { untouched == told ? self : touched }

  /// What is shown of a form that was refused: what was touched, beside what it said at first; the rest is told
  /// as it stands by now.
  var refused: FormValues {
    without(untouched.union(untouched.map { OriginalValues.prefix + $0 }))
  }

  /// Whether a box is ticked; nil for one that was not touched.
  func box(_ name: String) -> Bool? {
    untouched.contains(name) && untouched != told ? nil : self[name] == "yes"
  }

  /// The same of a form that was refused.
  func refusedBox(_ name: String) -> Bool? { told.contains(name) ? self[name] == "yes" : nil }
}

extension String {
  /// Browsers end lines in a text area otherwise than in a hidden field.
  fileprivate var lines: String { replacing("\r\n", with: "\n") }
}
