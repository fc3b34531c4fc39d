import Glibc

@main
struct Main {
  static func main() {
    let variable: @Sendable (String) -> String? = { name in
      getenv(name).map { String(cString: $0) }
    }
    let words = Array(CommandLine.arguments.dropFirst())
    let output = Output.standard(environment: variable)
    let code = CommandThread.run {
      await Program.cairn.run(words, output: output) { invocation, output in
        let configuration = try ConfigurationFile.adding(to: variable)
        var context = try CommandContext(invocation, output) { configuration($0) }
        context.origin = configuration.origin
        context.syncLater = BackgroundSync.start
        context.machine = machine
        return context
      }
    }
    exit(code.rawValue)
  }

  /// The host name; nil if there is none.
  private static var machine: String? {
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return nil }
    return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
