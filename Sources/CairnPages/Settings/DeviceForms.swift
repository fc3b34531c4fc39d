import Cairn
package import CairnHTML
package import CairnReports

/// The names of the devices, each with a form that renames it, and webhooks.
package struct DeviceForms {
  private let frame: PageFrame
  private let devices: DeviceNames
  private let hasWebhooks: Bool
  private let formError: FormError?

  /// Creates the forms; `hasWebhooks` is whether the server sends any.
  package init(frame: PageFrame, devices: DeviceNames, hasWebhooks: Bool, formError: FormError?) {
    (self.frame, self.devices) = (frame, devices)
    (self.hasWebhooks, self.formError) = (hasWebhooks, formError)
  }

  package var html: HTML {
    "\(fragment: names)\(fragment: frame.person != nil || hasWebhooks ? connections : nil)"
  }

  private var connections: HTML {
    """
    <section class="card" aria-labelledby="connections"><h2 id="connections">Connections</h2>
    \(fragment: frame.person == nil ? nil : readers)
    \(fragment: hasWebhooks ? webhooks : nil)</section>
    """
  }

  private var readers: HTML {
    """
    <p><a href="/settings/connections">KOReader and climbing apps</a> send what you read and climb.</p>
    """
  }

  private var webhooks: HTML {
    """
    <p><a href="/webhooks">Webhooks</a> notify other apps when you reach a milestone.</p>
    """
  }

  private var names: HTML {
    let others = devices.named.filter { $0.node != devices.own }
    return """
      <section class="card" aria-labelledby="names"><h2 id="names">Devices</h2>
      \(fragment: formError.at(.device).map { alert($0.error) })
      <p class="quiet">All browsers count as one device. Device names are part of your log and sync to your \
      devices and this server.</p>
      \(fragment: form(devices.own, "All browsers", devices.name(of: devices.own) ?? "", hint: "Web"))
      \(fragment: HTML(others.map { form($0.node, $0.name, $0.name, hint: "Phone") }))</section>
      """
  }

  private func form(_ node: UInt32, _ label: String, _ name: String, hint: String) -> HTML {
    let (id, field) = (Device.id(of: node).text, "device-\(Stamp.text(ofNode: node))")
    return """
      <form class="form" method="post" action="/devices/\(id)">
      \(fragment: frame.key(field))
      <div class="field"><label for="\(field)"><bdi>\(label)</bdi></label>
      <input id="\(field)" name="name" autocomplete="off" value="\(name)" placeholder="\(hint)"></div>
      <button aria-label="Rename: \(label)">Rename</button></form>
      """
  }
}
