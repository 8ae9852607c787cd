// Decides whether the terminal can show more than ASCII.

import CNcurses

enum Charset {
  /// Sets the character type of the process and returns whether it is UTF-8.
  ///
  /// Only `LC_CTYPE` changes; numbers and messages of the program stay as they were.
  /// Containers often set no locale although their terminal supports UTF-8, so an unset locale counts as UTF-8. A locale
  /// that is set, including `C`, is respected.
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

  /// The Linux console accepts UTF-8, but its font of 256 or 512 glyphs lacks those of the screen.
  private static var fontIsComplete: Bool { environmentVariable("TERM") != "linux" }
}
