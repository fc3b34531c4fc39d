import Cairn
import CairnInsights

/// What a page asks of the core while there is no network: JSON in, JSON out.
public enum Offline {
  /// Does one act over what is at hand.
  ///
  /// Gives `{"mutation":…}` to be kept and sent, `{}` when nothing changed, or
  /// `{"error":{"code":…,"message":…,"hint":…}}` when a rule refuses it.
  public static func act(_ bytes: [UInt8]) -> [UInt8] {
    answer(bytes) { (call, writer) throws(CairnError) in
      var desk = OfflineLog(call)
      do throws(CairnError) { try desk.perform(call.act) } catch { throw desk.telling(error) }
      guard let mutation = try desk.mutation() else { return }
      writer.member("id", mutation.id.text)
      writer.key("mutation")
      writer.beginObject()
      mutation.writeMembers(to: &writer)
      writer.endObject()
    }
  }

  /// Gives what a page shows: what runs, the books, the last 90 days and their figures.
  public static func view(_ bytes: [UInt8]) -> [UInt8] {
    answer(bytes) { (call, writer) throws(CairnError) in
      View(OfflineLog(call), call).write(to: &writer)
    }
  }

  private static func answer(
    _ bytes: [UInt8],
    _ body: (WasmRequest, inout JSONWriter) throws(CairnError) -> Void
  ) -> [UInt8] {
    var writer = JSONWriter(capacity: 4_096)
    writer.beginObject()
    do {
      try body(try WasmRequest(bytes), &writer)
      writer.endObject()
      return writer.bytes
    } catch {
      return refusal(error)
    }
  }

  private static func refusal(_ error: CairnError) -> [UInt8] {
    var writer = JSONWriter(capacity: 256)
    writer.beginObject()
    writer.key("error")
    writer.beginObject()
    writer.member("code", error.code)
    writer.member("message", error.message)
    writer.member("hint", error.hint)
    writer.endObject()
    writer.endObject()
    return writer.bytes
  }
}

extension OfflineLog {
  /// A refusal with its times as the page tells them.
  fileprivate func telling(_ error: CairnError) -> CairnError {
    WallClock(zone: zones.own, now: now).telling(error)
  }

  /// Does what a person asks for; throws what the rule of it throws, and `request.field`.
  fileprivate mutating func perform(_ act: OfflineAction) throws(CairnError) {
    switch act.text("do") ?? "" {
    case "read": try startReading(act)
    case "climb": try startClimbing(act)
    case "listen": try startListening(act)
    case "pause": try pause(act)
    case "resume": try resume(act)
    case "stop": try stop(act)
    case "discard": try discard(act)
    case "place": try notePlace(act)
    case "add-climb": try addClimb(act)
    case "attempt": try addAttempt(act)
    default: throw CairnError("request.field", "“do” names nothing that can be done.", hint: "")
    }
  }
}
