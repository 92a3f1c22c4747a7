extension String {
  /// Vowel groups, characters in scripts without spaces, or half the letters; at least one.
  package var syllableCount: Int {
    var (count, letters) = (0, 0)
    var wasVowel = false
    for character in lowercased() {
      let isVowel = vowels.contains(character)
      if character.isWrittenWithoutSpaces || character.isNumber || (isVowel && !wasVowel) {
        count += 1
      }
      if character.isLetter { letters += 1 }
      wasVowel = isVowel
    }
    return max(1, count == 0 ? (letters + 1) / 2 : count)
  }
}

private let vowels = Set(
  "aeiouyàáâãäåæāăąèéêëēĕėęěìíîïīĭįòóôõöøōŏőœùúûüũūŭůűųýÿаеёиоуыэюяіїєαεηιουωάέήίόύώ")
