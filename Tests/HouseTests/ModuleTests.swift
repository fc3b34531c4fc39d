import Testing

/// The permitted imports of each module, which must equal those in `docs/map.md`.
private let mayImport: [String: Set<String>] = [
  "Cairn": [],
  "CairnActions": ["Cairn"],
  "CairnInsights": ["Cairn"],
  "CairnExchange": ["Cairn"],
  "CairnSQL": system,
  "CairnSQLite": system.union(["CairnSQL", "CSQLite"]),
  "CPostgres": [],
  "CairnPostgres": system.union(["CairnSQL", "CPostgres"]),
  "CairnReports": ["Cairn", "CairnActions", "CairnInsights"],
  "CairnHTML": [],
  "CairnPages": ["Cairn", "CairnInsights", "CairnReports", "CairnHTML"],
  "CairnStore": system.union([
    "Cairn", "CairnActions", "CairnInsights", "CairnReports", "CairnSQL",
  ]),
  "CairnJSON": ["Cairn", "CairnInsights", "CairnReports", "CairnStore"],
  "CairnTransfer": ["Cairn", "CairnExchange", "CairnReports", "CairnStore", "CairnJSON"],
  "CairnSync": ["Cairn", "CairnActions", "CairnReports", "CairnStore"],
  "CairnClient": system.union(["Cairn", "CairnSQL", "CairnSQLite", "FoundationNetworking"]),
  "CairnKit": system.union([
    "Cairn", "CairnActions", "CairnInsights", "CairnReports", "CairnSQL", "CairnSQLite",
    "CairnStore", "CairnSync", "CairnClient",
  ]),
  "CairnCLI": system.union([
    "Cairn", "CairnActions", "CairnInsights", "CairnExchange", "CairnSQL", "CairnSQLite",
    "CairnPostgres", "CairnStore", "CairnReports", "CairnJSON", "CairnTransfer", "CairnSync",
    "CairnHTTP", "CairnListener", "CairnServer", "CGzip", "CCurl", "CairnAccounts",
  ]),
  "CairnHTTP": ["CairnHTML"],
  "CairnListener": system.union(["CairnHTTP", "CMicrohttpd"]),
  "CArgon2": [],
  "CCurl": [],
  "CGzip": [],
  "CairnAccounts": system.union([
    "Cairn", "CairnInsights", "CairnReports", "CairnSQL", "CairnStore", "CairnJSON",
    "CairnTransfer", "CArgon2",
  ]),
  "CairnConnect": [
    "Cairn", "CairnActions", "CairnInsights", "CairnExchange", "CairnReports", "CairnStore",
    "CairnJSON", "CairnAccounts", "CairnHTML", "CairnHTTP",
  ],
  "CairnServer": [
    "Cairn", "CairnActions", "CairnInsights", "CairnExchange", "CairnStore", "CairnReports",
    "CairnPages", "CairnJSON", "CairnTransfer", "CairnSync", "CairnHTML", "CairnHTTP",
    "CWebAssets", "CairnAccounts", "CairnConnect",
  ],
  "CMicrohttpd": [],
  "CWebAssets": [],
  "CairnWeb": ["Cairn", "CairnActions", "CairnInsights"],
  "CairnTestKit": system.union([
    "Cairn", "CairnActions", "CairnReports", "CairnSQL", "CairnSQLite", "CairnPostgres",
    "CairnStore", "CairnAccounts",
  ]),
  "CSQLite": [],
]

/// The modules that `system` means in the table of `docs/map.md`.
private let system: Set<String> = [
  "Foundation", "FoundationEssentials", "FoundationInternationalization", "Dispatch",
  "Synchronization", "Glibc", "Musl", "Darwin",
]

private let importLine =
  #"^[ \t]*(?:@\w+(?:\([^)]*\))? +)*(?:(?:public|package|internal|fileprivate|private) +)?"#
  + #"import +(?:(?:struct|class|enum|protocol|typealias|func|let|var) +)?(\w+)"#

@Suite struct `The modules` {
  @Test(arguments: [
    ("import Foundation", "Foundation"),
    ("public import Cairn", "Cairn"),
    ("  @preconcurrency internal import Dispatch", "Dispatch"),
    ("@_spi(Testing) import struct Foundation.Date", "Foundation"),
  ])
  func `are found in every form of import`(line: String, module: String) {
    #expect(line.matches(of: importLine).flatMap(\.groups) == [module])
  }

  @Test func `import only what the table allows`() {
    let strays = Repository.sources.flatMap { file in
      file.code.matches(of: importLine)
        .filter { !(mayImport[file.target] ?? []).contains($0.groups[0]) }
        .map { file.place(line: $0.line) }
    }
    #expect(strays == [])
  }

  /// The modules that an app for Apple's systems links.
  @Test func `of an app import no system of Linux alone`() {
    let rooms = mayImport["CairnKit", default: []].union(["CairnKit", "CairnSQLite"])
    let strays = Repository.sources.filter { file in
      rooms.contains(file.target) && file.code.contains("import Glibc")
        && !file.code.contains("import Darwin")
    }
    #expect(strays.map(\.path) == [])
  }

  @Test func `import the system's networking in one file`() {
    let users = Repository.sources.filter {
      !$0.code.matches(of: #"\b(?:FoundationNetworking|URLSession)\b"#).isEmpty
    }
    #expect(users.map(\.path) == ["Sources/CairnClient/Transport/URLSessionTransport.swift"])
  }

  @Test func `join the server to the command line in two files`() {
    let users = Repository.sources.filter {
      $0.target == "CairnCLI" && $0.code.contains("import CairnServer")
    }
    #expect(
      users.map(\.path).sorted() == [
        "Sources/CairnCLI/Serve/CommandContext+Serve.swift",
        "Sources/CairnCLI/Serve/ServeConfiguration.swift",
      ]
    )
  }

  @Test func `are those of the table`() {
    #expect(Set(Repository.sources.map(\.target)).subtracting(mayImport.keys) == [])
    let folders = Repository.files.filter { $0.path.hasPrefix("Sources/") }.map(\.target)
    #expect(Set(folders) == Set(mayImport.keys))
  }

  @Test(arguments: mayImport.keys.sorted())
  func `have the same imports in the map`(room: String) {
    #expect(mapped[room] == mayImport[room])
  }

  @Test func `are all in the map`() {
    #expect(Set(mapped.keys) == Set(mayImport.keys))
  }

  /// The rows of the section "Modules" in `docs/map.md`: module and permitted imports.
  private var mapped: [String: Set<String>] {
    let page = Repository.text("docs/map.md").matches(of: #"^## Modules\n((?:(?!^## )[^\n]*\n)*)"#)
    let rows = page.flatMap(\.groups).joined().matches(of: #"^\| `(\w+)` \|.*\|([^|]*)\|$"#)
    return Dictionary(rows.map { ($0.groups[0], modules($0.groups[1])) }) { first, _ in first }
  }

  private func modules(_ cell: String) -> Set<String> {
    let named = Set(cell.matches(of: #"`(\w+)`"#).flatMap(\.groups))
    return cell.contains("system") ? named.union(system) : named
  }
}
