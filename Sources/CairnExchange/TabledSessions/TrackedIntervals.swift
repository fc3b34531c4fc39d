import Cairn

/// The parser of `timew export`: a JSON list of intervals with start, end, tags and annotation.
enum TrackedIntervals {
  /// Whether a file starts like one.
  static func recognizes(_ file: [UInt8]) -> Bool {
    let beginning = file.prefix(8_192)
    return beginning.first { $0 > 0x20 && $0 < 0x80 } == UInt8(ascii: "[")
      && ["\"start\"", "\"id\"", "\"end\""].allSatisfy {
        beginning.firstRange(of: Array($0.utf8)) != nil
      }
  }

  /// Returns the intervals as rows of a table.
  static func rows(
    of file: [UInt8],
    _ limits: CSVLimits
  ) throws(ImportError) -> (rows: [RowCells], issues: [RowIssue], header: CSVHeader) {
    guard file.count <= limits.fileBytes else { throw CSVReader.tooLarge(file.count, limits) }
    let text = try ImportedText(file)
    var (rows, count): ([RowCells], Int) = ([], 0)
    var reader = JSONReader(text.bytes)
    do throws(JSONError) {
      count = try reader.elements(limit: limits.rows) { interval in
        rows.append(cells(interval, line: rows.count + 1))
      }
      try reader.finish()
    } catch {
      throw ImportError(error)
    }
    guard count <= limits.rows else { throw CSVReader.tooMany("intervals", limits.rows) }
    return (rows, text.issues, CSVHeader(known: columns))
  }

  /// The columns of an interval.
  static let columns = ["start", "end", "tags", "annotation"]

  private static func cells(_ interval: JSON, line: Int) -> RowCells {
    let tags = interval["tags"]?.values.compactMap(\.cell).joined(separator: ", ")
    let cells = columns.map { name in
      (column: name, text: name == "tags" ? tags : interval[name]?.cell)
    }
    return RowCells(line: line, cells, raw: interval)
  }
}
