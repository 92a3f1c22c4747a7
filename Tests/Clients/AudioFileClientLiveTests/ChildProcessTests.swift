import AudioFileClient
import AudioFileClientLive
import Foundation
import Glibc
import TestPrograms
import Testing

/// With small programs in the place of ffmpeg, so that these run where it is not installed.
@Suite struct ChildProcessTests {
  let client: AudioFileClient
  let file: URL
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    client = .live(searchPath: folder.url.path)
    file = try folder.file("talk.m4a", Array("\0\0\0\u{18}ftypM4A ".utf8))
    try script(
      "ffprobe",
      #"""
      echo '{"streams":[{"channels":1,"codec_name":"aac","sample_rate":"16000"}],"format":{"duration":"10.0"}}'
      """#)
  }

  private func script(_ name: String, _ text: String) throws {
    try writeProgram("#!/bin/sh\n\(text)\n", to: folder.url.appending(path: name).path)
  }

  private func pid() throws -> pid_t? {
    let text = try String(contentsOf: folder.url.appending(path: "pid"), encoding: .utf8)
    return pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  private func firstChunk() async throws -> [Float]? {
    for try await chunk in client.decode(file, .zero) { return chunk }
    return nil
  }

  @Test("a program whose output is not needed is terminated")
  func givenUp() async throws {
    try script("ffmpeg", "echo $$ > '\(folder.url.path)/pid'; exec cat /dev/zero")
    #expect(try await firstChunk()?.isEmpty == false)
    let pid = try #require(try pid())
    #expect(kill(pid, 0) == -1)
    #expect(errno == ESRCH)
  }

  @Test("canceled decoding terminates a silent program without waiting")
  func cancelled() async throws {
    let started = folder.url.appending(path: "started")
    #expect(mkfifo(started.path, 0o600) == 0)
    try script(
      "ffmpeg", "echo $$ > '\(folder.url.path)/pid'; : > '\(started.path)'; exec sleep 1000")
    let (client, file) = (client, file)
    let task = Task { try await client.decode(file, .zero).collect() }
    // Opening the pipe waits until the program has started.
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        close(open(started.path, O_RDONLY))
        continuation.resume()
      }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let pid = try #require(try pid())
    #expect(kill(pid, 0) == -1)
    #expect(errno == ESRCH)
  }

  @Test("a program that complains at length does not get stuck")
  func chatty() async throws {
    try script("ffmpeg", "head -c 1000000 /dev/zero >&2; head -c 64000 /dev/zero")
    #expect(try await client.decode(file, .zero).collect().count == 16_000)
  }

  @Test("a program that dies without output is an error, not a short recording")
  func dies() async throws {
    try script("ffmpeg", "echo 'Invalid data found' >&2; exit 1")
    await #expect(throws: AudioFileError.damaged(path: file.path, format: "m4a")) {
      try await client.decode(file, .zero).collect()
    }
  }

  @Test("a length beyond any file is clamped")
  func endless() async throws {
    try script(
      "ffprobe",
      #"""
      echo '{"streams":[{"channels":1,"codec_name":"aac","sample_rate":"16000"}],"format":{"duration":"1e300"}}'
      """#)
    try script("ffmpeg", "head -c 64000 /dev/zero")
    #expect(try await client.probe(file).duration > .zero)
  }

  @Test("an unchanged file is probed once, and a changed one again")
  func probedOnce() async throws {
    let starts = folder.url.appending(path: "starts")
    try script(
      "ffprobe",
      #"""
      echo >> '\#(starts.path)'
      echo '{"streams":[{"channels":1,"codec_name":"aac","sample_fmt":"fltp","sample_rate":"16000"}]}'
      """#)
    try script("ffmpeg", "head -c 64000 /dev/zero")
    _ = try await client.decode(file, .zero).collect()
    _ = try await client.decode(file, .zero).collect()
    #expect(try Data(contentsOf: starts).count == 1)
    try Data("\0\0\0\u{18}ftypM4A and more".utf8).write(to: file)
    _ = try await client.decode(file, .zero).collect()
    #expect(try Data(contentsOf: starts).count == 2)
  }

  @Test("the file is handed over by descriptor, not by name")
  func noName() async throws {
    try script("ffmpeg", "echo \"$@\" > '\(folder.url.path)/arguments'; cat | head -c 4000")
    _ = try await client.decode(file, .seconds(2)).collect()
    let arguments = try String(
      contentsOf: folder.url.appending(path: "arguments"), encoding: .utf8)
    #expect(arguments.contains("-ss 2.000000"))
    #expect(arguments.contains("-i file:/dev/fd/0"))
    #expect(!arguments.contains(file.path))
  }
}
