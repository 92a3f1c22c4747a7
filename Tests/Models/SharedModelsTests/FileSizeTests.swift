import SharedModels
import Testing

struct FileSizeTests {
  @Test(
    "A number of bytes is shown in the unit that suits it",
    arguments: [
      (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 KB"), (9_649, "9.6 KB"),
      (9_960, "10 KB"), (352_044, "352 KB"), (999_499, "999 KB"), (999_500, "1.0 MB"),
      (128_000_000, "128 MB"), (Int64.max, "9.2 EB"), (-1500, "-1.5 KB"), (Int64.min, "-9.2 EB"),
    ] as [(Int64, String)])
  func text(bytes: Int64, text: String) {
    #expect(bytes.fileSize == text)
  }
}
