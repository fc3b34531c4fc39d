import Cairn
import CairnSQL
import CairnSQLite
import CairnStore
import Glibc

extension Command<Surroundings> {
  static var backup: Command {
    Command(
      "backup",
      group: "Care",
      summary: "Copy the log to a file that can be restored.",
      discussion: """
        The copy is checked before it gets its name. Without a file it goes into the folder \
        backups of the data directory, where the newest --keep copies stay.
        """,
      reads: true,
      examples: [
        Example("cairn backup", "into the folder backups"),
        Example("cairn backup /media/stick/log.sqlite", "to a file of your choice"),
      ],
      arguments: [.optional("file", "The file to write.", completion: .files)],
      options: [.value("keep", "N", "How many copies are kept in the folder backups (30).")],
      action: { invocation, surroundings in
        let keep = Int(try invocation.integer("keep", in: 1...10_000) ?? 30)
        let file = invocation.value("file")
        let path = try await surroundings.backup(to: file)
        if file == nil { surroundings.directory.thinBackups(keep: keep, new: path) }
        if surroundings.wantsJSON {
          surroundings.output.print(JSON.members(("file", .string(path))).text)
        } else {
          surroundings.output.say("Backed up to \(path.visible).")
        }
        return .done
      }
    )
  }

  static var restore: Command {
    Command(
      "restore",
      group: "Care",
      summary: "Put a backup in the place of the log.",
      discussion: """
        The backup is checked first, and the log that is there is backed up, so nothing is lost \
        by restoring the wrong one.
        """,
      examples: [
        Example("cairn restore log.sqlite", "a file that `cairn backup log.sqlite` wrote")
      ],
      arguments: [.required("file", "The backup to restore.", completion: .files)],
      action: { invocation, surroundings in
        let file = invocation.required("file")
        let records = try await surroundings.restore(file)
        surroundings.output.say("Restored \(records) records from \(file.visible).")
        return .done
      }
    )
  }
}

extension Surroundings {
  /// Copies the log; gives the path of the copy.
  fileprivate func backup(to file: String?) async throws -> String {
    try await withLog { _ in }
    let path = try file ?? directory.newBackup(at: now)
    if file != nil, access(path, F_OK) == 0 {
      throw CairnError(
        "storage.file_exists",
        "The file \(path) exists already.",
        hint: "Choose another name, or remove it first."
      )
    }
    try await translated { try await directory.open().backup(to: path) }
    return path
  }

  /// Checks a backup, backs up the log that is there, and puts the backup in its place.
  ///
  /// Throws `input.no_file`, or `input.not_a_log` when the file does not hold a sound log; nothing
  /// changes then.
  fileprivate func restore(_ file: String) async throws -> Int {
    try DataDirectory.make(directory.path)
    let copy = try await RestoredCopy(of: file, named: file, in: directory.path, environment)
    try await putInPlace(copy.draft)
    return copy.records
  }

  /// Puts a checked copy in the place of the log, which is saved under the same lock; one that
  /// cannot be read is moved aside, with its journal.
  private func putInPlace(_ copy: Draft) async throws {
    do {
      guard access(directory.logFile, F_OK) == 0 else { return try await giveName(copy) }
      _ = try await directory.openMadeLog(environment)
      let saving = try directory.newBackup(at: now)
      try await translated { try await directory.open().restore(from: copy.path, saving: saving) }
    } catch let error as CairnError
      where error.code == "storage.damaged" || error.code == "storage.no_log"
    {
      try await giveName(copy)
    }
  }

  /// Makes a copy the log, where there is none that can be read.
  private func giveName(_ copy: Draft) async throws {
    let aside = "\(directory.logFile).damaged-\(now.milliseconds)"
    for suffix in ["-journal", ""] where access(directory.logFile + suffix, F_OK) == 0 {
      rename(directory.logFile + suffix, aside + suffix)
      output.warn("What was there was kept as \((aside + suffix).visible).")
    }
    try await translated { try copy.publish(as: directory.logFile) }
  }
}

/// Says a failure of the storage in words for a person.
func translated<Result>(_ body: () async throws -> Result) async throws -> Result {
  do { return try await body() } catch let error as StorageError { throw CairnError(error) }
}

extension DataDirectory {
  /// A new name in the folder of backups, which is made when it is missing.
  func newBackup(at now: Instant) throws(CairnError) -> String {
    try Self.make(backups)
    let name = "\(backups)/\(now.text.replacing(":", with: "-"))"
    var path = name + ".sqlite"
    var number = 2
    while access(path, F_OK) == 0 {
      path = "\(name)-\(number).sqlite"
      number += 1
    }
    return path
  }

  /// Removes the backups made first beyond `keep`; the new one and those made before an upgrade
  /// stay.
  ///
  /// The disk knows better than the names which came first: a clock can be set back.
  func thinBackups(keep: Int, new: String) {
    let old = Folder.names(in: backups)
      .filter {
        $0.hasSuffix(".sqlite") && $0.utf8.first.map { (0x30...0x39).contains($0) } == true
      }
      .map { "\(backups)/\($0)" }.filter { $0 != new }
      .sorted { Self.age(of: $0) > Self.age(of: $1) }.dropLast(keep - 1)
    for path in old { unlink(path) }
  }

  /// How long ago a file was written, to be compared only.
  private static func age(of path: String) -> Duration {
    var status = stat()
    guard stat(path, &status) == 0 else { return .zero }
    return .seconds(-status.st_mtim.tv_sec) - .nanoseconds(status.st_mtim.tv_nsec)
  }
}
