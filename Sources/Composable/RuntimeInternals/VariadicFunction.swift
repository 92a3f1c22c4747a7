/// A function of any number of arguments, as a function of an array.
///
/// The language cannot pass an array on as a list of arguments. The two types of functions have the
/// same representation: a list of arguments is passed as one array.
package func takingArray<Argument, Result>(
  _ function: @escaping (Argument...) -> Result
) -> ([Argument]) -> Result {
  unsafeBitCast(function, to: (([Argument]) -> Result).self)
}
