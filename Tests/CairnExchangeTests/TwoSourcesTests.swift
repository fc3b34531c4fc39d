import Cairn
import CairnExchange
import CairnStore
import CairnTestKit
import Testing
import CairnReports

private func storyGraph(_ status: String, _ more: String = ",") throws -> ImportedLibrary {
  let header = "Title,Authors,ISBN/UID,Read Status,Dates Read,Owned?\n"
  return try StoryGraphExport.parse(Array("\(header)Emma,Jane Austen,,\(status)\(more),\n".utf8))
}

private func list(_ status: String) throws -> ImportedLibrary {
  let text = "title,author,status\nEmma,Jane Austen,\(status)\n"
  return try AnyListImport.parse(Array(text.utf8)).library
}

private func goodreads(on shelf: String) throws -> ImportedLibrary {
  try GoodreadsExport.parse(export([row(1, "Emma", "Jane Austen", on: shelf)])).library
}

@Suite struct `A book from two sources` {
  /// The statuses of both sources, and the resulting status in either order.
  private static let pairs: [(String, String, ReadingStatus)] = [
    ("to-read", "read", .read), ("to-read", "currently-reading", .reading),
    ("to-read", "did-not-finish", .didNotFinish), ("read", "currently-reading", .reading),
    ("did-not-finish", "read", .read), ("to-read", "paused", .paused), ("read", "read", .read),
  ]

  @Test(arguments: pairs)
  func `has the status furthest along, in either order`(
    one: String,
    other: String,
    status: ReadingStatus
  ) async throws {
    for (first, second) in [(one, other), (other, one)] {
      let files = [try goodreads(on: first), try storyGraph(second)]
      for order in [files, files.reversed()] {
        try await withLog { scratch in
          for file in order { try await scratch.take(file) }
          #expect(try await scratch.book("Emma").status == status)
          for file in order { #expect(try await scratch.take(file).figures == [0, 0, 1, 0, 0]) }
          #expect(try await scratch.book("Emma").status == status)
          try await scratch.isSound()
        }
      }
    }
  }

  @Test func `follows each of three sources`() async throws {
    try await withLog { scratch in
      try await scratch.take(try goodreads(on: "to-read"))
      try await scratch.take(try list("read"))
      try await scratch.take(try storyGraph("currently-reading"))
      #expect(try await scratch.book("Emma").status == .reading)
      try await scratch.take(try storyGraph("read"))
      #expect(try await scratch.book("Emma").status == .read)
      try await scratch.take(try list("did not finish"))
      #expect(try await scratch.book("Emma").status == .read)
      try await scratch.take(try storyGraph("to-read"))
      #expect(try await scratch.book("Emma").status == .didNotFinish)
    }
  }

  @Test func `keeps a status that the person set`() async throws {
    try await withLog { scratch in
      try await scratch.take(try goodreads(on: "to-read"))
      let emma = try await scratch.book("Emma").id
      try await Scenario(scratch).changeStatus(.paused, emma)
      try await scratch.take(try storyGraph("read"))
      try await scratch.take(try list("currently reading"))
      #expect(try await scratch.book("Emma").status == .paused)
    }
  }

  @Test func `is on the to-read list unless its source treats that as the wishlist`() async throws {
    for treatsToReadAsWishlist in [false, true] {
      try await withLog { scratch in
        let file = try goodreads(on: "to-read")
        try await scratch.take(treatsToReadAsWishlist ? file.withWishlist : file)
        let status = try await scratch.book("Emma").status
        #expect(status == (treatsToReadAsWishlist ? .wishlist : .toRead))
      }
    }
    let owned = row(1, "Emma", on: "to-read", ["Owned Copies": "1"])
    let file = try GoodreadsExport.parse(export([owned])).library
    #expect(file.withWishlist.books.map(\.status) == [.toRead])
    #expect(try storyGraph("to-read").withWishlist.books.map(\.status) == [.wishlist])
    #expect(try list("to-read").withWishlist.books.map(\.status) == [.wishlist])
    #expect(try list("owned").withWishlist.books.map(\.status) == [.toRead])
  }
}
