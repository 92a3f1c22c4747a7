import Testing

@testable import AudioStoreClientS3

struct S3DocumentTests {
  private func read(_ text: String) -> S3Document? { S3Document(Array(text.utf8)) }

  @Test("Elements are read with their text, ignoring other nodes")
  func read() throws {
    let document = try #require(
      read(
        """
        \u{FEFF}<?xml version="1.0"?><!-- no -->
        <s:List xmlns:s="http://example.org/a>b/"><Key>a &lt;&amp;&#228;&#xe4;&gt;</Key>
        <Size  a='/' >12</Size><Empty/><Part><Key><![CDATA[<]]>&quot;</Key></Part><Part /></s:List>
        """))
    #expect(document.name == "List")
    #expect(document["Key"] == "a <&ää>")
    #expect(document["Size"] == "12")
    #expect(document["Empty"] == "")
    #expect(document["Missing"] == nil)
    #expect(document.all("Part").map { $0["Key"] } == ["<\"", nil])
  }

  @Test(
    "Malformed documents and unexpected content are refused",
    arguments: [
      "", "text", "<", "<a", "<a>", "<a></b>", "<a><b></a></b>", "</a>", "<a>&lol;</a>", "<a>&</a>",
      "<a>&#1114112;</a>", "<a>&#xD800;</a>", "<a b=\">", "<a><![CDATA[</a>", "<!-- <a/>",
      "<!-- a -- b --><a/>", "<a/>text", "<a/><b/>",
      "<!DOCTYPE a [<!ENTITY lol \"lol\">]><a>&lol;</a>", "text<a/>", "<a/ >", "<?xml",
    ])
  func garbage(text: String) {
    #expect(read(text) == nil)
  }

  @Test("Spaces before the declaration are skipped")
  func leadingSpaces() {
    #expect(read(" \r\n\t<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a/>\n")?.name == "a")
  }

  @Test("Invalid UTF-8 and endless nesting are refused")
  func bytes() {
    #expect(read(String(repeating: "<a>", count: 100_000)) == nil)
    for (depth, isRead) in [(16, true), (17, false)] {
      let text =
        String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
      #expect((read(text) != nil) == isRead)
      let empty = String(repeating: "<a>", count: depth - 1) + "<a/>"
      #expect((read(empty + String(repeating: "</a>", count: depth - 1)) != nil) == isRead)
    }
    #expect(S3Document([0x3C, 0x61, 0x3E, 0xFF, 0x3C, 0x2F, 0x61, 0x3E]) == nil)
  }
}
