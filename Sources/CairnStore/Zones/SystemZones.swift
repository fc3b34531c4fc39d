public import Cairn

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The time zones of the system, from the files of its time zone database.
///
/// Foundation would bring its own copy of them, 30 MB of program and some milliseconds of every start
/// (spec/performance.md, decision 4).
public enum SystemZones {
  /// Returns the rules of an IANA zone from 1970 to 2100; nil for an unknown name.
  ///
  /// Reads a file, so cache the result. UTC is known without one.
  public static func rules(_ name: String) -> ZoneRules? {
    guard isName(name), let file = read(folder + "/" + name).flatMap(ZoneFile.init) else {
      return name == "UTC" ? .utc : nil
    }
    return file.rules(name)
  }

  /// The name of this device's time zone: of the variable TZ, or as configured; UTC without either.
  public static var currentName: String {
    let configured = [getenv("TZ").map { String(cString: $0) }, linkedName, writtenName]
    return configured.lazy.compactMap(\.self).first { rules($0) != nil } ?? "UTC"
  }

  /// The zones of inhabited places, sorted; empty on a system without a table of them.
  public static var names: [String] {
    let lines = (read(folder + "/zone.tab") ?? []).split(separator: UInt8(ascii: "\n"))
    let names = lines.filter { $0.first != UInt8(ascii: "#") }.compactMap { line in
      line.split(separator: UInt8(ascii: "\t")).dropFirst(2).first
    }
    return names.map { String(decoding: $0, as: UTF8.self) }.sorted()
  }

  private static var folder: String {
    getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo"
  }

  /// Whether a name is that of a zone, and not of another file: `Etc/GMT+12`.
  private static func isName(_ name: String) -> Bool {
    name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
      part.first.map { $0.isASCII && $0.isUppercase } == true
        && part.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ".") }
    }
  }

  /// The name in the target of `/etc/localtime`.
  private static var linkedName: String? {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/etc/localtime", &path, path.count)
    guard count > 0 else { return nil }
    let text = String(decoding: path.prefix(count).map(UInt8.init), as: UTF8.self)
    let parts = text.split(separator: "/")
    return parts.lastIndex(of: "zoneinfo").map { parts[($0 + 1)...].joined(separator: "/") }
  }

  /// The name in `/etc/timezone`, which containers have.
  private static var writtenName: String? {
    read("/etc/timezone").map { String(decoding: $0.prefix { $0 > 0x20 }, as: UTF8.self) }
  }

  /// Returns the bytes of a file, at most 64 KiB; the largest zone has 4.
  private static func read(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes.prefix(count))
  }
}

extension ZoneFile {
  /// Returns the rules from 1970 to 2100.
  fileprivate func rules(_ name: String) -> ZoneRules {
    let last = transitions.last?.at ?? .min
    let yearly = (1_970..<2_100).flatMap { rule?.transitions(in: $0) ?? [] }
    let all = transitions + yearly.filter { $0.at > last }
    let first = all.last { $0.at <= 0 }?.offset ?? firstOffset
    var changes: [(at: Instant, offset: Int64)] = []
    for (at, offset) in all where at > 0 && at < Self.end {
      guard offset != changes.last?.offset ?? first else { continue }
      changes.append((Instant(milliseconds: at * 1_000), offset))
    }
    return ZoneRules(name: name, firstOffset: first, transitions: changes)
  }

  /// 2100-01-01T00:00:00Z.
  private static let end: Int64 = 4_102_444_800
}
