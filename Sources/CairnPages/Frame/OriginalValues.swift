import Cairn
package import CairnHTML

/// The original values of form fields, sent with the form as hidden inputs.
///
/// Untouched fields do not overwrite changes made in another tab, on another device, or while the form was offline.
package enum OriginalValues {
  fileprivate static let prefix = "was:"
  /// The length in bytes from which a hash replaces the value, so that a long note is not sent twice.
  private static let long = 200

  /// Returns hidden inputs with the values of the named fields; for a rejected form, the original ones.
  package static func html(
    _ names: [String],
    _ refused: FormValues? = nil,
    _ value: (String) -> String
  ) -> HTML {
    HTML(
      names.map { name in
        let shown = refused?[prefix + name] ?? encoded(value(name).lines)
        return "<input type=\"hidden\" name=\"\(prefix + name)\" value=\"\(shown)\">"
      }
    )
  }

  fileprivate static func encoded(_ value: String) -> String {
    let bytes = Array(value.utf8)
    return bytes.count > long ? "sha256:" + SHA256.hex(bytes) : value
  }
}

extension FormValues {
  /// Returns whether the field equals its original value; false if the form does not contain that value.
  private func isUntouched(_ name: String) -> Bool {
    guard let shown = self[OriginalValues.prefix + name]?.utf8 else { return false }
    return shown.elementsEqual(OriginalValues.encoded((self[name] ?? "").lines).utf8)
  }

  /// The fields with an original value in the form.
  private var originalNames: Set<String> {
    let hidden = names.filter { $0.hasPrefix(OriginalValues.prefix) }
    return Set(hidden.map { String($0.dropFirst(OriginalValues.prefix.count)) })
  }

  private var untouched: Set<String> { originalNames.filter(isUntouched) }

  /// The form without untouched fields.
  package var touched: FormValues { without(untouched) }

  /// The form to save: all fields if none was touched, because then the person saves the form as displayed.
  package var saved: FormValues { untouched == originalNames ? self : touched }

  /// The values to show again after a rejection: touched fields with their original values; untouched fields
  /// show the current data.
  package var refused: FormValues {
    without(untouched.union(untouched.map { OriginalValues.prefix + $0 }))
  }

  /// Returns whether a check box is checked; nil if it is untouched.
  package func box(_ name: String) -> Bool? {
    untouched.contains(name) && untouched != originalNames ? nil : self[name] == "yes"
  }

  /// Returns the same for a rejected form.
  package func rejectedBox(_ name: String) -> Bool? {
    originalNames.contains(name) ? self[name] == "yes" : nil
  }
}

extension String {
  /// The text with `\n` line ends, because browsers send `\r\n` from a text area.
  fileprivate var lines: String { String(map { $0 == "\r\n" ? "\n" : $0 }) }
}
