import Cairn
import CairnHTTP

/// The path of a file in the folder of a connection.
struct WebDAVPath: Sendable {
  /// The names joined by slashes; empty for the folder itself.
  let text: String

  /// Reads the path of a request; a slash at its end does not count.
  ///
  /// Throws `connection.invalid_path` for a name that a file cannot have.
  init(_ context: any ConnectedRequest) throws(CairnError) {
    var names = context.target.segments.dropFirst(2)
    if names.last == "" { names.removeLast() }
    guard names.count <= Self.depth, names.allSatisfy(Self.isName) else {
      throw CairnError(
        "connection.invalid_path",
        "A file has at most \(Self.depth) names of 1 to \(Self.nameLimit) bytes each.",
        hint: "Use a shorter path, without “.” and “..”."
      )
    }
    text = names.joined(separator: "/")
  }

  /// Whether it is the database of KOReader's statistics, in any folder.
  var isStatistics: Bool { Self.isStatistics(text) }

  /// Returns whether a path is that of the database of KOReader's statistics, in any folder.
  static func isStatistics(_ path: String) -> Bool {
    path.split(separator: "/").last == "statistics.sqlite3"
  }

  private static let (depth, nameLimit) = (8, 200)

  private static func isName(_ name: String) -> Bool {
    (1...nameLimit).contains(name.utf8.count) && name != "." && name != ".."
      && name.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "/") && $0 != 0x7F }
  }
}

extension ConnectedRequest {
  /// The path of the folder as the client sees it, with the base path of the server.
  var webDAVRoot: String { base.text + "/koreader/webdav" }
}
