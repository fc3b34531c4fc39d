import Cairn
import CairnSQLite
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension Output {
  /// Returns the standard streams of the process.
  ///
  /// Side effect: ignores `SIGPIPE`, so that a closed pipe (`cairn log | head`) stops the output and
  /// not the process. A child process that needs the signal must restore it.
  static func standard(environment: (String) -> String?) -> Output {
    signal(SIGPIPE, SIG_IGN)
    let out = Sink.descriptor(STDOUT_FILENO, named: "Standard output")
    return Output(
      standardOutput: out,
      standardError: .descriptor(
        STDERR_FILENO,
        named: "Standard error",
        canRedraw: environment("TERM") != "dumb"
      ),
      style: .suiting(isTerminal: out.columns != nil, environment: environment)
    )
  }
}

extension Sink {
  /// Returns a sink that writes to an open file descriptor, which the caller still owns.
  ///
  /// A terminal that cannot redraw a line is treated as a non-terminal.
  static func descriptor(
    _ number: Int32,
    named name: String,
    canRedraw: Bool = true
  ) -> Sink {
    let descriptor = Descriptor(number, name)
    return Sink(
      columns: canRedraw && isatty(number) == 1 ? width(of: number) : nil,
      write: { descriptor.write($0) },
      isClosed: { descriptor.isClosed },
      finish: { () throws(CairnError) in try descriptor.finish() }
    )
  }

  private static func width(of number: Int32) -> Int {
    var size = winsize()
    guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}

/// A file descriptor with the first write error.
private final class Descriptor: Sendable {
  private let number: Int32
  private let name: String
  private let failure = Atomic<Int32>(0)

  init(_ number: Int32, _ name: String) {
    (self.number, self.name) = (number, name)
  }

  var isClosed: Bool { failure.load(ordering: .relaxed) != 0 }

  func finish() throws(CairnError) {
    let error = SystemError(failure.load(ordering: .relaxed))
    guard error.number != 0, error.number != EPIPE else { return }
    throw CairnError(
      "storage.output_failed",
      "\(name) could not be written: \(error.reason).",
      hint: "Do not repeat the command: the output is incomplete, but changes were saved. "
        + "Check them with `cairn log`, and free disk space before printing again.",
      cause: error.cause
    )
  }

  func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var left = UnsafeRawBufferPointer(bytes)[...]
      while !left.isEmpty, !isClosed {
        left = left.dropFirst(writeSome(UnsafeRawBufferPointer(rebasing: left)))
      }
    }
  }

  /// Writes as much as possible; waits while a non-blocking stream is full.
  private func writeSome(_ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
    let count = Glibc.write(number, bytes.baseAddress, bytes.count)
    #else
    let count = Darwin.write(number, bytes.baseAddress, bytes.count)
    #endif
    guard count < 0 else { return count }
    switch errno {
    case EINTR: break
    case EAGAIN:
      var wait = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
      poll(&wait, 1, -1)
    case let error: failure.store(error, ordering: .relaxed)
    }
    return 0
  }
}
