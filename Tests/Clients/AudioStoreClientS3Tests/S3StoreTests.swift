import AudioStoreClient
import AudioStoreClientS3
import Foundation
import SharedModels
import TestS3
import Testing

/// On a real server: rclone, or with 'Scripts/test-stores' moto and OpenStack Swift.
@Suite(
  .enabled(if: TestS3.isInstalled, "no S3 server is installed: 'Scripts/serve-s3' installs one"))
struct S3StoreTests {
  private let bucket: String
  private let server: TestS3

  init() async throws {
    server = try TestS3.shared()
    bucket = try await server.bucket()
  }

  private func makeStore(
    prefix: String = "", bucket: String? = nil, secret: String? = nil,
    tuning: (inout S3Tuning) -> Void = { _ in }
  ) throws -> AudioStoreClient {
    var config = try S3Config(server, bucket: bucket ?? self.bucket, prefix: prefix)
    if let secret { config.credentials = S3Credentials(keyID: server.keyID, secret: secret) }
    return store(config, date: Date(), tuning: tuning)
  }

  @Test(
    "Objects of any name are stored, found, listed, read and deleted",
    arguments: ["a.wav", "Träume 100%.flac", "a+b c&d=e?f#g.m4a", "日本 'x' (1)*!.mp3", "~._-"])
  func roundTrip(name: String) async throws {
    let store = try makeStore(prefix: "libraries/one two+three/")
    let bytes = noise(100_000)
    let file = try TestFile(bytes)
    #expect(try await store.entry(name: name) == nil)
    try await store.put(file: file.url, name: name, stored: file.stored)
    let entry = try #require(try await store.entry(name: name))
    #expect(entry.name == name && entry.byteCount == 100_000)
    #expect(entry.sha256 == file.stored.sha256 && entry.modifiedAt != nil)
    #expect(try await store.checksum(name: name) == file.stored)
    #expect(try await store.bytes(of: name) == bytes)
    #expect(try await store.bytes(of: name, 5..<70_000) == Array(bytes[5..<70_000]))
    #expect(try await store.bytes(of: name, 99_999..<200_000) == [bytes[99_999]])
    #expect(try await store.bytes(of: name, 100_000..<200_000) == [])
    #expect(try await store.bytes(of: name, 7..<7) == [])
    let listed = try await store.list().collect()
    #expect(listed.map(\.name) == [name] && listed.map(\.byteCount) == [100_000])
    #expect(try await store.delete(names: [name, "never.wav"]) == [:])
    #expect(try await store.entry(name: name) == nil)
    #expect(try await store.list().collect() == [])
    await #expect(throws: AudioStoreError.missing(name: name)) { try await store.bytes(of: name) }
  }

  @Test(
    "A prefix may have any characters, and other clients see it as it is written",
    arguments: ["a b+(c)ü", "x&y=z'~*", "100% %41"])
  func prefixes(prefix: String) async throws {
    let config = try S3Config(
      "s3://\(bucket)/\(prefix)",
      environment: [
        "SPEECHMEMO_S3_ACCESS_KEY_ID": server.keyID, "SPEECHMEMO_S3_ENDPOINT": server.endpoint,
        "SPEECHMEMO_S3_SECRET_ACCESS_KEY": server.secret,
      ])
    #expect(config.address == "s3://\(bucket)/\(prefix)/")
    let prefixed = store(config, date: Date()) { $0.partByteCount = 5 << 20 }
    let (small, large) = (try TestFile("spoken"), try TestFile(noise(6 << 20)))
    try await prefixed.put(file: small.url, name: "a+b.wav", stored: small.stored)
    try await prefixed.put(file: large.url, name: "long.wav", stored: large.stored)
    let keys = try await server.boto3(
      "print(*[o['Key'] for o in s3.list_objects_v2(Bucket=bucket)['Contents']], sep='\\n')",
      bucket: bucket)
    #expect(keys == "\(prefix)/a+b.wav\n\(prefix)/long.wav")
    #expect(try await prefixed.list().collect().map(\.name) == ["a+b.wav", "long.wav"])
    #expect(try await prefixed.bytes(of: "a+b.wav", 1..<4) == Array("pok".utf8))
    #expect(try await prefixed.checksum(name: "long.wav") == large.stored)
    #expect(try await prefixed.removeLeftovers(before: .distantFuture) == 0)
    #expect(try await prefixed.delete(names: ["a+b.wav", "long.wav"]) == [:])
    #expect(try await prefixed.list().collect() == [])
  }

  @Test("Storing identical bytes again succeeds, and other bytes are refused")
  func existing() async throws {
    let store = try makeStore()
    let (first, second) = (try TestFile("first"), try TestFile("other"))
    try await store.put(file: first.url, name: "a.wav", stored: first.stored)
    try await store.put(file: first.url, name: "a.wav", stored: first.stored)
    await #expect(throws: AudioStoreError.exists(name: "a.wav")) {
      try await store.put(file: second.url, name: "a.wav", stored: second.stored)
    }
    #expect(try await store.bytes(of: "a.wav") == Array("first".utf8))
  }

  @Test("A file that differs from its checksum, or cannot be read, is not stored")
  func changed() async throws {
    let store = try makeStore()
    let file = try TestFile("first")
    var stored = file.stored
    stored.byteCount = 4
    await #expect(throws: AudioStoreError.changed(name: file.url.path)) {
      try await store.put(file: file.url, name: "a.wav", stored: stored)
    }
    await #expect(
      throws: AudioStoreError.io(path: "/nowhere/x", reason: "No such file or directory")
    ) {
      try await store.put(
        file: URL(fileURLWithPath: "/nowhere/x"), name: "a.wav", stored: file.stored)
    }
    await #expect(throws: AudioStoreError.invalidName(name: "a/b")) {
      try await store.put(file: file.url, name: "a/b", stored: file.stored)
    }
    #expect(try await store.list().collect() == [])
  }

  @Test("An empty file is stored, too", arguments: [0, 1])
  func small(count: Int) async throws {
    let store = try makeStore()
    let file = try TestFile(noise(count))
    try await store.put(file: file.url, name: "a.wav", stored: file.stored)
    #expect(try await store.bytes(of: "a.wav") == noise(count))
  }

  @Test("A large file is stored in parts, and read completely and in ranges")
  func parts() async throws {
    let store = try makeStore(prefix: "p/") { $0.partByteCount = 5 << 20 }
    let bytes = noise(11 << 20)
    let file = try TestFile(bytes)
    try await store.put(file: file.url, name: "long.flac", stored: file.stored)
    try await store.put(file: file.url, name: "long.flac", stored: file.stored)
    #expect(try await store.entry(name: "long.flac")?.sha256 == file.stored.sha256)
    #expect(try await store.bytes(of: "long.flac") == bytes)
    let seam = Int64(5 << 20)
    #expect(
      try await store.bytes(of: "long.flac", seam - 3..<seam + 3)
        == Array(bytes[Int(seam) - 3..<Int(seam) + 3]))
    #expect(try await store.removeLeftovers(before: .distantFuture) == 0)
  }

  @Test(
    "Unfinished multipart uploads of this store are found and aborted")
  func leftovers() async throws {
    _ = try await server.boto3(
      """
      for key in ["mine/a b+ä.wav", "mine/sub/x.wav", "other/c.wav"]:
        id = s3.create_multipart_upload(Bucket=bucket, Key=key)["UploadId"]
        s3.upload_part(Bucket=bucket, Key=key, UploadId=id, PartNumber=1, Body=b"x")
      """, bucket: bucket)
    let store = try makeStore(prefix: "mine/")
    #expect(try await store.removeLeftovers(before: Date(timeIntervalSinceNow: -3_600)) == 0)
    #expect(try await store.removeLeftovers(before: Date(timeIntervalSinceNow: 3_600)) == 1)
    let rest = try await server.boto3(
      """
      print(sorted(u["Key"] for u in s3.list_multipart_uploads(Bucket=bucket)["Uploads"]))
      """, bucket: bucket)
    #expect(rest == "['mine/sub/x.wav', 'other/c.wav']")
  }

  @Test("A list has all pages, and excludes foreign objects")
  func pages() async throws {
    _ = try await server.boto3(
      """
      from concurrent.futures import ThreadPoolExecutor
      keys = [f"p/{number}.wav" for number in range(1203)] + ["p/below/x.wav", "above.wav"]
      with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda key: s3.put_object(Bucket=bucket, Key=key, Body=b"x"), keys))
      """, bucket: bucket)
    let entries = try await makeStore(prefix: "p/").list().collect()
    #expect(Set(entries.map(\.name)) == Set((0..<1_203).map { "\($0).wav" }))
    #expect(entries.count == 1_203)
  }

  @Test("Each link gets or puts one object, without keys")
  func links() async throws {
    let store = try makeStore(prefix: "l/")
    let file = try TestFile("spoken")
    let up = try #require(
      try await store.uploadLink(
        name: "ä b+.wav", stored: file.stored, lifetime: .seconds(3_600)))
    let sent = try await server.request(
      "PUT", up.url, headers: up.headers, body: Array("spoken".utf8))
    #expect(sent.status == 200)
    #expect(try await store.entry(name: "ä b+.wav")?.sha256 == file.stored.sha256)
    let down = try #require(
      try await store.downloadLink(
        name: "ä b+.wav",
        request: AudioDownload(lifetime: .seconds(3_600), mediaType: "audio/wav", fileName: "ä.wav")
      ))
    #expect(store.linkOrigin() == server.endpoint)
    #expect(try await server.request("GET", down.url).body == Array("spoken".utf8))
    let part = try await server.request("GET", down.url, headers: ["Range": "bytes=1-3"])
    #expect(part.body == Array("pok".utf8))
    // The link works for its purpose only.
    #expect(try await server.request("DELETE", down.url).status == 403)
    #expect(try await server.request("GET", down.url.replacing("%2B.", with: "%2C.")).status == 403)
  }

  @Test("Wrong keys and a missing bucket are distinguished")
  func refused() async throws {
    let wrong = try makeStore(secret: "wrong-wrong-wrong-wrong")
    let denied = await #expect(throws: AudioStoreError.self) {
      try await wrong.list().collect()
    }
    #expect(
      denied?.description.hasPrefix("s3://\(bucket)/ denied access (SignatureDoesNot") == true)
    await #expect(throws: AudioStoreError.noStore(store: "s3://nowhere/")) {
      try await makeStore(bucket: "nowhere").list().collect()
    }
  }

  // MARK: Amazon's own client

  @Test("Amazon's client reads our objects, small and multipart, with checksums")
  func read() async throws {
    let store = try makeStore(prefix: "p/") { $0.partByteCount = 5 << 20 }
    let (small, large) = (try TestFile("short"), try TestFile(noise(6 << 20)))
    try await store.put(file: small.url, name: "Träume +1.wav", stored: small.stored)
    try await store.put(file: large.url, name: "long.flac", stored: large.stored)
    let output = try await server.boto3(
      """
      for key in ["p/" + o for o in ["Träume +1.wav", "long.flac"]]:
        answer = s3.get_object(Bucket=bucket, Key=key)
        body = answer["Body"].read()
        told = {name.lower(): text for name, text in answer["Metadata"].items()}
        print(key, len(body), hashlib.sha256(body).hexdigest() == told["sha256"])
      print(s3.list_objects_v2(Bucket=bucket)["KeyCount"])
      """, bucket: bucket)
    #expect(
      output == """
        p/Träume +1.wav 5 True
        p/long.flac \(6 << 20) True
        2
        """)
  }

  @Test("Objects of Amazon's client are read here and recognized as foreign")
  func written() async throws {
    _ = try await server.boto3(
      """
      s3.put_object(Bucket=bucket, Key="p/ä +.wav", Body=b"by boto")
      from boto3.s3.transfer import TransferConfig
      import io
      s3.upload_fileobj(io.BytesIO(b"y" * (6 << 20)), bucket, "p/big.wav",
        Config=TransferConfig(multipart_threshold=5 << 20, multipart_chunksize=5 << 20))
      """, bucket: bucket)
    let store = try makeStore(prefix: "p/")
    #expect(try await store.bytes(of: "ä +.wav") == Array("by boto".utf8))
    #expect(try await store.bytes(of: "big.wav").count == 6 << 20)
    #expect(try await store.entry(name: "big.wav")?.sha256 == nil)
    // Its checksum is unknown, so it is read.
    let same = try TestFile("by boto")
    try await store.put(file: same.url, name: "ä +.wav", stored: same.stored)
    let other = try TestFile("by bota")
    await #expect(throws: AudioStoreError.exists(name: "ä +.wav")) {
      try await store.put(file: other.url, name: "ä +.wav", stored: other.stored)
    }
  }
}
