extension Program {
  /// The bash script: tables of each command's words, and the engine that walks the line through them.
  ///
  /// Bash passes words already split at `:` and `=` (COMP_WORDBREAKS), still quoted, and
  /// replaces only the last piece. The engine joins the pieces, unquotes the input, and quotes its
  /// completions to match the open quotation mark.
  var bashCompletion: String {
    """
    # Completion of cairn for bash, made by 'cairn completion bash'.

    _cairn_child() {
      case "$1/$2" in
    \(bashChildren)
        *) return 1 ;;
      esac
    }

    _cairn_node() {
      commands=() options=() places=() rest=''
      case $1 in
    \(bashNodes)
      esac
    }

    _cairn_source() {
      case "$1 $2" in
    \(bashSources)
        *) source='' ;;
      esac
    }

    \(Self.bashEngine)
    complete -F _cairn cairn

    """
  }

  private var bashChildren: String {
    // After `help`, offer the same commands as at the start.
    let top = commands.map { ("", $0.name, $0) }
    let below = commands.flatMap { parent in
      offered(below: parent).map { (parent.name, "\(parent.name) \($0.name)", $0) }
    }
    let lines = (top + below).map { parent, path, command in
      let words = ([command.name] + command.aliases).map { "\(parent)/\($0)".singleQuoted }
      return "    \(words.joined(separator: "|"))) path=\(path.singleQuoted) ;;"
    }
    return (lines + ["    '/help') path='' ;;"]).joined(separator: "\n")
  }

  private var bashNodes: String {
    let root = bashNode("", commands: offered(), options: offeredOptions(of: nil), arguments: [])
    let nodes = offeredPaths.map { path, command in
      bashNode(
        path.joined(separator: " "),
        commands: offered(below: command),
        options: offeredOptions(of: command),
        arguments: command.arguments
      )
    }
    return ([root] + nodes).joined(separator: "\n")
  }

  private func bashNode(
    _ path: String,
    commands: [Command<Context>],
    options: [Option],
    arguments: [Argument]
  ) -> String {
    let places = arguments.filter { !$0.isRepeating }.map(\.completion.bash.singleQuoted)
    let rest = arguments.filter(\.isRepeating).map(\.completion.bash.singleQuoted)
    return """
          \(path.singleQuoted))
            commands=(\(commands.map(\.name).joined(separator: " ")))
            options=(\(options.flatMap(\.spellings).joined(separator: " ")))
            places=(\(places.joined(separator: " "))) rest=\(rest.first ?? "''") ;;
      """
  }

  private var bashSources: String {
    let before: [([String], Command<Context>?)] = [([], nil)]
    return (before + offeredPaths.map { ($0.path, $0.command) }).flatMap { path, command in
      offeredOptions(of: command).filter(\.takesValue).map { option in
        let words = option.spellings.map {
          "\(path.joined(separator: " ")) \($0)".singleQuoted
        }
        let source = option.completion.bash.singleQuoted
        return "    \(words.joined(separator: "|"))) source=\(source) ;;"
      }
    }.joined(separator: "\n")
  }
}

extension CompletionSource {
  /// The completion source in the notation of the bash engine.
  fileprivate var bash: String {
    switch self {
    case .none: "none"
    case .files: "files"
    case .directories: "directories"
    case .values(let words): "values " + words.joined(separator: " ")
    case .live(let name): "live " + name
    }
  }
}
