package import Cairn

/// A file or a folder that a connection keeps on the server.
package struct ConnectedFile: Sendable, Equatable {
  /// The names of its folders and its own, joined by slashes.
  package let path: String
  /// The number of bytes; nil for a folder.
  package let size: Int64?
  /// The entity tag of this version, in quotes.
  package let tag: String
  /// When this version was stored.
  package let changedAt: Instant

  /// Whether it is a folder.
  package var isFolder: Bool { size == nil }

  /// The path of the folder that contains it; nil for the root.
  package var parent: String? { Self.parent(of: path) }

  /// Returns the path of the folder that contains a path; nil for the root.
  static func parent(of path: String) -> String? {
    path.lastIndex(of: "/").map { String(path[..<$0]) }
  }

  /// The maximum size of one file in bytes; years of daily reading have a fifth of it.
  package static let sizeLimit: Int64 = 33_554_432
  /// The maximum size of all files of a connection.
  package static let totalLimit = 2 * sizeLimit
  /// The maximum number of files and folders of a connection.
  package static let limit = 100
}

/// The condition of a write, from the fields `If-Match` and `If-None-Match` (RFC 9110, 13.1).
package struct WriteCondition: Sendable {
  private let isMet: @Sendable (_ tag: String?) -> Bool

  /// Creates a condition on the entity tag of the stored version, which is nil if there is none.
  package init(_ isMet: @escaping @Sendable (_ tag: String?) -> Bool) { self.isMet = isMet }

  /// Throws `connection.changed_since` if the condition does not hold.
  func check(_ file: ConnectedFile?) throws(CairnError) {
    guard !isMet(file?.tag) else { return }
    throw CairnError(
      "connection.changed_since",
      "Another device has stored a newer version of this file, or it was deleted.",
      hint: "Get it again, merge, and send the result."
    )
  }
}
