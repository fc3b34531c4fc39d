import Cairn
import CairnJSON
import CairnStore
import Glibc

/// Something on this machine that Cairn needs.
struct MachineCheck: JSONModel {
  let name: String
  /// What needs it.
  let use: String
  /// What is wrong and what to do; nil if it is fine.
  let problem: String?

  var isFine: Bool { problem == nil }

  static let fields: JSONFields<MachineCheck> = [
    .init("name", \.name),
    .init("use", \.use),
    .init("ok", \.isFine),
    .init("problem", \.problem),
  ]
}

extension MachineCheck {
  /// The libraries that are loaded when they are needed, with their Debian packages.
  private static let libraries = [
    ("libmicrohttpd.so.12", "libmicrohttpd12", "cairn serve"),
    ("libargon2.so.1", "libargon2-1", "accounts of a server"),
    ("libz.so.1", "zlib1g", "compressed responses of a server"),
    ("libcurl.so.4", "libcurl4", "sync, webhooks, pulls"),
    ("libpq.so.5", "libpq5", "logs in PostgreSQL"),
  ]

  static var ofLibraries: [MachineCheck] {
    libraries.map { file, package, use in
      let handle = dlopen(file, RTLD_LAZY | RTLD_LOCAL)
      if let handle { dlclose(handle) }
      let problem = handle == nil ? "missing; on Debian install \(package)" : nil
      return MachineCheck(name: file, use: use, problem: problem)
    }
  }

  /// The files of time zones, asked for a zone that has changed its rules.
  static func zones(known: (String) -> ZoneRules?) -> MachineCheck {
    let isThere = known("Europe/Berlin") != nil
    return MachineCheck(
      name: "time zones",
      use: "the days of sessions",
      problem: isThere ? nil : "missing; on Debian install tzdata"
    )
  }

  /// The certificates that libcurl trusts on the usual systems.
  static var certificates: MachineCheck {
    let files = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt"]
    let isThere = files.contains { access($0, R_OK) == 0 }
    return MachineCheck(
      name: "certificates",
      use: "sync over https",
      problem: isThere ? nil : "missing; on Debian install ca-certificates"
    )
  }

  /// The clock, which is wrong if it is before the release of this program.
  static func clock(now: Instant) -> MachineCheck {
    let isEarly = now < Instant(milliseconds: 1_767_225_600_000)
    return MachineCheck(
      name: "clock",
      use: "the times of sessions",
      problem: isEarly ? "before 2026; set it, for example with timedatectl" : nil
    )
  }
}

extension DataDirectory {
  /// The folder of the log, or of the logs of a server.
  var checks: [MachineCheck] {
    [
      MachineCheck(name: path, use: "the log", problem: accessProblem),
      MachineCheck(name: "permissions", use: "privacy of the log", problem: permissionWarning),
      MachineCheck(name: "disk", use: "writing, backups, upgrades", problem: spaceProblem),
    ]
  }

  private var accessProblem: String? {
    guard access(existing, R_OK | W_OK | X_OK) != 0 else { return nil }
    return existing == path
      ? "not writable by this user; run this as its owner" : "cannot be created in \(existing)"
  }

  /// The folder itself, or the nearest one above it that exists.
  private var existing: String {
    var folder = path[...]
    while access(String(folder), F_OK) != 0, let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
    }
    return folder.isEmpty ? "/" : String(folder)
  }

  private var spaceProblem: String? {
    guard let freeBytes, freeBytes < 100_000_000 else { return nil }
    return "\(freeBytes / 1_000_000) MB free; make room before writes fail"
  }
}

extension CommandContext {
  /// Shows what Cairn needs of this machine, and returns whether all of it is fine.
  func checkMachine() -> Bool {
    let checks = machineChecks
    if wantsData { output.print(data: checks) } else { output.print(Self.table(of: checks)) }
    return checks.allSatisfy(\.isFine)
  }

  /// Checks everything that Cairn needs of this machine.
  var machineChecks: [MachineCheck] {
    MachineCheck.ofLibraries + [MachineCheck.zones(known: environment.zone), .certificates]
      + [MachineCheck.clock(now: now)] + directory.checks
  }

  static func table(of checks: [MachineCheck]) -> Table {
    var table = Table(
      .init("needed", canShrink: true),
      .init("for"),
      .init("state", canShrink: true)
    )
    for check in checks {
      let state = Table.Cell(check.problem ?? "ok", check.isFine ? nil : .warning)
      table.append(.init(check.name), .init(check.use), state)
    }
    return table
  }
}
