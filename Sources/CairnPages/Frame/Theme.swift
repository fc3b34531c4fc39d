import Cairn
import CairnHTML

/// The colour theme: light, dark, or that of the system.
///
/// A cookie stores the choice, so that the first paint is right.
package struct Theme: Named {
  /// `system`, `light` or `dark`.
  package let name: String

  package static let all = [Theme("system"), Theme("light"), Theme("dark")]

  private init(_ name: String) {
    self.name = name
  }

  package var label: String { name.capitalizedFirst }
}
