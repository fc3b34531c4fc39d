public import Cairn

/// An annotation for lists.
public struct AnnotationRow: Sendable, Equatable {
  /// The annotation.
  public let annotation: Annotation
  /// The title of its book.
  public let title: String

  /// Creates the row from its columns.
  package init(annotation: Annotation, title: String) {
    (self.annotation, self.title) = (annotation, title)
  }

  /// The short id that a person can type: six characters.
  public var shortID: ShortID { ShortID(annotation.id.record) }
}
