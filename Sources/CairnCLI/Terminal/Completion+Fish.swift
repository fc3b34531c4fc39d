extension Program {
  /// The fish script: one `complete` line per word; fish quotes, filters and lists.
  var fishCompletion: String {
    let nodes = offeredPaths.flatMap { path, command in
      fishLines(path.joined(separator: " "), command)
    }
    let common = commonOptions(reads: false).map { "complete -c cairn\($0.fish)" }
    return """
      # Completion of cairn for fish, made by 'cairn completion fish'.

      # Prints the command the words before the cursor lead to, and how many words follow it.
      function __cairn_place
          set -l path ''
          set -l count 0
          set -l skips 0
          set -l ended 0
          for word in (commandline -opc)[2..-1]
              if test $skips = 1
                  set skips 0
                  continue
              end
              if test $ended = 0
                  switch $word
                      case --
                          set ended 1
                          continue
                      case \(fishValued)
                          set skips 1
                          continue
                      case '-0*' '-1*' '-2*' '-3*' '-4*' '-5*' '-6*' '-7*' '-8*' '-9*' -
                      case '-*'
                          continue
                  end
              end
              switch "$count$path/$word"
      \(fishChildren)
                  case '*'
                      set count (math $count + 1)
              end
          end
          printf '%s\\n' "$path" $count
      end

      # Whether the cursor is in command $argv[1], behind $argv[2] to $argv[3] of its words.
      function __cairn_at
          set -l place (__cairn_place)
          test "$place[1]" = "$argv[1]"; and begin
              not set -q argv[2]; or test $place[2] -ge $argv[2] -a $place[2] -le $argv[3]
          end
      end

      # Lists words of the log; fish filters them again.
      function __cairn_live
          set -l typed (commandline -ct | string replace -r '^--[^=]*=' '')
          set -l prefix (string replace -r '^["\\']' '' -- "$typed" | string unescape)
          command cairn __complete $argv[1] -- "$prefix" 2>/dev/null
      end

      complete -c cairn -f
      \((common + fishLines("", nil) + nodes).joined(separator: "\n"))

      """
  }

  private var fishValued: String {
    let all = offeredOptions(of: nil) + offeredPaths.flatMap { offeredOptions(of: $0.command) }
    return all.filter(\.takesValue).flatMap(\.spellings).withoutRepeats.joined(separator: " ")
  }

  private var fishChildren: String {
    let top = commands.map { ("", $0.name, $0) }
    let below = commands.flatMap { parent in
      offered(below: parent).map { (parent.name, "\(parent.name) \($0.name)", $0) }
    }
    // After `help`, offer the same commands as at the start.
    return (top + below).map { parent, path, command in
      let words = ([command.name] + command.aliases).map { "0\(parent)/\($0)".fishQuoted }
      return fishCase(words.joined(separator: " "), path)
    }.joined(separator: "\n") + "\n" + fishCase("0/help", "")
  }

  private func fishCase(_ words: String, _ path: String) -> String {
    """
                case \(words)
                    set path \(path.fishQuoted)
    """
  }

  private func fishLines(_ path: String, _ command: Command<Context>?) -> [String] {
    let start = "complete -c cairn -n "
    let anywhere = "__cairn_at '\(path)'".fishQuoted
    return offered(below: command).map { below in
      let here = "__cairn_at '\(path)' 0 0".fishQuoted
      return "\(start)\(here) -a \(below.name) -d \(below.summary.fishQuoted)"
    }
      + offeredOptions(of: command).filter { !commonOptions(reads: false).contains($0) }
      .map { "\(start)\(anywhere)\($0.fish)" }
      + (command?.arguments ?? []).enumerated().compactMap { index, argument in
        let last = argument.isRepeating ? 9_999 : index
        let here = "__cairn_at '\(path)' \(index) \(last)".fishQuoted
        return argument.completion.fish.map { "\(start)\(here)\($0)" }
      }
  }
}

extension Option {
  /// The arguments of `complete` that declare the option.
  fileprivate var fish: String {
    let names = (short.map { " -s \($0)" } ?? "") + " -l \(name)"
    let value = takesValue ? " -r" + (completion.fish ?? " -f") : ""
    return "\(names)\(value) -d \(help.fishQuoted)"
  }
}

extension CompletionSource {
  /// The arguments of `complete` that declare the candidates.
  fileprivate var fish: String? {
    switch self {
    case .none: nil
    case .files: " -F"
    case .directories: " -f -a '(__fish_complete_directories)'"
    case .values(let words): " -f -a '\(words.joined(separator: " "))'"
    case .live(let name): " -f -k -a '(__cairn_live \(name))'"
    }
  }
}

extension String {
  /// The text as one fish word; a backslash escapes inside single quotes too.
  fileprivate var fishQuoted: String {
    "'\(replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
  }
}
