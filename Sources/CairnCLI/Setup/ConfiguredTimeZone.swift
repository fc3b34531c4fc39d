import Cairn
import CairnSQLite
import CairnStore
import Glibc

/// The configured time zone of a data directory: a file with its IANA name.
struct ConfiguredTimeZone: Sendable {
  private let folder: String
  private var path: String { folder + "/zone" }

  init(in folder: String) {
    self.folder = folder
  }

  /// The IANA name; nil if none is configured.
  var name: String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = fread(&bytes, 1, bytes.count, file)
    let line = bytes.prefix(count).prefix { $0 != 0x0A && $0 != 0x0D }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }

  /// Saves a zone, or removes it for nil.
  ///
  /// Throws `setting.invalid` for an unknown name, `storage.no_directory` and
  /// `storage.cannot_write`.
  func set(_ name: String?, known: (String) -> ZoneRules?) throws {
    guard let name else {
      guard unlink(path) == 0 || errno == ENOENT else { throw Files.cannotWrite(path) }
      return
    }
    guard known(name) != nil else { throw Self.unknown(name) }
    try DataDirectory.make(folder)
    let temporaryFile = TemporaryFile(in: folder)
    try Files.write(Array((name + "\n").utf8), to: temporaryFile.path)
    do { try temporaryFile.publish(as: path) } catch { throw Files.cannotWrite(path) }
  }

  private static func unknown(_ name: String) -> CairnError {
    CairnError(
      "setting.invalid",
      "“\(name)” is not a known time zone.",
      hint: "Give an IANA name such as Europe/Berlin."
    )
  }
}

/// The person's time zone, with its origin.
struct ResolvedTimeZone: Sendable {
  let rules: ZoneRules
  /// `--zone`, `CAIRN_ZONE`, `data directory` or `system`.
  let origin: String

  /// Whether an option or a variable overrides the configured zone.
  var isGiven: Bool { origin == "--zone" || origin == "CAIRN_ZONE" }

  /// Resolves the option, the variable, the configured or the system zone; throws `usage.zone`.
  init(
    option: String?,
    variable: (String) -> String?,
    chosen: ConfiguredTimeZone
  ) throws(CairnError) {
    let (name, origin) =
      if let option { (option, "--zone") } else if let name = variable("CAIRN_ZONE") {
        (name, "CAIRN_ZONE")
      } else if let name = chosen.name { (name, "data directory") } else {
        (SystemZones.currentName, "system")
      }
    guard let rules = SystemZones.rules(name) else {
      throw CairnError(
        "usage.zone",
        "“\(name)” (\(origin)) is not a known time zone.",
        hint: "Give an IANA name such as Europe/Berlin with --zone, or in CAIRN_ZONE."
      )
    }
    (self.rules, self.origin) = (rules, origin)
  }
}
