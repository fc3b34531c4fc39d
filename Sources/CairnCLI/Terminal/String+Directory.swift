extension String {
  /// Returns the text with `--data-dir` added to each suggested command, so that it applies to the same log.
  func namingDirectory(_ directory: String?) -> String {
    guard let directory else { return self }
    return replacing("`cairn ", with: "`cairn --data-dir \(directory.visible.quotedForShell) ")
  }

  /// The text as one shell word (POSIX.1-2017, XCU 2.2.2).
  var quotedForShell: String {
    let isPlain =
      !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B...0x2F, 0x3A, 0x40, 0x5F: true
        default: false
        }
      }
    return isPlain ? self : "'" + replacing("'", with: "'\\''") + "'"
  }
}
