import Cairn
import CairnActions

/// A book of the demo with a made-up reader's speed and rating.
struct DemoBook {
  let title: String
  let author: String
  let pages: Int64
  let year: Int64
  /// Pages per hour.
  let speed: Int64
  /// Rating in quarter stars; nil if unrated.
  let rating: Int64?
  let format: String
  let tag: String

  init(
    _ title: String,
    _ author: String,
    _ pages: Int64,
    _ year: Int64,
    speed: Int64 = 36,
    rating: Int64? = nil,
    _ format: String = "Paperback",
    _ tag: String = "novel"
  ) {
    (self.title, self.author, self.pages, self.year) = (title, author, pages, year)
    (self.speed, self.rating, self.format, self.tag) = (speed, rating, format, tag)
  }

  /// Books read one after another; the last one is unfinished.
  static let read = [
    DemoBook("Emma", "Jane Austen", 474, 1815, speed: 34, rating: 17),
    DemoBook("The Time Machine", "H. G. Wells", 118, 1895, speed: 42, rating: 15, "E-book"),
    DemoBook("Frankenstein", "Mary Shelley", 273, 1818, speed: 38, rating: 18, "E-book"),
    DemoBook(
      "A Room of One's Own",
      "Virginia Woolf",
      172,
      1929,
      speed: 30,
      rating: 20,
      "Paperback",
      "essay"
    ),
    DemoBook(
      "The Moonstone",
      "Wilkie Collins",
      528,
      1868,
      speed: 44,
      rating: 16,
      "Hardcover",
      "crime"
    ),
    DemoBook(
      "Walden",
      "Henry David Thoreau",
      352,
      1854,
      speed: 24,
      rating: 12,
      "Paperback",
      "essay"
    ),
    DemoBook(
      "The Hound of the Baskervilles",
      "Arthur Conan Doyle",
      256,
      1902,
      speed: 48,
      rating: 17,
      "E-book",
      "crime"
    ),
    DemoBook("Jane Eyre", "Charlotte Brontë", 592, 1847, speed: 37, rating: 19, "Hardcover"),
    DemoBook("The Awakening", "Kate Chopin", 190, 1899, speed: 33, rating: 16),
    DemoBook("Treasure Island", "Robert Louis Stevenson", 304, 1883, speed: 46, rating: 16),
    DemoBook("Middlemarch", "George Eliot", 880, 1872, speed: 35, rating: 20, "Hardcover"),
    DemoBook("Dracula", "Bram Stoker", 448, 1897, speed: 41, rating: 15, "E-book"),
    DemoBook("My Ántonia", "Willa Cather", 272, 1918, speed: 36, rating: 18),
    DemoBook("Moby-Dick", "Herman Melville", 720, 1851, speed: 28, rating: nil, "Hardcover"),
    DemoBook("North and South", "Elizabeth Gaskell", 544, 1855, speed: 36, rating: 17),
    DemoBook("The Portrait of a Lady", "Henry James", 656, 1881, speed: 30, rating: 15),
    DemoBook("Bleak House", "Charles Dickens", 1_036, 1853, speed: 34, rating: 19),
    DemoBook("Anna Karenina", "Leo Tolstoy", 864, 1878, speed: 35, rating: 18),
    DemoBook("Wuthering Heights", "Emily Brontë", 416, 1847, speed: 38, rating: 16),
    DemoBook("Great Expectations", "Charles Dickens", 512, 1861, speed: 40, rating: 18),
    DemoBook("The Mill on the Floss", "George Eliot", 560, 1860, speed: 34, rating: 17),
    DemoBook("War and Peace", "Leo Tolstoy", 1_296, 1869, speed: 32),
    DemoBook("Les Misérables", "Victor Hugo", 1_488, 1862, speed: 30),
  ]

  /// Books on the shelf that were not started or not finished.
  static let waiting = [
    (DemoBook("Villette", "Charlotte Brontë", 620, 1853), ReadingStatus.toRead),
    (DemoBook("The Woman in White", "Wilkie Collins", 672, 1860), .toRead),
    (DemoBook("Ulysses", "James Joyce", 736, 1922), .paused),
    (DemoBook("The Ambassadors", "Henry James", 528, 1903), .didNotFinish),
    (DemoBook("Orlando", "Virginia Woolf", 336, 1928), .wishlist),
    (DemoBook("The Odyssey", "Homer", 560, -700), .wishlist),
  ]

  /// Returns the book to add to the shelf.
  func new(_ status: ReadingStatus = .toRead) -> NewBook {
    var new = NewBook(title: title, authors: [author], pages: pages, status: status)
    new.more.firstYear = year
    new.more.edition.format = format
    new.more.edition.language = "English"
    new.tags = [tag]
    return new
  }
}
