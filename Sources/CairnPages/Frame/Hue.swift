package import Cairn
import CairnHTML

/// The colour and the icon of an activity, which say on every page what a session is.
package struct Hue: Sendable {
  /// The class that sets the colours; empty for an activity without a hue.
  package let name: String
  let icon: Icon

  package static let reading = Hue("is-read", .book)
  package static let listening = Hue("is-listen", .headphones)
  package static let climbing = Hue("is-climb", .mountain)
  static let other = Hue("", .clock)

  private init(_ name: String, _ icon: Icon) {
    (self.name, self.icon) = (name, icon)
  }

  /// The hue of a kind of session.
  package init(_ kind: SessionKind) {
    switch kind {
    case Reading.kind: self = .reading
    case Listening.kind: self = .listening
    case Climbing.kind: self = .climbing
    default: self = .other
    }
  }

  /// The icon on a stone, beside a title.
  var badge: HTML {
    """
    <span class="badge \(name)">\(fragment: icon.html)</span>
    """
  }
}
