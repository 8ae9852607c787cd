// The help of every command in Chinese: its sentences, and how it is laid out. Owns the widths, because ArgumentParser counts characters and breaks lines
// only at blanks. A test holds the table to what the commands say in English.

import ChainExport
import Foundation
import PlainText

enum ChineseHelp {
  /// The column at which descriptions start.
  private static let indent = 26

  /// Translates a help text.
  ///
  /// - Parameters:
  ///   - help: The English help, with each paragraph on one line.
  ///   - columns: The width of the terminal.
  /// - Returns: The Chinese help; what the table does not have stays English.
  static func text(_ help: String, columns: Int) -> String {
    let width = max(40, columns)
    var lines: [String] = []
    for line in help.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if let known = words.text(line) {
        // A line of a table keeps its blanks.
        lines += line.hasPrefix(" ") || known.hasSuffix("：") ? [known] : wrapped(known, width, indent: 0)
      } else if line.hasPrefix("  "), let row = row(line) {
        lines += layOut(row.label, row.text.map(description), width)
      } else if line.hasPrefix("USAGE: ") || line.hasPrefix("Usage: ") {
        lines.append("用法：" + line.dropFirst("USAGE: ".count))
      } else {
        lines += wrapped(overview(line) ?? description(line), width, indent: 0)
      }
    }
    return lines.joined(separator: "\n")
  }

  /// An option or a command and what it is, of which a line may have only one.
  private static func row(_ line: String) -> (label: String?, text: String?)? {
    if line.hasPrefix(String(repeating: " ", count: indent)) {
      return (nil, String(line.drop { $0 == " " }))
    }
    let body = line.dropFirst(2)
    guard let first = body.first, first != " " else { return nil }
    guard let gap = body.firstRange(of: "  ") ?? columnEnd(body) else { return (String(body), nil) }
    return (String(body[..<gap.lowerBound]), String(body[gap.upperBound...].drop { $0 == " " }))
  }

  /// The blank between a label that fills its column and the description.
  private static func columnEnd(_ body: Substring) -> Range<Substring.Index>? {
    guard body.count > indent - 2 else { return nil }
    let end = body.index(body.startIndex, offsetBy: indent - 3)
    return body[end] == " " ? end..<body.index(after: end) : nil
  }

  private static func layOut(_ label: String?, _ text: String?, _ width: Int) -> [String] {
    guard let text else { return [("  " + (label ?? "")).trimmed] }
    guard let label else { return wrapped(text, width, indent: indent) }
    let lines = wrapped(text, width, indent: indent)
    let room = indent - 2 - DisplayWidth.of(label)
    guard room > 0, let first = lines.first else { return ["  " + label] + lines }
    return ["  " + label + String(repeating: " ", count: room) + first.drop { $0 == " " }] + lines.dropFirst()
  }

  private static func wrapped(_ text: String, _ width: Int, indent: Int) -> [String] {
    if text.isEmpty { return [""] }
    let lines = TextLines.wrap(text, indent: indent, hanging: indent, width: width)
    return lines.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  private static func overview(_ line: String) -> String? {
    line.hasPrefix("OVERVIEW: ") ? "概述：" + description(String(line.dropFirst("OVERVIEW: ".count))) : nil
  }

  /// A description, with the values that ArgumentParser adds in parentheses.
  static func description(_ text: String) -> String {
    if let known = words.text(text) { return known }
    for opening in [" (values: ", " (default: "] {
      guard let start = text.range(of: opening, options: .backwards), text.hasSuffix(")"),
        let known = words.text(String(text[..<start.lowerBound]))
      else { continue }
      let rest = text[start.lowerBound...].dropFirst(2).dropLast()
      let values = rest.replacing("values: ", with: "可选值：").replacing("; default: ", with: "；默认：")
        .replacing("default: ", with: "默认：")
      return known + "（" + values + "）"
    }
    return text
  }

  private static let words = Translation(headings + commands + options + scenarios)

  /// Whether the table has a sentence, for the test that holds it to the commands.
  static func has(_ text: String) -> Bool { words.text(text) != nil }

  private static let headings: [(String, String)] = [
    ("ARGUMENTS:", "参数："), ("OPTIONS:", "选项："), ("SUBCOMMANDS:", "子命令："),
    ("SCREEN OPTIONS:", "屏幕选项："), ("VIEWING OPTIONS:", "查看选项："), ("PRINTING ONE SCREEN:", "打印一屏："),
    ("SCENARIO OPTIONS:", "场景选项："), ("OPTIONS OF A RECORDING:", "录像选项："),
    ("Screen options", "屏幕选项"), ("Viewing options", "查看选项"), ("Printing one screen", "打印一屏"),
    ("Scenario options", "场景选项"), ("Options of a recording", "录像选项"),
    ("  See 'pscope help <subcommand>' for detailed help.", "  `pscope help <subcommand>` 显示详细帮助。"),
  ]
}

extension String {
  /// The text without blanks at its end.
  fileprivate var trimmed: String { String(reversed().drop { $0 == " " }.reversed()) }
}
