public import Cairn

/// An error that rejects a whole file; a `RowIssue` is about a single row.
public typealias ImportError = CairnError
