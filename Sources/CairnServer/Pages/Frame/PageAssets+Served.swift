import CairnPages

extension PageAssets {
  /// The files embedded in the executable.
  static let served = PageAssets(
    icon: Asset.icon.path,
    style: Asset.style.path,
    pages: Asset.pages.path,
    charts: Asset.charts.path,
    script: Asset.script.path,
    send: Asset.send.path,
    live: Asset.live.path,
    store: Asset.store.path,
    shell: Asset.shell.path
  )
}
