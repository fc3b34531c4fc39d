public import Cairn

/// The display names of the devices that write to a log.
public struct DeviceNames: Sendable, Equatable {
  /// The node of this device.
  public let own: UInt32
  /// The devices that have a name, sorted by name.
  public let named: [Device]

  /// Creates the names.
  package init(own: UInt32, named: [Device]) {
    (self.own, self.named) = (own, named)
  }

  /// Returns the name of a device; nil if it has none.
  public func name(of node: UInt32) -> String? { named.first { $0.node == node }?.name }

  /// Returns the name of the device on which a session is active; nil if that is this one, or has no name.
  public func name(of active: ActiveDevice) -> String? {
    active.device.flatMap { UInt32($0, radix: 16) }.flatMap { name(of: $0) }
  }

  /// Returns the name of another device; nil for this one, and for a device without a name.
  package func other(_ node: UInt32) -> String? { node == own ? nil : name(of: node) }

  /// Returns the name of a device, or the eight hexadecimal digits of its node in stamps.
  public subscript(node: UInt32) -> String { name(of: node) ?? Stamp.text(ofNode: node) }
}
