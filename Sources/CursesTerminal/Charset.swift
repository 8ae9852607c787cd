// Whether the terminal can be trusted with more than ASCII.

import CNcurses

enum Charset {
  /// Chooses the process's character type and tells whether it is UTF-8.
  ///
  /// Only `LC_CTYPE` is touched: numbers and messages of the program stay as they were.
  /// Containers often set no locale at all while their terminal is as good as any, so unset means UTF-8; whoever names
  /// another one, `C` included, means it.
  static func choose() -> Bool {
    setlocale(LC_CTYPE, "")
    if isUTF8 { return fontIsComplete }
    let named = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environmentVariable).first { !$0.isEmpty }
    let wantsUTF8 = named.map { $0.uppercased().contains("UTF-8") || $0.uppercased().contains("UTF8") } ?? true
    if wantsUTF8, setlocale(LC_CTYPE, "C.UTF-8") != nil, isUTF8 { return fontIsComplete }
    return false
  }

  private static var isUTF8: Bool {
    let name = cn_codeset().map { String(cString: $0).uppercased() } ?? ""
    return name == "UTF-8" || name == "UTF8"
  }

  /// The Linux console speaks UTF-8 with a font of 256 or 512 glyphs, and ours are not among them.
  private static var fontIsComplete: Bool { environmentVariable("TERM") != "linux" }
}
