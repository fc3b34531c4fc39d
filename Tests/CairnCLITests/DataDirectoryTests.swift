import Cairn
import Glibc
import Testing

@testable import CairnCLI

@Suite struct `The location of the log` {
  private func place(_ variables: [String: String], accountHome: String?) throws -> String {
    try DataDirectory(option: nil, variable: { variables[$0] }, accountHome: { accountHome }).path
  }

  @Test(arguments: [
    (["CAIRN_DATA_DIR": "/d", "XDG_DATA_HOME": "/x", "HOME": "/h"], "/d"),
    (["XDG_DATA_HOME": "/x", "HOME": "/h"], "/x/cairn"),
    (["XDG_DATA_HOME": "x", "HOME": "/h"], "/h/.local/share/cairn"),
    ([:], "/a/.local/share/cairn"),
    (["HOME": ""], "/a/.local/share/cairn"),
    (["HOME": "here"], "/a/.local/share/cairn"),
  ])
  func `does not depend on the working directory`(
    variables: [String: String],
    path: String
  ) throws {
    #expect(try place(variables, accountHome: "/a") == path)
  }

  @Test(arguments: [nil, "", "here"])
  func `is required without a home directory`(home: String?) {
    let error = #expect(throws: CairnError.self) { try place([:], accountHome: home) }
    #expect(error?.code == "usage.data_dir")
    #expect(error?.hint.contains("--data-dir DIR") == true)
  }

  @Test(arguments: [(mode_t(0o700), false), (0o755, false), (0o775, true), (0o777, true)])
  func `causes a warning if others may write to it`(mode: mode_t, isOpen: Bool) throws {
    let me = try Person()
    let directory = try DataDirectory(
      option: me.scratch.path,
      variable: { _ in nil },
      accountHome: { nil }
    )
    chmod(me.scratch.path, mode)
    #expect((directory.permissionWarning != nil) == isOpen)
    chmod(me.scratch.path, 0o700)
  }

  @Test func `is not the root directory if the option is empty`() async throws {
    let slip = try await Person().types("log", "--data-dir=", "--json")
    #expect(slip.err.hasPrefix(#"{"code":"usage.data_dir","#))
    #expect(slip.exit == .usage)
  }
}
