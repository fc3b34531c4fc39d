public import Cairn

/// Why a whole file was refused; what is wrong with single rows is a `RowIssue`.
public typealias ImportError = CairnError
