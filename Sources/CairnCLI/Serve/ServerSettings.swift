import Cairn

/// The values of the server settings, with their origins.
struct ServerSettings {
  private let options: Invocation?
  private let variable: (String) -> String?

  /// Creates settings; an empty variable counts as unset, except for a secret.
  init(_ options: Invocation?, variable: @escaping (String) -> String?) {
    (self.options, self.variable) = (options, variable)
  }

  /// Returns the value and its origin; throws `input.no_file`, and `usage.value` for an empty secret.
  func found(_ setting: ServerSetting) throws(CairnError) -> (value: String, origin: String) {
    if let value = option(setting) { return (value, "--\(setting.name)") }
    if let value = variable(setting.variable), !value.isEmpty { return (value, setting.variable) }
    guard setting.isSecret else { return (setting.standard, "default") }
    if variable(setting.variable) != nil { throw Self.empty(setting.variable) }
    let file = setting.variable + "_FILE"
    guard let path = variable(file) else { return (setting.standard, "default") }
    guard !path.isEmpty else { throw Self.empty(file) }
    return (try Self.secret(in: path, file), file)
  }

  private static func empty(_ variable: String) -> CairnError {
    CairnError(
      "usage.value",
      "\(variable) is empty.",
      hint: "Set a value, or unset the variable."
    )
  }

  private func option(_ setting: ServerSetting) -> String? {
    guard setting.isFlag else { return options?.value(setting.name) }
    return options?.flag(setting.name) == true ? "yes" : nil
  }

  /// Returns the value; nil if it is unset and has no default.
  func value(_ setting: ServerSetting) throws(CairnError) -> String? {
    let value = try found(setting).value
    return value.isEmpty ? nil : value
  }

  /// Returns the value as a named case; throws `usage.value`.
  func choice<Choice: Named>(
    _ setting: ServerSetting,
    of kind: Choice.Type
  ) throws(CairnError) -> Choice {
    guard let choice = Choice(name: try found(setting).value) else {
      throw try invalid(setting, "one of \(Choice.all.map(\.name).joined(separator: ", "))")
    }
    return choice
  }

  /// Returns the value of yes or no; throws `usage.value`.
  func isOn(_ setting: ServerSetting) throws(CairnError) -> Bool {
    switch try found(setting).value {
    case "yes": return true
    case "no": return false
    default: throw try invalid(setting, "yes or no")
    }
  }

  /// Returns the error for an invalid value, with its origin.
  func invalid(_ setting: ServerSetting, _ rule: String) throws(CairnError) -> CairnError {
    let (value, origin) = try found(setting)
    let hint = "See `cairn help serve`, or `cairn config` for the origin of each value."
    return .invalidValue(origin, value, rule: rule, hint: hint)
  }

  /// Returns the first line of a file; throws for an empty one, because a missing secret must not disable security.
  private static func secret(in path: String, _ variable: String) throws(CairnError) -> String {
    let file = try ImportFile(path) { _ throws(CairnError) in 65_536 }
    guard let bytes = try? file.bytes() else { throw Files.unreadable(path) }
    let line = String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline }
    guard !line.allSatisfy(\.isWhitespace) else {
      throw CairnError(
        "usage.value",
        "\(variable) is a file with an empty first line: \(path.visible).",
        hint: "Write the value there, or unset the variable."
      )
    }
    return String(line)
  }
}
