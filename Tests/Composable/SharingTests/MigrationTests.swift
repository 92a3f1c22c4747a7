import DependenciesTestSupport
import FileStorage
import Foundation
import Sharing
import Tagged
import Testing

/// Each way of replacing a dependency by shared state, as the code looks afterwards. The clients,
/// actions and `onChange` reducers of before are not there, and nothing misses them.
@Suite(.dependencies)
struct MigrationTests {
  @Dependency(\.defaultFileStorage) private var files

  @Test("MIG-01 MIG-02 SHR-46 saved games are in their file, and in the state from the start")
  func fileClient() throws {
    try files.write(Data(#"{"dailyChallengeUnlimited":{"moves":3}}"#.utf8), to: .savedGames)
    struct State: Equatable {
      @Shared(.savedGames) var savedGames = SavedGamesState()
      var game: InProgressGame?
      mutating func dailyChallengeTapped() { game = savedGames.dailyChallengeUnlimited }
      func gameEnded() { $savedGames.withLock { $0.dailyChallengeUnlimited = nil } }
    }
    var state = State()
    state.dailyChallengeTapped()
    #expect(state.game == InProgressGame(moves: 3))
    state.gameEnded()
    let data = try #require(try files.read(.savedGames).data)
    #expect(try JSONDecoder().decode(SavedGamesState.self, from: data) == SavedGamesState())
  }

  @Test("TST-42 MIG-01 a file of bad data keeps the default, and loadError has the reason")
  func badData() throws {
    try files.write(Data("!@#$ BAD DATA %^&*()".utf8), to: .savedGames)
    @Shared(.savedGames) var savedGames = SavedGamesState()
    #expect(savedGames == SavedGamesState())
    #expect($savedGames.loadError != nil)
  }

  @Test(
    "MIG-03 MIG-04 a user defaults client becomes a property that is set under a lock")
  func userDefaultsClient() {
    struct State {
      @SharedReader(.hasShownFirstLaunchOnboarding) var hasShownFirstLaunchOnboarding = false
      @Shared(.installationTime) var installationTime = 0
      @Shared(.multiplayerOpensCount) var multiplayerOpensCount = 0
      var showsOnboarding = false

      mutating func didFinishLaunching(now: Date) {
        showsOnboarding = !hasShownFirstLaunchOnboarding
        if installationTime <= 0 {
          $installationTime.withLock { $0 = now.timeIntervalSinceReferenceDate }
        }
        $multiplayerOpensCount.withLock { $0 += 1 }
      }
    }
    var first = State()
    first.didFinishLaunching(now: Date(timeIntervalSinceReferenceDate: 1_000))
    #expect(first.showsOnboarding)
    @Shared(.hasShownFirstLaunchOnboarding) var hasShown = false
    $hasShown.withLock { $0 = true }
    var second = State()
    second.didFinishLaunching(now: Date(timeIntervalSinceReferenceDate: 2_000))
    #expect(!second.showsOnboarding)
    #expect(second.installationTime == 1_000)
    #expect(second.multiplayerOpensCount == 2)
  }

  @Test("MIG-05 settings are in their file, and an older file without some of them is read")
  func userSettingsClient() throws {
    try files.write(Data("{}".utf8), to: .userSettings)
    struct State {
      @Shared(.userSettings) var userSettings = UserSettings(enableGyroMotion: false)
      var viewState: Bool { userSettings.enableGyroMotion }
    }
    let state = State()
    #expect(state.userSettings == UserSettings())
    state.$userSettings.enableGyroMotion.withLock { $0 = false }
    #expect(!state.viewState)
    let data = try #require(try files.read(.userSettings).data)
    #expect(try JSONDecoder().decode(UserSettings.self, from: data) == state.userSettings)
  }

  @Test(
    "MIG-06 MIG-07 CUS-08 a configuration is loaded from the server by a key, and reloaded on request"
  )
  func serverConfigClient() async throws {
    let version = LockIsolated(1)
    try await withDependencies {
      $0[APIClient.self].config = { build in
        ServerConfig(appStoreURL: URL(fileURLWithPath: "/\(build)/v\(version.value)"))
      }
    } operation: {
      @Shared(.build) var build = Build(number: 42)
      struct State { @SharedReader(.serverConfig) var serverConfig = ServerConfig() }
      let state = State()
      try await state.$serverConfig.load()
      #expect(state.serverConfig.appStoreURL.path == "/42/v1")
      version.setValue(2)
      try await Task { [serverConfig = state.$serverConfig] in
        try await serverConfig.load()
      }.value
      #expect(state.serverConfig.appStoreURL.absoluteURL.path == "/42/v2")
    }
  }

  @Test("MIG-08 MIG-09 the power state is a reader key over the client's stream")
  func lowPowerModeClient() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Bool.self)
    let key = LowPowerModeKey { stream }
    @SharedReader(key) var isOnLowPowerMode = false
    var values = $isOnLowPowerMode.values.makeAsyncIterator()
    #expect(await values.next() == false)
    continuation.yield(true)
    #expect(await values.next() == true)
    #expect(isOnLowPowerMode)
  }

  @Test("MIG-10 the build is a plain value in memory that everyone reads")
  func build() {
    @Shared(.build) var launched = Build(gitSha: "cafe", number: 7)
    struct State { @SharedReader(.build) var build = Build() }
    let number: Build.Number = State().build.number
    #expect(number == 7)
    #expect(State().build.gitSha == "cafe")
  }

  @Test("MIG-11 each change is saved without any reducer that watches for it")
  func onChange() throws {
    struct State {
      @Shared(.userSettings) var userSettings = UserSettings()
      func toggleTapped() { $userSettings.withLock { $0.enableReducedAnimation.toggle() } }
    }
    State().toggleTapped()
    let data = try #require(try files.read(.userSettings).data)
    let saved = try JSONDecoder().decode(UserSettings.self, from: data)
    #expect(saved.enableReducedAnimation)
  }

  @Test("MIG-12 a state is created without dependencies, and shares values set by others")
  func stateInitializer() {
    struct State: Equatable {
      @Shared(.userSettings) var userSettings = UserSettings()
      var moves = 0
      init(moves: Int) { self.moves = moves }
    }
    @Shared(.userSettings) var settings = UserSettings(enableGyroMotion: false)
    #expect(!State(moves: 1).userSettings.enableGyroMotion)
    #expect(State(moves: 1) == State(moves: 1))
  }

  @Test("MIG-13 MIG-15 SHR-45 the replacements of the five clients coexist in one state")
  func allTogether() async throws {
    struct State {
      @Shared(.savedGames) var savedGames = SavedGamesState()
      @Shared(.installationTime) var installationTime = 0
      @Shared(.userSettings) var userSettings = UserSettings()
      @SharedReader(.serverConfig) var serverConfig = ServerConfig()
      @SharedReader(.build) var build = Build()
    }
    try await withDependencies {
      $0[APIClient.self].config = { _ in ServerConfig() }
    } operation: {
      // A test sets what its subject starts with by the same properties.
      @Shared(.installationTime) var installationTime = 5
      let state = State()
      try await state.$serverConfig.load()
      #expect(state.installationTime == 5)
      state.$savedGames.withLock { $0.dailyChallengeUnlimited = InProgressGame(moves: 1) }
      state.$userSettings.withLock { $0.enableGyroMotion = false }
      state.$installationTime.withLock { $0 += 1 }
      let other = State()
      #expect(other.savedGames.dailyChallengeUnlimited?.moves == 1)
      #expect(!other.userSettings.enableGyroMotion)
      #expect(other.installationTime == 6)
    }
  }
}

// MARK: - The keys that replace the clients

private struct InProgressGame: Codable, Equatable { var moves = 0 }

private struct SavedGamesState: Codable, Equatable {
  var dailyChallengeUnlimited: InProgressGame?
}

private struct UserSettings: Codable, Equatable {
  var enableGyroMotion = true
  var enableReducedAnimation = false

  init(enableGyroMotion: Bool = true) {
    self.enableGyroMotion = enableGyroMotion
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    enableGyroMotion =
      try container.decodeIfPresent(Bool.self, forKey: .enableGyroMotion) ?? true
    enableReducedAnimation =
      try container.decodeIfPresent(Bool.self, forKey: .enableReducedAnimation) ?? false
  }
}

private struct Build: Equatable, Sendable {
  typealias Number = Tagged<Self, Int>
  var gitSha = ""
  var number: Number = 0
}

private struct ServerConfig: Codable, Equatable, Sendable {
  var appStoreURL = URL(fileURLWithPath: "/")
}

private struct APIClient: TestDependencyKey {
  var config: @Sendable (Build.Number) async throws -> ServerConfig = { _ in
    throw SourceError(reason: "not overridden")
  }
  static var testValue: Self { Self() }
}

private struct ServerConfigKey: SharedReaderKey {
  @Dependency(APIClient.self) private var apiClient
  @Shared(.build) private var build = Build()

  var id: String { "ServerConfig" }

  func load(
    context: LoadContext<ServerConfig>, continuation: LoadContinuation<ServerConfig>
  ) {
    let (apiClient, number) = (apiClient, build.number)
    Task {
      do {
        continuation.resume(returning: try await apiClient.config(number))
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }

  func subscribe(
    context: LoadContext<ServerConfig>, subscriber: SharedSubscriber<ServerConfig>
  ) -> SharedSubscription { .empty }
}

private struct LowPowerModeKey: SharedReaderKey {
  let start: @Sendable () async -> AsyncStream<Bool>

  var id: String { "LowPowerMode" }

  func load(context: LoadContext<Bool>, continuation: LoadContinuation<Bool>) {
    continuation.resumeReturningInitialValue()
  }

  func subscribe(
    context: LoadContext<Bool>, subscriber: SharedSubscriber<Bool>
  ) -> SharedSubscription {
    let task = Task {
      for await isOn in await start() { subscriber.yield(isOn) }
    }
    return SharedSubscription { task.cancel() }
  }
}

extension URL {
  fileprivate static let savedGames = URL.documentsDirectory.appending(path: "saved-games.json")
  fileprivate static let userSettings = URL.documentsDirectory
    .appending(component: "user-settings").appendingPathExtension("json")
}

extension SharedReaderKey where Self == FileStorageKey<SavedGamesState> {
  fileprivate static var savedGames: Self { fileStorage(.savedGames) }
}

extension SharedKey where Self == FileStorageKey<UserSettings> {
  fileprivate static var userSettings: Self { fileStorage(.userSettings) }
}

extension SharedKey where Self == AppStorageKey<Double> {
  fileprivate static var installationTime: Self { appStorage("installationTimeKey") }
}

extension SharedKey where Self == AppStorageKey<Bool> {
  fileprivate static var hasShownFirstLaunchOnboarding: Self {
    appStorage("hasShownFirstLaunchOnboardingKey")
  }
}

extension SharedKey where Self == AppStorageKey<Int> {
  fileprivate static var multiplayerOpensCount: Self { appStorage("multiplayerOpensCount") }
}

extension SharedReaderKey where Self == InMemoryKey<Build> {
  fileprivate static var build: Self { inMemory("build") }
}

extension SharedReaderKey where Self == ServerConfigKey {
  fileprivate static var serverConfig: Self { ServerConfigKey() }
}
