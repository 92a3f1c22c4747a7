import SharedModels

/// Negations and spelled-out numbers.
enum CriticalWords {
  /// The languages whose words are listed. In others, only exact quotes are found.
  static let languages: Set = ["de", "en", "es", "fr", "it", "nl", "pt"]

  static func contains(_ key: String) -> Bool {
    words.contains(key) || stems.contains { key.contains($0) }
  }

  private static let words = Set(
    (negations + numbers).flatMap { $0.split(separator: " ") }.map { String($0).caseFolded })

  private static let negations = [
    """
    not no never none nobody nothing nowhere neither nor without cannot cant dont doesnt didnt isnt \
    arent wasnt werent wont wouldnt couldnt shouldnt havent hasnt hadnt mustnt neednt aint shant \
    hardly barely unless except
    """,
    "nicht nichts nie niemals niemand nirgends ohne weder noch außer",
    "ne pas jamais rien aucun aucune personne sans ni non plus nul nulle sauf",
    "no nunca jamás nada nadie ningún ninguno ninguna sin ni tampoco salvo",
    "non mai niente nulla nessuno nessuna nessun senza né neanche nemmeno neppure tranne",
    "niet niets nooit niemand nergens zonder noch geen behalve",
    "não nunca jamais nada ninguém nenhum nenhuma sem nem tampouco exceto",
  ]

  private static let numbers = [
    """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen \
    sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred \
    hundreds thousand thousands million millions billion billions half quarter third dozen double \
    twice once first second percent
    """,
    "null ein eins eine einen einem einer eines zwei zwo drei vier fünf sechs sieben acht neun elf zwölf",
    "halb halbe halben erste ersten zweite zweiten dritte dritten doppelt prozent",
    """
    zéro un une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize \
    vingt trente quarante cinquante soixante cent cents mille demi demie premier première double
    """,
    """
    cero un uno una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince \
    veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien mil medio media primero
    """,
    """
    zero un uno una due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici \
    quindici sedici diciassette diciotto diciannove venti mille mila mezzo mezza primo doppio
    """,
    """
    nul een één twee drie vier vijf zes zeven acht negen tien elf twaalf honderd duizend half halve \
    eerste tweede dubbel
    """,
    """
    zero um uma dois duas três quatro cinco seis sete oito nove dez onze doze treze catorze quinze \
    dezesseis dezasseis dezessete dezoito dezenove vinte trinta quarenta cinquenta sessenta setenta \
    oitenta noventa cem mil meio meia primeiro dobro
    """,
  ]

  /// Parts of compounds, such as of "keinerlei", "fünfundzwanzig", and "trecento".
  private static let stems = [
    "kein", "zehn", "zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig",
    "neunzig", "hundert", "tausend", "million", "milliard", "veinti", "cientos", "centos", "trenta",
    "quaranta", "cinquanta", "sessanta", "settanta", "ottanta", "novanta", "cento", "ventuno",
    "ventidue", "ventitr", "ventiquattro", "venticinque", "ventisei", "ventisette", "ventotto",
    "ventinove", "twintig", "dertig", "veertig", "vijftig", "zestig", "zeventig", "tachtig",
    "negentig", "honderd", "duizend", "miljoen", "miljard",
  ].map(\.caseFolded)
}
