import AudioStoreClient
import Foundation
import TestS3
import Testing

@testable import AudioStoreClientS3

struct S3PresignerTests {
  @Test("The signature is that of the example in Amazon's manual")
  func example() throws {
    let config = S3Config(
      bucket: "examplebucket",
      endpoint: S3Endpoint("https://s3.amazonaws.com"), usesPathStyle: false,
      credentials: S3Credentials(
        keyID: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"))
    let presigner = S3Presigner(
      address: S3Address(config.endpoint, config), credentials: config.credentials,
      region: "us-east-1")
    let url = presigner.url(
      "GET", of: "test.txt", date: Date(timeIntervalSince1970: 1_369_353_600), lifetime: 86_400)
    #expect(
      url == """
        https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256\
        &X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request\
        &X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host\
        &X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404
        """)
  }

  @Test("Times are written in UTC, and links do not exceed the maximum lifetime")
  func times() throws {
    #expect(S3Presigner.time(Date(timeIntervalSince1970: 951_827_696.9)) == "20000229T123456Z")
    #expect(S3Presigner.time(Date(timeIntervalSince1970: -1)) == "19691231T235959Z")
  }

  @Test("Names are escaped byte by byte, and lists are read as they are written")
  func escaping() {
    #expect(S3Text.escaped("a b+c/ä~_-.%") == "a%20b%2Bc%2F%C3%A4~_-.%25")
    #expect(S3Text.escaped("a/b c", keepingSlashes: true) == "a/b%20c")
    #expect(
      S3Text.query([("uploads", ""), ("prefix", "a/b"), ("X-A", "1")])
        == "X-A=1&prefix=a%2Fb&uploads=")
    #expect(S3Text.unescaped("a+%2Bb%C3%A4.txt") == "a +bä.txt")
    for text in ["%", "%1", "%zz", "%C3"] { #expect(S3Text.unescaped(text) == nil) }
  }
}
