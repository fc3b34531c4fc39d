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
        var surroundings = try Surroundings(invocation, output, variable: variable)
        surroundings.syncLater = SyncLater.start
        return surroundings
      }
    }
    exit(code.rawValue)
  }
}
