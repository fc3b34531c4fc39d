import Cairn
import CairnStore
import CairnTestKit
import CairnReports

/// What became of an act.
enum Outcome: CustomStringConvertible {
  /// It was done, or there was no open session to do it with.
  case done
  /// It was refused; an interface for programs gives the code.
  case refused(code: String, message: String)
  /// It was refused on a page, which shows the message.
  case shown(String)

  /// Whether another interface, which gives the code, has the same outcome.
  func isSame(as other: Outcome) -> Bool {
    switch (self, other) {
    case (.done, .done): true
    case (.refused(let code, _), .refused(let expected, _)): code == expected
    case (.shown(let text), .refused(_, let message)): text.hasPrefix(message)
    default: false
    }
  }

  var description: String {
    switch self {
    case .done: "done"
    case .refused(let code, _): code
    case .shown(let text): "“\(text)”"
    }
  }
}

/// A way to act on a log of its own.
protocol Interface {
  /// The log.
  var log: Log { get async throws }
  /// Moves the clock.
  func wait(_ time: Milliseconds) async
  /// Carries out a wish; does nothing if it needs an open session and there is none.
  func carryOut(_ wish: Wish) async throws -> Outcome
  /// Returns the content of the log, without ids.
  func contents() async throws -> [String]
}

extension Interface {
  func contents() async throws -> [String] { try await log.withoutIDs() }

  /// Returns the open session of a kind.
  func open(_ kind: SessionKind) async throws -> SessionRow? {
    try await log.openSessions().first { $0.kind == kind }
  }
}

/// An interface to a log of the test kit.
protocol ScratchInterface: Interface {
  var scratch: ScratchLog { get }
}

extension ScratchInterface {
  var log: Log { scratch.log }

  func wait(_ time: Milliseconds) async { scratch.clock.advance(by: time) }
}
