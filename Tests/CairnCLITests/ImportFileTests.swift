import Cairn
import CairnAccounts
import CairnSQLite
import Foundation
import Testing

@testable import CairnCLI

@Suite struct `A file to import` {
  @Test(arguments: ["goodreads", "koreader", "cairn", nil], ["/dev/zero", "/dev/null", "/tmp"])
  func `is a regular file, not an endless one`(format: String?, path: String) async throws {
    let words = ["import"] + [format, path].compactMap(\.self)
    let ran = try await Person().types(words + ["--json"])
    #expect(ran.exit == .badInput && ran.out == "")
    #expect(ran.err.contains(#""code":"input.not_a_file""#))
    #expect(ran.err.contains(path == "/tmp" ? "is a folder" : "is a device"))
  }

  @Test func `is not a pipe without a writer`() async throws {
    let me = try Person()
    let pipe = me.scratch.path + "/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    #expect(await me.types("import", "goodreads", pipe).err.contains("is a pipe, not a file"))
  }

  @Test func `is refused by its size before it is read`() async throws {
    let me = try Person()
    try me.scratch.write("Book Id,Title,Author,Exclusive Shelf\n1,Emma,Jane,read\n", to: "big.csv")
    try #require(truncate(me.scratch.path + "/big.csv", 1 << 40) == 0)
    let ran = await me.types("import", "goodreads", me.scratch.path + "/big.csv")
    #expect(ran.err.contains("is larger than 67108864 bytes"))
  }

  @Test func `that is a log may be larger, and the error names the operator`() throws {
    let me = try Person()
    let copy = TemporaryFile(in: me.scratch.path)
    try #require(creat(copy.path, 0o600) >= 0)
    try #require(truncate(copy.path, off_t(AccountLogSize.maximumBytes + 1)) == 0)
    let error = #expect(throws: CairnError.self) { try AccountLogSize.file(copy) }
    #expect(error?.code == "account.log_too_large")
  }

  @Test func `that does not begin like a log is not read completely`() async throws {
    let me = try Person()
    try me.scratch.write("", to: "zeros")
    try #require(truncate(me.scratch.path + "/zeros", 1 << 40) == 0)
    let ran = await me.types("import", "cairn", me.scratch.path + "/zeros")
    #expect(ran.err.contains("is not a Cairn log"))
  }
}
