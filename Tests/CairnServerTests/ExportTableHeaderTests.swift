import Cairn
import CairnExchange
import Testing

@testable import CairnTransfer

@Suite struct `A table from our own export` {
  private static let readBack = ["books": FileFormat.csv, "climbs": .climbs]

  @Test(arguments: (ExportTable.all + [.facts]).map(\.name))
  func `is imported, or rejected by name`(name: String) throws {
    let table = try #require((ExportTable.all + [.facts]).first { $0.name == name })
    if let format = Self.readBack[name] {
      #expect(try FileFormat(sniffing: table.bytes) == format)
      return
    }
    for read in [{ _ = try FileFormat(sniffing: table.bytes) }, { _ = try list(table) }] {
      let error = #expect(throws: ImportError.self, performing: read)
      #expect(error?.code == "import.own_table")
      #expect(error?.message.contains("“\(name)”") == true)
      #expect(error?.hint.contains("full log export") == true)
    }
  }

  private func list(_ table: ExportTable) throws -> AnyListImport {
    try AnyListImport.parse(table.bytes)
  }

  @Test func `is a book list when the person maps its columns`() throws {
    let rows = Array("id,book_id,title,started,finished,outcome,position\r\n1,2,Emma,,,,\r\n".utf8)
    let list = try AnyListImport.parse(rows, columns: [("title", "title")])
    #expect(list.library.books.count == 1)
  }

  @Test(arguments: [
    "Title,Kind,Started", "day,title,pages", "title,at", "cadence,since,title,pages",
    "title,session_id",
  ])
  func `is distinguished from another program's list`(header: String) {
    do { _ = try FileFormat(sniffing: Array("\(header)\na,b\n".utf8)) } catch {
      #expect(error.code != "import.own_table")
    }
  }
}
