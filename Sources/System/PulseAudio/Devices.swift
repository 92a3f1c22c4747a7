import Cpulse

extension PulseServer {
  public func sources() throws(PulseError) -> [PulseDevice] {
    try devices(defaultName: defaults().source) { list in
      pa_context_get_source_info_list(
        context,
        { _, info, _, list in
          guard let info = info?.pointee, let name = info.name
          else { return }
          DeviceList.at(list)?.devices.append(
            PulseDevice(
              description: info.description.map { String(cString: $0) } ?? String(cString: name),
              isMonitor: info.monitor_of_sink != UInt32.max, isMuted: info.mute != 0,
              name: String(cString: name)))
        }, list)
    }
  }

  public func sinks() throws(PulseError) -> [PulseDevice] {
    try devices(defaultName: defaults().sink) { list in
      pa_context_get_sink_info_list(
        context,
        { _, info, _, list in
          guard let info = info?.pointee, let name = info.name
          else { return }
          DeviceList.at(list)?.devices.append(
            PulseDevice(
              description: info.description.map { String(cString: $0) } ?? String(cString: name),
              isMuted: info.mute != 0, name: String(cString: name)))
        }, list)
    }
  }

  private func devices(
    defaultName: String?, _ ask: (UnsafeMutableRawPointer) -> OpaquePointer?
  ) throws(PulseError) -> [PulseDevice] {
    let list = DeviceList()
    try finish(ask(Unmanaged.passUnretained(list).toOpaque()))
    return list.devices.map { device in
      var device = device
      device.isDefault = device.name == defaultName
      return device
    }
  }

  private func defaults() throws(PulseError) -> (sink: String?, source: String?) {
    let defaults = Defaults()
    try finish(
      pa_context_get_server_info(
        context,
        { _, info, defaults in
          guard let info = info?.pointee, let defaults
          else { return }
          let names = Unmanaged<Defaults>.fromOpaque(defaults).takeUnretainedValue()
          names.sink = info.default_sink_name.map { String(cString: $0) }
          names.source = info.default_source_name.map { String(cString: $0) }
        }, Unmanaged.passUnretained(defaults).toOpaque()))
    return withExtendedLifetime(defaults) { (defaults.sink, defaults.source) }
  }
}

private final class DeviceList {
  var devices: [PulseDevice] = []

  static func at(_ pointer: UnsafeMutableRawPointer?) -> DeviceList? {
    pointer.map { Unmanaged<DeviceList>.fromOpaque($0).takeUnretainedValue() }
  }
}

private final class Defaults {
  var sink: String?
  var source: String?
}
