import Cairn
import Testing

@Suite struct `The name of a device` {
  @Test func `is one short line`() throws {
    #expect(try Device(node: 7, name: "  Phone ").name == "Phone")
    for name in ["", "  ", "a\nb", "\u{7F}", String(repeating: "é", count: 31)] {
      let refused = #expect(throws: CairnError.self) { try Device(node: 7, name: name) }
      #expect(refused?.code == "sync.invalid_device_name")
    }
  }

  @Test func `has the same record ID on every device`() throws {
    let device = try Device(node: 0x9F3A_61C2, name: "Phone")
    var fields = Fields()
    device.write(to: &fields)
    #expect(fields["node"] == .text("9f3a61c2"))
    #expect(device.recordID == Device.id(of: 0x9F3A_61C2))
    #expect(try Device(recordID: device.recordID, fields: fields).name == "Phone")
  }

  @Test func `identifies the active device of a session`() {
    let moved = ActiveDevice.moved(since: .earliest, on: "9f3a61c2")
    #expect(moved.text(since: "18:45", on: "Phone") == "Moved: on “Phone” since 18:45")
    #expect(moved.text(since: "18:45") == "Moved: on another device since 18:45")
    let elsewhere = ActiveDevice.elsewhere(since: .earliest, on: "9f3a61c2")
    #expect(elsewhere.text(since: "18:45", on: "Phone") == "On “Phone” since 18:45")
    #expect(ActiveDevice.here.text(since: "18:45", on: "Phone") == nil)
  }
}
