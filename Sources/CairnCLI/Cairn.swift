import Glibc

@main
struct Main {
  static func main() async {
    let variable: @Sendable (String) -> String? = { name in
      getenv(name).map { String(cString: $0) }
    }
    let code = await Program.cairn.run(
      Array(CommandLine.arguments.dropFirst()),
      output: .standard(environment: variable)
    ) { invocation, output in
      try Surroundings(invocation, output, variable: variable)
    }
    exit(code.rawValue)
  }
}
