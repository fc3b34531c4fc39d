import Foundation
import Testing

@Suite struct `The demo` {
  @Test func `runs without a terminal, in a scratch folder, and fits 80 columns`() throws {
    let scratch = try Scratch()
    let demo = Repository.top.appendingPathComponent("Scripts/demo.sh").path
    let place = ["TMPDIR": scratch.url.path]
    let printed = try scratch.run("'\(demo)' '\(Product.folder())' && echo done", place)
    #expect(printed.hasSuffix("\n  cairn help\ndone\n"))
    #expect(printed.contains("Play on with this log"))
    let own = printed.split(separator: "\n").filter { !$0.contains("export ") }
    #expect(own.filter { $0.count > 80 } == [])
  }
}
