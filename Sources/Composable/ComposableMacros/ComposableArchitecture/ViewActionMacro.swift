import SwiftSyntaxMacros
enum ViewActionMacro: Macro {}
