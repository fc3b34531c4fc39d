import CairnSQLite
import CairnTestKit
import Foundation
import Testing

@Suite struct `A temporary file` {
  private static let left = ".cairn-0123456789abcdef.tmp"

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  private func make(_ path: String) throws { try Data().write(to: URL(filePath: path)) }

  private func canLock(_ folder: String, _ how: Int32) -> Bool {
    let folder = LockedDirectory(folder)
    return folder.lock(how | LOCK_NB)
  }

  @Test func `of a process that died is removed by the next, and no other file`() async throws {
    try await withScratchFolder { folder in
      let others = [
        ".cairn-0123456789abcde.tmp", ".cairn-0123456789abcdeg.tmp", "a.partial",
        Self.left + "-copy", "x" + Self.left, ".cairn-0123456789ABCDEF.tmp",
      ]
      for name in others + [Self.left, Self.left + "-journal"] { try make(folder + "/" + name) }
      withExtendedLifetime(TemporaryFile(in: folder)) {}
      #expect(try names(folder) == others.sorted())
    }
  }

  @Test func `of a process that lives is left alone`() async throws {
    try await withScratchFolder { folder in
      let first = TemporaryFile(in: folder)
      try make(first.path)
      withExtendedLifetime(TemporaryFile(in: folder)) {}
      #expect(FileManager.default.fileExists(atPath: first.path))
      try first.publish(as: folder + "/whole")
      #expect(try names(folder) == ["whole"])
    }
  }

  @Test func `that is discarded leaves nothing`() async throws {
    try await withScratchFolder { folder in
      let draft = TemporaryFile(in: folder)
      for end in ["", "-journal"] { try make(draft.path + end) }
      withExtendedLifetime(consume draft) {}
      #expect(try names(folder).isEmpty)
    }
  }

  @Test func `with exclusive access blocks other writers`() async throws {
    try await withScratchFolder { folder in
      let alone = TemporaryFile(in: folder, alone: true)
      #expect(!canLock(folder, LOCK_SH))
      withExtendedLifetime(consume alone) {}
      #expect(canLock(folder, LOCK_EX))
    }
  }
}
