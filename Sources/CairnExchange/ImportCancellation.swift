import Cairn

/// Whether the current import is cancelled, which the readers of text formats check before each row or element.
///
/// It is bound to the current work rather than passed on, because about twenty parsers have a loop over rows.
package enum ImportCancellation {
  /// Returns whether the result of the current parse is no longer wanted.
  @TaskLocal package static var isRequested: @Sendable () -> Bool = { false }

  /// Throws `import.interrupted` if the import is cancelled.
  package static func check() throws(ImportError) {
    guard !isRequested() else { throw interrupted }
  }

  /// The error of an import that ended early.
  package static let interrupted = ImportError(
    "import.interrupted",
    "The import was interrupted.",
    hint: "Apply it again. Nothing was changed."
  )
}
