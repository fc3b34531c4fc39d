extension Program {
  /// The zsh script: a function per command that passes its table to `_arguments`.
  var zshCompletion: String {
    """
    #compdef cairn
    # Completion of cairn for zsh, made by 'cairn completion zsh'.

    # Offers words of the log; compadd quotes them for the quotes that are open.
    _cairn_live() {
      local line
      local -a values shown
      while IFS= read -r line; do
        values+=("${line%%$'\\t'*}")
        shown+=("${line/$'\\t'/  -- }")
      done < <(command cairn __complete "${@[-1]}" -- "${(Q)PREFIX}" 2>/dev/null)
      compadd "${@[1,-2]}" -l -d shown -a values
    }

    \(zshFunctions.joined(separator: "\n"))
    if [[ $funcstack[1] == _cairn ]]; then
      _cairn "$@"
    else
      compdef _cairn cairn
    fi

    """
  }

  private var zshFunctions: [String] {
    [zshParent("_cairn", nil, [], path: [])]
      + offeredPaths.map { path, command in
        let function = "_cairn_" + path.joined(separator: "_")
        let below = offered(below: command)
        return below.isEmpty
          ? zshLeaf(function, command) : zshParent(function, command, below, path: path)
      }
  }

  private func zshLeaf(_ function: String, _ command: Command<Context>) -> String {
    let arguments = command.arguments.enumerated().map { index, argument in
      let place = argument.isRepeating ? "*" : "\(index + 1)\(argument.isRequired ? "" : ":")"
      return "\(place):\(argument.placeholder.zshEscaped):\(argument.completion.zsh)".singleQuoted
    }
    let specs = offeredOptions(of: command).map(\.zsh) + arguments
    return """
      \(function)() {
        _arguments -S : \\
          \(specs.joined(separator: " \\\n    "))
      }

      """
  }

  /// Returns a function that dispatches on the first word: a subcommand, or the command's own first argument.
  private func zshParent(
    _ function: String,
    _ parent: Command<Context>?,
    _ below: [Command<Context>],
    path: [String]
  ) -> String {
    let below = parent == nil ? offered() : below
    let words = below.map { "\($0.name):\($0.summary)".singleQuoted }
    let own = parent?.arguments.first.map { "\n  " + $0.completion.zsh } ?? ""
    let options = offeredOptions(of: parent).map(\.zsh)
    return """
      \(function)__words() {
        local -a commands=(
          \(words.joined(separator: "\n    "))
        )
        _describe -t commands command commands\(own)
      }

      \(function)() {
        local curcontext=$curcontext state line
        local -A opt_args
        _arguments -C -S : \\
          \(options.joined(separator: " \\\n    ")) \\
          '1: :\(function)__words' \\
          '*:: :->rest' && return
        [[ $state == rest ]] || return 1
        case $words[1] in
      \(zshCases(below, path))
          *) _default ;;
        esac
      }

      """
  }

  private func zshCases(_ below: [Command<Context>], _ path: [String]) -> String {
    below.map { command in
      let words = ([command.name] + command.aliases).joined(separator: "|")
      // After `help`, offer the same commands as at the start.
      let function =
        command.name == "help" ? "" : "_" + (path + [command.name]).joined(separator: "_")
      return "    \(words)) _cairn\(function) ;;"
    }.joined(separator: "\n")
  }
}

extension Option {
  /// The option in the notation of `_arguments`: `'(-p --page)'{-p,--page=}'[help]:N: '`.
  fileprivate var zsh: String {
    let value = placeholder.map { ":\($0.zshEscaped):\(completion.zsh)" } ?? ""
    let long = "--\(name)\(takesValue ? "=" : "")"
    let rest = "[\(help.zshEscaped)]\(value)".singleQuoted
    let again = isRepeatable && takesValue ? "'*'" : ""
    guard let short else { return "\(again)\(long)\(rest)" }
    let exclusion = again.isEmpty ? "'(-\(short) --\(name))'" : again
    return "\(exclusion){-\(short),\(long)}\(rest)"
  }
}

extension CompletionSource {
  /// The source as an action of `_arguments`.
  fileprivate var zsh: String {
    switch self {
    // A message here would stop zsh from completing options beside it.
    case .none: "()"
    case .files: "_files"
    case .directories: "_files -/"
    case .values(let words): "(\(words.joined(separator: " ")))"
    case .live(let name): "_cairn_live \(name)"
    }
  }
}

extension String {
  /// The text with the special characters of `_arguments` escaped: colons and brackets.
  fileprivate var zshEscaped: String {
    reduce(into: "") { $0 += "\\[]:".contains($1) ? "\\\($1)" : String($1) }
  }
}
