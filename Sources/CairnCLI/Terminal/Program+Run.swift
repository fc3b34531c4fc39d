import Cairn

extension Program {
  /// Runs a command line and returns its exit code.
  ///
  /// `context` is called after parsing succeeds. Errors are written to standard error; nothing is
  /// thrown.
  func run(
    _ words: [String],
    output: Output,
    context: (Invocation, Output) async throws -> Context
  ) async -> ExitCode {
    let isVerbose = words.prefix { $0 != "--" }.contains("--verbose")
    // Help is printed before parsing ends, so a `--no-color` after `--help` must be found here.
    let output = output.adjusted(quiet: false, noColor: words.contains("--no-color"))
    do {
      let code = try await execute(Parser.parse(words, self), output, context)
      try output.finish()
      return code
    } catch {
      let failure = ErrorText(error, program: name, isVerbose: isVerbose)
      output.warn(words.contains("--json") ? failure.json : failure.text)
      return failure.exit
    }
  }

  private func execute(
    _ request: Request<Context>,
    _ output: Output,
    _ context: (Invocation, Output) async throws -> Context
  ) async throws -> ExitCode {
    switch request {
    case .version: output.print("\(name) \(version)")
    case .help(let path): output.print(help(path, output))
    case .run(let action, let invocation):
      let output = output.adjusted(
        quiet: invocation.flag("quiet"),
        noColor: invocation.flag("no-color"),
        directory: invocation.value("data-dir"),
        format: try OutputFormat(invocation)
      )
      do {
        return try await action(invocation, context(invocation, output))
      } catch let error as CairnError {
        throw error.withHint(invocation)
      }
    }
    return .done
  }

  private func help(_ path: [String], _ output: Output) -> String {
    let columns = output.standardOutput.columns ?? 80
    return Help(program: self, width: min(100, columns), style: output.style).text(path)
  }
}
