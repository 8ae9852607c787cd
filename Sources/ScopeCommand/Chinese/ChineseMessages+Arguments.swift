// The messages about invalid arguments in Chinese: those of the commands, and those of ArgumentParser. Owns these texts.

extension ChineseMessages {
  static let arguments: [(String, String)] = [
    // ArgumentParser's own.
    ("Error: {}", "错误：{0}"),
    ("Unknown option '{}'. Did you mean '{}'?", "没有选项 '{0}'。是不是 '{1}'？"), ("Unknown option '{}'", "没有选项 '{0}'"),
    ("Missing value for '{}'", "'{0}' 缺少值"), ("Missing expected argument '{}'", "缺少参数 '{0}'"),
    ("Missing one of: {}", "缺少以下之一：{0}"),
    ("The option '{}' does not take any value, but '{}' was specified.", "选项 '{0}' 不带值，却给出了 '{1}'。"),
    ("Unexpected argument '{}'", "多余的参数 '{0}'"), ("{} unexpected arguments: {}", "{0} 个多余的参数：{1}"),
    ("The value '{}' is invalid for '{}'. Please provide one of {}.", "值 '{0}' 对 '{1}' 无效。请用以下之一：{2}。"),
    ("The value '{}' is invalid for '{}'. Please provide one of the following:", "值 '{0}' 对 '{1}' 无效。请用以下之一："),
    ("The value '{}' is invalid for '{}': {}", "值 '{0}' 对 '{1}' 无效：{2}"),
    ("The value '{}' is invalid for '{}'", "值 '{0}' 对 '{1}' 无效"),
    ("  See '{} --help' for more information.", "  `{0} --help` 显示更多信息。"),
    // The commands' own.
    ("--count: expected 4 to 2000000 promises, found {}.", "--count：应为 4 到 2000000 个 Promise，却是 {0}。"),
    ("--speed: expected a number above 0, found {}.", "--speed：应为大于 0 的数，却是 {0}。"),
    ("--cancel-after: expected 0 or more seconds, found {}.", "--cancel-after：应为 0 或更多秒，却是 {0}。"),
    ("--latency: expected 0 or more milliseconds, found {}.", "--latency：应为 0 或更多毫秒，却是 {0}。"),
    (
      "expected FILE or FORMAT=FILE with one of the formats {}, found the format '{}'; write ./{} for a file of that name.",
      "应为 FILE，或者 FORMAT=FILE，格式是 {0} 之一，却是格式 '{1}'；要写到这个名字的文件，请写 ./{2}。"
    ),
    ("expected a file after {}=.", "{0}= 之后应有文件。"),
    ("expected one report per destination, found two for {}.", "每个去处应只有一份报告，{0} 有两份。"),
    ("{}: expected --frame text or --frame ansi with it.", "{0}：应与 --frame text 或 --frame ansi 一起用。"),
    (
      "--size: expected COLUMNSxROWS from 1x1 to {}, such as 80x24, found '{}'.",
      "--size：应为 COLUMNSxROWS，从 1x1 到 {0}，例如 80x24，却是 '{1}'。"
    ),
    ("--keys: {}", "--keys：{0}"), ("--no-questions: expected --lesson with it.", "--no-questions：应与 --lesson 一起用。"),
    (
      "--playback-speed: expected a factor from 0.001 to 1000000, such as 2, found '{}'.",
      "--playback-speed：应为 0.001 到 1000000 的倍数，例如 2，却是 '{0}'。"
    ),
    ("--idle-limit: expected 0.1 to 3600 seconds, found '{}'.", "--idle-limit：应为 0.1 到 3600 秒，却是 '{0}'。"),
    ("--{}: expected {}, found '{}'; did you mean '{}'?", "--{0}：应为 {1}，却是 '{2}'；是不是 '{3}'？"),
    ("--{}: expected {}, found '{}'.", "--{0}：应为 {1}，却是 '{2}'。"),
    ("no format is named '{}'; did you mean '{}'? The formats are {}.", "没有名为 '{0}' 的格式；是不是 '{1}'？格式有 {2}。"),
    ("no format is named '{}'. The formats are {}.", "没有名为 '{0}' 的格式。格式有 {1}。"),
    (
      "--adapter: expected node, swift, or the path of a .cjs file, found '{}'.",
      "--adapter：应为 node、swift 或 .cjs 文件的路径，却是 '{0}'。"
    ),
    ("expected a command after --, such as: -- node app.js", "-- 之后应有命令，例如：-- node app.js"),
    (
      "expected {}, where a FACTOR is at least 1, such as 1.5 or 50%; found '{}'.",
      "应为 {0}，其中 FACTOR 至少是 1，例如 1.5 或 50%；却是 '{1}'。"
    ),
    ("- (standard input) can be given only once.", "-（标准输入）只能给出一次。"),
    ("expected --baseline or --write-baseline, found both.", "应为 --baseline 或 --write-baseline，却两个都有。"),
    ("expected one run with {}, found two.", "{0} 应只有一次运行，却有两次。"),
    ("expected two runs, or one and --baseline, found one.", "应有两次运行，或者一次和 --baseline，却只有一次。"),
    ("expected one source, or two to compare, found {}.", "应有一个来源，或者两个用来比较，却有 {0} 个。"),
    ("- (standard input) can't be compared; expected files or scenarios.", "-（标准输入）不能比较；应为文件或场景。"),
    ("--lesson: expected one source, found two.", "--lesson：应有一个来源，却有两个。"),
    ("expected --lesson or --follow, found both.", "应为 --lesson 或 --follow，却两个都有。"),
    ("--update-baseline requires --baseline.", "--update-baseline 需要 --baseline。"),
    (
      "--output: expected a file or a folder, because standard output is that of the program.",
      "--output：应为文件或文件夹，因为标准输出属于程序。"
    ),
    ("{}: expected the name of a lesson with it.", "{0}：应同时给出课程名。"),
    ("{}: expected the name of an exercise with it.", "{0}：应同时给出练习名。"),
    ("expected --hint or --restart, found both.", "应为 --hint 或 --restart，却两个都有。"),
    ("--export: expected a name in .html or .md, found '{}'.", "--export：名字应以 .html 或 .md 结尾，却是 '{0}'。"),
    ("expected --check or {}, found both.", "应为 --check 或 {0}，却两个都有。"),
    ("--score: expected a terminal, in which the questions are answered.", "--score：应有终端，问题要在那里回答。"),
    ("expected --export or --frame, found both.", "应为 --export 或 --frame，却两个都有。"),
    ("--lesson: expected a run that is over; record it first, then view it.", "--lesson：应为已结束的运行；请先记录，再查看。"),
    ("--diagram applies only to --format mermaid.", "--diagram 只适用于 --format mermaid。"),
    ("--only and --subtree cannot be combined.", "--only 和 --subtree 不能一起用。"),
    ("{} requires --format cast.", "{0} 需要 --format cast。"),
  ]
}
