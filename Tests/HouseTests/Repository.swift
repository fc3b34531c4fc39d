import Foundation
import Testing

/// The files of this repository, found relative to this source file.
enum Repository {
  static let top = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// All text files that could be committed, without fixtures, sorted by path.
  static let files: [RepositoryFile] = paths.compactMap(RepositoryFile.init).sorted {
    $0.path < $1.path
  }

  /// The Swift files of the product.
  static let sources = files.filter { $0.path.hasPrefix("Sources/") && $0.path.hasSuffix(".swift") }

  /// The Swift files of the product and of its tests.
  static let swift = files.filter { $0.path.hasSuffix(".swift") }

  static let pages = files.filter { $0.path.hasSuffix(".md") }

  static func text(_ path: String) -> String {
    files.first { $0.path == path }?.text ?? ""
  }

  /// Returns `path:line: text` for each match of `pattern`, for the message of a failing test.
  static func places(
    of pattern: String,
    in files: [RepositoryFile],
    _ view: KeyPath<RepositoryFile, String> = \.code
  ) -> [String] {
    files.flatMap { file in
      file[keyPath: view].matches(of: pattern).map { file.place(line: $0.line) }
    }
  }

  private static let skipped: Set<String> = [".build", ".git", ".swiftpm", "Fixtures"]

  private static var paths: [String] {
    guard let walk = FileManager.default.enumerator(atPath: top.path) else { return [] }
    var found: [String] = []
    while let path = walk.nextObject() as? String {
      // The code of a tutorial is of other programs; ExampleTests.swift compares it.
      if skipped.contains((path as NSString).lastPathComponent) || path.hasSuffix(".docc") {
        walk.skipDescendants()
      } else {
        found.append(path)
      }
    }
    return found
  }
}

/// A text file of the repository.
struct RepositoryFile: Sendable {
  /// The path relative to the root of the repository.
  let path: String
  let text: String
  /// The code without comments and contents of strings; line numbers are preserved.
  let code: String

  /// Reads a file; nil for folders and binary files.
  init?(path: String) {
    let url = Repository.top.appendingPathComponent(path)
    guard let data = try? Data(contentsOf: url), let text = String(data: data, encoding: .utf8)
    else { return nil }
    self.path = path
    self.text = text
    code = path.hasSuffix(".swift") ? text.codeOnly : text
  }

  var name: String { (path as NSString).lastPathComponent }
  var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

  /// The module or test target of a file: the second component of its path.
  var target: String { String(path.split(separator: "/").dropFirst().first ?? "") }

  func place(line: Int) -> String {
    "\(path):\(line): \(lines[line - 1].trimmingCharacters(in: .whitespaces))"
  }
}

extension RepositoryFile: CustomTestStringConvertible {
  var testDescription: String { path }
}
