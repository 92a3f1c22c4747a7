import ArgumentParsing
import DatabaseClient
import Dependencies
import FileStorage
import Foundation
import HostedLibraries
import LibraryFolder
import NetworkAddresses
import ServerConfig
import SiteMiddleware
import Styleguide
import TerminalClient

struct ServeOptions: Sendable {
  private let options: [(setting: ServerSetting, texts: Parameter<[String]?>)]

  init(_ settings: [ServerSetting] = ServerSetting.all) {
    options = settings.map { ($0, Self.parameter($0)) }
  }

  private static func parameter(_ setting: ServerSetting) -> Parameter<[String]?> {
    let check: @Sendable (String) -> String? = { text in
      var config = ServerConfig()
      return setting.set([text], in: &config).map { "must be \($0)" }
    }
    return switch setting.kind {
    case .flag:
      Parameter.flag(setting.option, help: setting.help).map { $0 ? ["1"] : nil }
    case .folders, .list:
      Parameter<[String]>.options(
        setting.option, placeholder: setting.placeholder,
        completion: setting.kind == .folders ? .folders : .none, help: setting.help, check: check
      ).map { $0.isEmpty ? nil : $0 }
    case .file, .text:
      Parameter<String?>.option(
        setting.option, placeholder: setting.placeholder,
        completion: setting.kind == .file ? .files : .none, help: setting.help, check: check
      ).map { $0.map { [$0] } }
    }
  }

  var parameters: [any CommandParameter] {
    let inherited = GlobalOptions.all.map(\.specification.name)
    return options.map(\.texts).filter { !inherited.contains($0.specification.name) }
  }

  func isGiven(_ option: String, _ arguments: ParsedArguments) -> Bool {
    options.contains { $0.setting.option == option && arguments[$0.texts] != nil }
  }

  func config(_ arguments: ParsedArguments) throws -> ServerConfig {
    @Dependency(\.terminal) var terminal
    do throws(EnvVars.Problem) {
      var config = try ServerConfig(
        EnvVars(process: terminal.environment(), file: try Self.file()))
      for (setting, texts) in options {
        guard let texts = arguments[texts],
          let expectation = setting.set(texts, in: &config)
        else { continue }
        throw EnvVars.Problem("--\(setting.option): must be \(expectation)")
      }
      return config
    } catch {
      throw arguments.usageError(error.description)
    }
  }

  private static func file() throws(EnvVars.Problem) -> EnvFile? {
    @Dependency(\.terminal) var terminal
    guard let path = terminal.variable(ServerConfig.fileVariable)
    else { return nil }
    let file = XDGFolders(environment: terminal.environment()).url(of: path)
    guard let text = try? String(contentsOf: file, encoding: .utf8)
    else {
      throw EnvVars.Problem(
        "\(ServerConfig.fileVariable) is '\(path)', which cannot be read: check that it exists")
    }
    return try EnvFile(text, named: path)
  }

  static let variables = """
    Each option can also be set by an environment variable, over which it takes precedence: \
    \(ServerSetting.all.map { "\($0.variable) for --\($0.option)" }.joined(separator: ", ")). \
    Separate several values with commas, and folders with colons; flags take 1 or 0. \
    \(ServerConfig.fileVariable) names a file of NAME=value lines, over which the environment takes \
    precedence.
    """
}

extension ServerConfig {
  var sites: [SiteConfig.Library] {
    @Dependency(\.database) var database
    @Dependency(\.libraryFolder) var folder
    guard !libraries.isEmpty
    else { return self.database == nil ? [SiteConfig.Library(folder, database: database)] : [] }
    return libraries.map {
      let folder = LibraryFolder(
        root: XDGFolders().url(of: $0, isDirectory: true).standardizedFileURL)
      return SiteConfig.Library(folder, database: database.library(at: folder.database))
    }
  }

  var hosting: HostingAddress? { database.map { HostingAddress(database: $0, audio: audio) } }

  var hosted: HostedLibraries? {
    get throws {
      @Dependency(\.hosting) var hosting
      @Dependency(\.libraryFolder) var folder
      return try self.hosting.map { try hosting.open(at: $0, below: folder) }
    }
  }

  private static func privateKey(_ path: String) throws -> URL {
    let file = XDGFolders().url(of: path)
    guard !othersCanRead(key: file)
    else {
      throw CommandFailure(
        "other users can read the key \(path.printable): run \"chmod 600 '\(path.printable)'\"")
    }
    return file
  }

  /// - Parameter listener: Used instead of ``host`` and ``port``.
  func site(_ arguments: ParsedArguments, listener: Listener?) throws -> SiteConfig {
    var site = SiteConfig(
      libraries: sites, databaseLibraries: try hosted.map(DatabaseLibraries.init))
    switch (certificate, key) {
    case (nil, nil): break
    case (let certificate?, let key?):
      site.encryption = (XDGFolders().url(of: certificate), try Self.privateKey(key))
    default: throw arguments.usageError("--certificate and --key must be given together")
    }
    site.hostNames = names
    site.allowsLocalAccessWithoutToken = allowsLocalAccessWithoutToken
    site.origins = origins
    site.proxies = proxies
    site.requestLimit =
      rateLimit > 0 ? RateLimit(rate: Double(rateLimit), burst: 2 * Double(rateLimit)) : nil
    site.allowsPlainHTTP = allowsPlainHTTP
    site.listener = listener ?? Listener(host: host, port: port)
    site.width = jobs
    if let wyoming {
      guard let address = Listener(tcp: wyoming)
      else {
        throw arguments.usageError(
          "--wyoming: '\(wyoming)' is not an address such as tcp://127.0.0.1:10300")
      }
      site.wyoming = address
    }
    do throws(SiteConfigProblem) {
      try site.check()
    } catch {
      throw arguments.usageError(error.description)
    }
    return site
  }
}
