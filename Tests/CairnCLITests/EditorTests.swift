import Cairn
import Foundation
import Glibc
import Testing

@testable import CairnCLI

@Suite struct `An editor` {
  private func editor(_ script: String) throws -> (command: String, folder: Scratch) {
    let folder = try Scratch()
    let file = try folder.write(script, to: "my editor")
    // A file that was just written cannot be executed while a parallel test starts a program.
    return ("sh '\(file.path)' --wait", folder)
  }

  @Test func `gets the text in a file, after its own options, and gives back what it saved`() throws
  {
    let (command, folder) = try editor(
      "cp \"$2\" \"${0%/*}/seen\"; stat -c %a \"$2\" >\"${0%/*}/mode\"; echo \"$1\" >\"$2\"; echo ü >>\"$2\""
    )
    #expect(try Editor.edit("place: home\n", with: command) == "--wait\nü\n")
    #expect(try folder.read("seen") == "place: home\n")
    #expect(try folder.read("mode") == "600\n")
  }

  @Test func `leaves no file behind`() throws {
    let (command, folder) = try editor("echo \"$2\" >\"${0%/*}/path\"")
    _ = try Editor.edit("text", with: command)
    let path = try folder.read("path").dropLast()
    #expect(!path.isEmpty && !FileManager.default.fileExists(atPath: String(path)))
  }

  @Test(arguments: ["exit 1", "kill -KILL $$"])
  func `that fails leaves the text in a file, which the error names`(script: String) throws {
    let (command, folder) = try editor(
      "echo \"$2\" >\"${0%/*}/path\"; echo changed >\"$2\"; \(script)"
    )
    let error = #expect(throws: CairnError.self) { try Editor.edit("text", with: command) }
    let path = String(try folder.read("path").dropLast())
    defer { unlink(path) }
    #expect(error?.code == "usage.editor" && error?.message.contains(path) == true)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "changed\n")
  }

  @Test func `that is not there is an error`() {
    #expect(throws: CairnError.self) { try Editor.edit("", with: "/no/such/editor") }
  }
}

@Suite struct `A child process` {
  @Test(arguments: [("exit 0", 0), ("exit 7", 7), ("kill -TERM $$", 143)] as [(String, Int32)])
  func `returns its exit code, or 128 and its signal`(script: String, code: Int32) {
    let (status, error) = ChildProcess.run("/bin/sh", ["sh", "-c", script]) { _ in }
    #expect(status == code && error == 0)
  }

  @Test func `that does not start returns why`() {
    var isRunning: Bool?
    let (_, error) = ChildProcess.run(
      "/no/such/program",
      ["x"],
      { _ in },
      started: { isRunning = $0 }
    )
    #expect(error == ENOENT && isRunning == false)
  }

  @Test func `obeys Ctrl-C although its parent ignores it`() {
    let handler = signal(SIGQUIT, SIG_IGN)
    defer { signal(SIGQUIT, handler) }
    let (status, _) = ChildProcess.run("/bin/sh", ["sh", "-c", "kill -QUIT $$; exit 3"]) { _ in }
    #expect(status == 128 + SIGQUIT)
  }
}
