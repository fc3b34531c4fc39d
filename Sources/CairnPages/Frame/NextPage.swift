import CairnHTML

/// A link to the next page of a list.
struct NextPage {
  private let words: String
  private let path: String

  init(_ words: String, _ path: String) {
    (self.words, self.path) = (words, path)
  }

  var html: HTML {
    """
    <p class="more"><a class="button" href="\(path)" rel="next">\(words)</a></p>
    """
  }
}
