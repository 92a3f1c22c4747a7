/// Writes a case path for each case of the enum, so that its cases can be named by key paths.
///
/// ```swift
/// @CasePathable
/// enum Action {
///   case failed(String)
///   case tapped
/// }
///
/// action.is(\.tapped)
/// action[case: \.failed]  // String?
/// action.modify(\.failed) { $0 += "!" }
/// ```
///
/// With `@dynamicMemberLookup`, a case reads like a property: `action.failed`.
///
/// The value of a case without a payload is `Void`, that of a case with several payloads is a tuple
/// with their labels. Two cases may not share a name. A case that is marked unavailable gets no
/// case path.
@attached(
  member,
  names: named(AllCasePaths), named(allCasePaths), named(_$Element), named(_$Iterator),
  named(_$Root)
)
@attached(extension, conformances: CasePathable, CasePathIterable)
public macro CasePathable() =
  #externalMacro(module: "ComposableMacrosPlugin", type: "CasePathableMacro")
