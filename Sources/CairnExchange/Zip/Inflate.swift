/// A DEFLATE decompressor (RFC 1951).
struct Inflate {
  private var reader: BitReader
  private var output: [UInt8] = []
  private let limit: Int

  /// Returns the decompressed bytes.
  ///
  /// Throws `zip.damaged`, and `zip.too_large` once the output exceeds `limit`, because a small
  /// archive can expand to a thousand times its size.
  static func unpack(_ bytes: ArraySlice<UInt8>, limit: Int) throws(ImportError) -> [UInt8] {
    var inflate = Inflate(reader: BitReader(bytes), limit: limit)
    while try !inflate.decodeBlock() {}
    return inflate.output
  }

  private init(reader: BitReader, limit: Int) {
    (self.reader, self.limit) = (reader, limit)
    output.reserveCapacity(limit)
  }

  /// Decompresses one block; returns true for the last one.
  private mutating func decodeBlock() throws(ImportError) -> Bool {
    let isLast = try reader.bits(1) == 1
    switch try reader.bits(2) {
    case 0: try copyStored()
    case 1: try decodeCompressed(.fixedLiterals(), .fixedDistances())
    case 2:
      let (literals, distances) = try codes()
      try decodeCompressed(literals, distances)
    default: throw ZipArchive.damaged("it has an unknown block type")
    }
    return isLast
  }

  private mutating func copyStored() throws(ImportError) {
    reader.align()
    let (length, complement) = (try reader.bits(16), try reader.bits(16))
    guard length ^ complement == 0xFFFF else { throw ZipArchive.damaged("a length is wrong") }
    for _ in 0..<length { try append(UInt8(try reader.bits(8))) }
  }

  private mutating func decodeCompressed(
    _ literals: PrefixCode,
    _ distances: PrefixCode
  ) throws(ImportError) {
    while case let symbol = try literals.symbol(&reader), symbol != 256 {
      if symbol < 256 {
        try append(UInt8(symbol))
      } else {
        let length = try value(of: symbol - 257, Self.lengths)
        let back = try value(of: distances.symbol(&reader), Self.distances)
        try copy(length, from: back)
      }
    }
  }

  private mutating func append(_ byte: UInt8) throws(ImportError) {
    guard output.count < limit else { throw ZipArchive.tooLarge(limit) }
    output.append(byte)
  }

  private mutating func copy(_ length: Int, from back: Int) throws(ImportError) {
    guard back <= output.count else {
      throw ZipArchive.damaged("it has an invalid back-reference")
    }
    for _ in 0..<length { try append(output[output.count - back]) }
  }
}

extension Inflate {
  /// Reads the compressed code lengths of a block, and returns its codes (RFC 1951, 3.2.7).
  private mutating func codes() throws(ImportError) -> (PrefixCode, PrefixCode) {
    let literals = try reader.bits(5) + 257
    let distances = try reader.bits(5) + 1
    var lengths = [Int](repeating: 0, count: 19)
    for place in 0..<(try reader.bits(4) + 4) { lengths[Self.order[place]] = try reader.bits(3) }
    let all = try codeLengths(literals + distances, by: PrefixCode(lengths: lengths))
    return (
      try PrefixCode(lengths: all[..<literals]), try PrefixCode(lengths: all[literals...])
    )
  }

  private mutating func codeLengths(
    _ count: Int,
    by code: PrefixCode
  ) throws(ImportError) -> [Int] {
    var lengths: [Int] = []
    while lengths.count < count {
      let symbol = try code.symbol(&reader)
      let (length, times) =
        switch symbol {
        case 16: (lengths.last ?? -1, try reader.bits(2) + 3)
        case 17: (0, try reader.bits(3) + 3)
        case 18: (0, try reader.bits(7) + 11)
        default: (symbol, 1)
        }
      guard length >= 0, lengths.count + times <= count else {
        throw ZipArchive.damaged("its codes are inconsistent")
      }
      lengths += [Int](repeating: length, count: times)
    }
    return lengths
  }

  private static let order = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  /// The smallest value of a symbol, and the number of extra bits.
  private typealias Step = (base: Int, bits: Int)

  private mutating func value(of symbol: Int, _ steps: [Step]) throws(ImportError) -> Int {
    guard steps.indices.contains(symbol) else {
      throw ZipArchive.damaged("it has an invalid code")
    }
    return steps[symbol].base + (try reader.bits(steps[symbol].bits))
  }

  private static let lengths: [Step] =
    steps(from: 3, [8, 4, 4, 4, 4, 4]) + [(258, 0)]

  private static let distances: [Step] =
    steps(from: 1, [4, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2])

  /// Returns consecutive ranges, of which `counts[n]` have n extra bits each (RFC 1951, 3.2.5).
  private static func steps(from base: Int, _ counts: [Int]) -> [Step] {
    var (steps, base): ([Step], Int) = ([], base)
    for (bits, count) in counts.enumerated() {
      for _ in 0..<count {
        steps.append((base, bits))
        base += 1 << bits
      }
    }
    return steps
  }
}
