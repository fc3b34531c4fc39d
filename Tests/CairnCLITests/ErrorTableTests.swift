import CairnHTTP
import Foundation
import Testing

@testable import CairnCLI
@testable import CairnServer

/// The tables of docs/errors.md are those of the command line and the server.
@Suite struct `The table of errors in docs/errors.md` {
  private let lines: [Substring]

  init() throws {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardized
    let page = try String(contentsOf: root.appending(path: "docs/errors.md"), encoding: .utf8)
    lines = page.split(separator: "\n")
  }

  @Test func `has the exit code and the status of each family`() {
    #expect(families.count > 30)
    for (family, exit, status) in families {
      let code = "\(family).code"
      if let exit { #expect(ErrorText.exit(for: code).rawValue == exit, "\(family)") }
      if let status { #expect(Problem.status(of: code).code == status, "\(family)") }
    }
  }

  @Test func `has each other status, and its codes`() {
    let usual = Dictionary(uniqueKeysWithValues: families.map { ($0.name, $0.status) })
    let others = codes.filter { code in
      let status = Problem.status(of: code).code
      guard let family = usual[String(code.prefix { $0 != "." })] ?? nil else { return false }
      return status != family && !(status == 404 && code.hasSuffix("not_found"))
    }
    let expected = Dictionary(grouping: others) { Problem.status(of: $0).code }
      .sorted { $0.key < $1.key }
      .map { "| \($0.key) | \($0.value.map { "`\($0)`" }.joined(separator: ", ")) |" }
    let found = lines.filter { $0.wholeMatch(of: /\| \d{3} \| `.*/) != nil }.map(String.init)
    #expect(found == expected, "\(expected.joined(separator: "\n"))")
  }

  private var codes: [String] {
    lines.compactMap { $0.wholeMatch(of: /## `([a-z0-9_.]+)`/).map { String($0.output.1) } }
  }

  private var families: [(name: String, exit: Int32?, status: Int?)] {
    lines.compactMap { $0.wholeMatch(of: /\| (`[a-z`, ]+`) \| .* \| ([0-9–]+) \| ([0-9–]+) \|/) }
      .flatMap { row in
        row.output.1.matches(of: /`([a-z]+)`/).map {
          (String($0.output.1), Int32(row.output.2), Int(row.output.3))
        }
      }
  }
}
