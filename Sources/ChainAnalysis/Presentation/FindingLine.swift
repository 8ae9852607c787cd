// A finding as a line of text, the same wherever findings are printed: by `pscope check`, by `dumpTree` and by failing tests.

import ChainModel
import PlainText

extension Finding {
  /// The finding in the form of a compiler's diagnostic: `App/Loader.swift:41: warning: sentence [rule]`.
  ///
  /// - Parameters:
  ///   - source: What to print for a finding without a call site, such as the path of the log; the line is then omitted.
  ///   - path: The path of the call site's file on this machine; nil to print its name in the log.
  ///   - language: The language of the sentence.
  /// - Returns: One line without a newline; characters that could control a terminal are escaped.
  public func line(source: String = "", path: String? = nil, in language: Language = .english) -> String {
    var line = ""
    if let site {
      line = "\(Escaping.line(path ?? site.file)):\(site.line): "
    } else if !source.isEmpty {
      line = "\(Escaping.line(source)): "
    }
    return line + "\(severity.rawValue): \(Escaping.line(sentence(language))) [\(rule.rawValue)]"
  }
}
