import Cairn
import Glibc

/// The environment variables of Cairn, and those of the configuration file that the environment lacks.
struct Configuration: Sendable {
  /// The variables of the environment.
  let environment: ConfigurationFile.Variables
  /// The configuration file, if there is one.
  let file: ConfigurationFile?

  /// Returns the value of a variable.
  func callAsFunction(_ name: String) -> String? { environment(name) ?? file?.values[name] }

  /// Returns a variable with the file that sets it: `CAIRN_ZONE in /etc/cairn.env`; any other name as it is.
  func origin(of name: String) -> String {
    guard environment(name) == nil, let file, file.values[name] != nil else { return name }
    return "\(name) in \(file.path)"
  }
}

/// A file with environment variables of Cairn, for those that the environment does not set.
///
/// Each line is `CAIRN_NAME=value`, a comment after `#`, or empty, as in a file that systemd reads (systemd.exec(5)).
struct ConfigurationFile: Sendable {
  typealias Variables = @Sendable (String) -> String?

  let path: String
  private let home: String?
  private(set) var values: [String: String] = [:]

  /// Returns the variables of the environment, and those of the file that they lack.
  ///
  /// The file is the one that `CAIRN_CONFIG` names, else `cairn/cairn.env` in the person's configuration folder, which
  /// may be missing (XDG Base Directory Specification 0.8). Throws `input.no_file` and `usage.config`.
  static func adding(to variables: @escaping Variables) throws(CairnError) -> Configuration {
    let named = variables("CAIRN_CONFIG").flatMap { $0.isEmpty ? nil : $0 }
    guard let path = named ?? usualPath(variables), named != nil || access(path, F_OK) == 0 else {
      return Configuration(environment: variables, file: nil)
    }
    let file = try ConfigurationFile(path, home: variables("HOME"))
    return Configuration(environment: variables, file: file)
  }

  /// The variables that a file may set.
  static let names =
    [
      "CAIRN_DATA_DIR", "CAIRN_ZONE", "CAIRN_CLOCK", "CAIRN_ALLOW_TEST_CLOCK", "CAIRN_SYNC_AUTO",
      "CAIRN_AUDIOBOOKSHELF_TOKEN",
    ]
    + ServerSetting.all.flatMap { [$0.variable] + ($0.isSecret ? [$0.variable + "_FILE"] : []) }

  private static let prefix = "CAIRN_"

  private static func usualPath(_ variables: Variables) -> String? {
    let folder = variables("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (folder ?? variables("HOME").map { $0 + "/.config" }).map { $0 + "/cairn/cairn.env" }
  }

  private init(_ path: String, home: String?) throws(CairnError) {
    (self.path, self.home) = (path, home)
    let file = try Self.open(path)
    guard let bytes = try? file.bytes() else { throw Files.unreadable(path) }
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() { try read(line, number: index + 1) }
  }

  private static func open(_ path: String) throws(CairnError) -> ImportFile {
    do {
      return try ImportFile(path) { _ throws(CairnError) in 65_536 }
    } catch  where error.code == "input.not_a_file" {
      throw error.with(hint: "Set CAIRN_CONFIG to a file, such as \(path)/cairn.env.")
    }
  }

  private mutating func read(_ line: Substring, number: Int) throws(CairnError) {
    guard let first = line.first(where: { !$0.isWhitespace }), first != "#" else { return }
    let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts[0].trimmed
    guard parts.count == 2, name.hasPrefix(Self.prefix), name.allSatisfy(Self.isOfName) else {
      throw refusal(of: line, number, "is not a setting")
    }
    guard values[name] == nil else { throw refusal(of: line, number, "sets \(name) again") }
    guard Self.names.contains(name) else { throw unknown(name, number) }
    guard let value = Self.unquoted(parts[1].trimmed) else {
      throw refusal(of: line, number, "has a quote without another")
    }
    values[name] = belowHome(value)
  }

  private func unknown(_ name: String, _ number: Int) -> CairnError {
    let names = Self.names.map { String($0.dropFirst(Self.prefix.count)) }
    let word = String(name.dropFirst(Self.prefix.count))
    let near =
      Suggestion.nearest(to: word, among: names)
      .map { "Did you mean \(Self.prefix)\($0)? " } ?? ""
    return CairnError(
      "usage.config",
      "Line \(number) of \(path) sets \(name), which is no variable of Cairn.",
      hint: "\(near)`cairn config` lists the settings."
    )
  }

  private func refusal(of line: Substring, _ number: Int, _ what: String) -> CairnError {
    CairnError(
      "usage.config",
      "Line \(number) of \(path) \(what): “\(line.trimmed)”.",
      hint:
        "Write CAIRN_NAME=value once, such as CAIRN_LISTEN=127.0.0.1:8080, or # before a comment."
    )
  }

  /// Expands `~/` at the beginning, which no shell does here.
  private func belowHome(_ value: String) -> String {
    guard let home, value.hasPrefix("~/") else { return value }
    return home + value.dropFirst()
  }

  private static let quotes: Set<Character> = ["\"", "'"]

  /// Returns a value without the quotes around it; nil if one of them is missing.
  private static func unquoted(_ value: String) -> String? {
    guard let first = value.first, let last = value.last,
      Self.quotes.contains(first) || Self.quotes.contains(last)
    else { return value }
    return value.count > 1 && first == last ? String(value.dropFirst().dropLast()) : nil
  }

  private static func isOfName(_ character: Character) -> Bool {
    character == "_" || (character.isASCII && character.isUppercase)
  }
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
