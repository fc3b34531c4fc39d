package import Cairn

extension LogWriter {
  /// Returns all settings with the chosen value; nil for the default.
  package func settings() throws -> [(setting: Setting, value: String?)] {
    try Setting.all.map { ($0, try $0.value(in: connection)) }
  }
}
