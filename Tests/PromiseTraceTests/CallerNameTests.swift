// Names of functions from their symbols: as a stack shows them, and as `#function` has them there.

@testable import PromiseTrace

@Suite struct CallerNameTests {
  @Test(
    "a symbol has the module, the name, and the labels of its parameters",
    arguments: [
      ("$s4main4load2at4nameySi_SStF", "main", "load", "load(at:name:)"),
      (
        "$s3Kit7Journal33_7CFE016E169F6542170DD16110465C1CLLC4syncy07PromiseA6Facade0I0CySiGSSF", "Kit", "Journal.sync",
        "sync(_:)"
      ), ("$sSa6appendyyxnF", "Swift", "Array.append", "append(_:)"),
      ("$sSa5countSivg", "Swift", "Array.count", "count"),
      ("$s3Own5RelayV7publishyyYaFTQ1_", "Own", "Relay.publish", "publish()"),
    ])
  func names(_ symbol: String, _ module: String, _ name: String, _ signature: String) throws {
    let function = try #require(CallerNames.declaredFunction(symbol))
    expectEqual([String(function.module), function.name, function.signature], [module, name, signature])
  }

  @Test func partsOfAnAsyncFunctionBelongToIt() {
    let whole = "$s3Own5RelayV7publishyyYaF"
    expectEqual(
      ["TQ1_", "TY0_", "TY12_", "TA", ""].map { SymbolTable.function(ofPart: whole + $0) },
      [whole, whole, whole, nil, nil])
  }
}
