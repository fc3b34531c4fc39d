package import Cairn

/// A book file of a reading device: where the device is in it, and which book of the log it is.
package struct ConnectedDocument: Sendable, Equatable {
  /// The device's name of the file: an MD5 of its contents or of its name.
  package let document: String
  /// The last reported progress; nil for a file that only a list of books named.
  package var progress: Progress?
  /// The file's title, or its name; nil if the device did not send it.
  package var title: String?
  /// The authors, separated by commas or lines.
  package var authors: String?
  /// The book of the log; nil while it is unknown.
  package var entry: Identifier<Entry>?

  /// Creates a document.
  package init(
    _ document: String,
    progress: Progress? = nil,
    title: String? = nil,
    authors: String? = nil,
    entry: Identifier<Entry>? = nil
  ) {
    (self.document, self.progress, self.entry) = (document, progress, entry)
    (self.title, self.authors) = (title, authors)
  }

  /// A reported position.
  package struct Progress: Sendable, Equatable {
    /// The position in the device's own terms, returned as it came.
    package let position: String
    /// The share of the book as a JSON number from 0 to 1, as it came.
    package let percentage: String
    /// The name of the device.
    package let device: String
    /// The device's id of itself.
    package let deviceID: String
    /// When it arrived.
    package let at: Instant

    /// Creates a position.
    package init(
      position: String,
      percentage: String,
      device: String,
      deviceID: String,
      at: Instant
    ) {
      (self.position, self.percentage) = (position, percentage)
      (self.device, self.deviceID, self.at) = (device, deviceID, at)
    }

    /// The share of the book in hundredths of a percent, from 0 to 10,000.
    package var hundredths: Int64 {
      let share = Double(percentage) ?? 0
      return Int64((min(max(share, 0), 1) * 10_000).rounded())
    }

    /// Whether two reports say the same, whenever they arrived.
    package func isSame(as other: Progress) -> Bool {
      position == other.position && percentage == other.percentage && device == other.device
        && deviceID == other.deviceID
    }
  }

  /// The maximum number kept per connection; the ones that were not reported for the longest time go first.
  package static let limit = 2_000
}
