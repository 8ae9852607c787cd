// The messages of the commands in Chinese: errors, and what standard error says besides. Owns these texts. A test finds every message in the sources, and
// holds the table to them.

enum ChineseMessages {
  /// The Chinese text of a message; the message itself if the table does not have it.
  static func text(_ message: String) -> String { words.text(message) ?? message }

  /// Whether the table has a message, for the test that holds it to the sources.
  static func has(_ message: String) -> Bool { words.text(message) != nil }

  private static let words = Translation(files + sources + programs + checks + settings + reasons + arguments)

  private static let files: [(String, String)] = [
    ("can't read {}: {}.", "无法读取 {0}：{1}。"),
    ("can't read {}: expected a file, found a pipe.", "无法读取 {0}：应为文件，却是管道。"),
    ("can't read {}: expected a file, found a device or a pipe.", "无法读取 {0}：应为文件，却是设备或管道。"),
    ("can't read {}: expected a file, found a terminal.", "无法读取 {0}：应为文件，却是终端。"),
    ("can't read {}: expected a file, found a pipe that sends nothing.", "无法读取 {0}：应为文件，却是什么也不发送的管道。"),
    ("can't read {}: expected at most {} MiB.", "无法读取 {0}：最多 {1} MiB。"),
    ("can't write {}: {}.", "无法写入 {0}：{1}。"),
    ("can't write {}: {}; {}.", "无法写入 {0}：{1}；{2}。"),
    ("can't write {}: expected a file, found a folder.", "无法写入 {0}：应为文件，却是文件夹。"),
    ("can't write {}: expected a file, found a named pipe.", "无法写入 {0}：应为文件，却是命名管道。"),
    ("will not overwrite {}: it is the log being read.", "不会覆盖 {0}：它就是正在读的日志。"),
    ("its previous contents are unchanged", "原有内容没有变化"), ("no file was written", "没有写出文件"),
    ("nothing was written", "什么也没有写出"), ("only the first {} bytes were written", "只写出了开头的 {0} 个字节"),
    ("can't create a pipe: {}.", "无法创建管道：{0}。"),
    (
      "the limit on open files is too low: pscope needs at least 8 more descriptors (ulimit -n).",
      "打开文件数的上限太低：pscope 至少还需要 8 个描述符（ulimit -n）。"
    ),
  ]

  private static let sources: [(String, String)] = [
    // What follows a name may be a guess, or an end of the sentence.
    ("{} is named '{}'{} 'pscope list' shows the scenarios.", "没有名为 '{1}' 的场景或文件{2}`pscope list` 列出所有场景。"),
    ("--theme: expected {}, found '{}'{}", "--theme：应为 {0}，却是 '{1}'{2}"),
    (
      "the format 'chrome' is gone: --format perfetto opens in the same program.",
      "格式 'chrome' 已移除：--format perfetto 用同一个程序打开。"
    ),
    ("no format is named '{}'{} The formats are {}.", "没有名为 '{0}' 的格式{1}格式有 {2}。"),
    ("'{}' was not found{}.", "找不到 '{0}'{1}。"),
    ("{}: {} {} missing where the log is damaged; each gap is marked 'lost'.", "{0}：日志损坏处缺少 {1} 个事件；每处缺口标为 'lost'。"),
    ("{}: {} {} {}; each gap is marked 'lost'.", "{0}：{3} {1} 个事件；每处缺口标为 'lost'。"),
    ("{}: {} {} missing, because memory is limited.", "{0}：缺少 {1} 个 Promise，因为内存有限。"),
    ("--with-sources applies only to --format ndjson.", "--with-sources 只用于 --format ndjson。"),
    ("--source-root: expected --with-sources with it.", "--source-root：应与 --with-sources 一起用。"),
    ("--redact and --with-sources cannot be combined.", "--redact 不能与 --with-sources 同用。"),
    (
      "expected a log on standard input, found it closed: pipe one in (… | pscope … -).",
      "标准输入应为日志，却已关闭：请用管道传入（… | pscope … -）。"
    ),
    (
      "expected a log on standard input, found the keyboard: pipe one in (… | pscope … -).",
      "标准输入应为日志，却是键盘：请用管道传入（… | pscope … -）。"
    ),
    ("expected a log on standard input: pipe one in (… | pscope lint -).", "标准输入应为日志：请用管道传入（… | pscope lint -）。"),
    (
      "{} is compressed, so it can't be followed: decompress it, or leave out --follow.",
      "{0} 是压缩的，无法跟随：请先解压，或者去掉 --follow。"
    ),
    ("the scenario {} failed: {}", "场景 {0} 失败：{1}"),
    (
      "{}: expected a log, found compressed data: pipe it through gzip -d, or give the file's name instead.",
      "{0}：应为日志，却是压缩数据：请经 gzip -d 传入，或者改为给出文件名。"
    ),
    ("{} has no log: expected {} in it, which PROMISESCOPE={} writes.", "{0} 里没有日志：其中应有 {1}，由 PROMISESCOPE={2} 写出。"),
    ("*.ndjson or *.ndjson.gz", "*.ndjson 或 *.ndjson.gz"),
    ("{} has {} logs: expected one of them, such as the newest, {}.", "{0} 里有 {1} 个日志：请给出其中一个，例如最新的 {2}。"),
    ("{} has {} logs; this is {}.", "{0} 里有 {1} 个日志；这是 {2}。"),
    ("{}: none of its {} logs can be read.", "{0}：{1} 个日志都无法读取。"),
    (
      "no command is named '{}'; did you mean '{}'? 'pscope --help' shows the commands.",
      "没有名为 '{0}' 的命令；是不是 '{1}'？`pscope --help` 列出所有命令。"
    ),
    ("no command is named '{}'. 'pscope --help' shows the commands.", "没有名为 '{0}' 的命令。`pscope --help` 列出所有命令。"),
    ("standard input", "标准输入"),
    ("{}: the log is empty: expected a first line that begins {}.", "{0}：日志是空的：第一行应以 {1} 开头。"),
    (
      "{}: not a PromiseScope log: expected line 1 to begin {}, found {}.",
      "{0}：不是 PromiseScope 的日志：第 1 行应以 {1} 开头，却是 {2}。"
    ),
    (
      "{}: line 1: the log has version {}, this program reads up to version {}: a newer PromiseScope can open it.",
      "{0}：第 1 行：日志的版本是 {1}，本程序最高能读版本 {2}：更新的 PromiseScope 才能打开它。"
    ),
    (
      "no scenario is named '{}'; did you mean '{}'? 'pscope list' shows the scenarios.",
      "没有名为 '{0}' 的场景；是不是 '{1}'？`pscope list` 列出所有场景。"
    ),
    ("no scenario is named '{}'. 'pscope list' shows the scenarios.", "没有名为 '{0}' 的场景。`pscope list` 列出所有场景。"),
    (
      "no scenario or file is named '{}'; did you mean '{}'? 'pscope list' shows the scenarios.",
      "没有名为 '{0}' 的场景或文件；是不是 '{1}'？`pscope list` 列出所有场景。"
    ),
    (
      "no scenario or file is named '{}'. 'pscope list' shows the scenarios.", "没有名为 '{0}' 的场景或文件。`pscope list` 列出所有场景。"
    ),
    (
      "no lesson is named '{}'; did you mean '{}'? 'pscope learn' shows the lessons.",
      "没有名为 '{0}' 的课程；是不是 '{1}'？`pscope learn` 列出所有课程。"
    ),
    ("no lesson is named '{}'. 'pscope learn' shows the lessons.", "没有名为 '{0}' 的课程。`pscope learn` 列出所有课程。"),
    ("{} does not apply to the scenario '{}', only to {}.", "{0} 不适用于场景 '{1}'，只适用于 {2}。"),
    ("{} applies only to a scenario, found the log {}.", "{0} 只适用于场景，这里是日志 {1}。"),
    ("{} has no promise #{}; {}.", "{0} 里没有 Promise #{1}；{2}。"),
    ("no promise in {} has a label; {}.", "{0} 里的 Promise 都没有标签；{1}。"),
    ("it has no promises", "其中没有 Promise"),
    ("it has {} promises, from #{} to #{}", "其中有 {0} 个 Promise，从 #{1} 到 #{2}"),
    ("it has 1 promise, from #{} to #{}", "其中只有 Promise #{0}"),
    ("it has {} promises; the last is #{}", "其中有 {0} 个 Promise，最后一个是 #{1}"),
    (
      "no promise of {} has the label '{}'; did you mean '{}'? Its labels are {}.",
      "{0} 里没有标签为 '{1}' 的 Promise；是不是 '{2}'？其中的标签有 {3}。"
    ),
    ("no promise of {} has the label '{}'; its labels are {}.", "{0} 里没有标签为 '{1}' 的 Promise；其中的标签有 {2}。"),
    ("{} promises have the label '{}'; choose one by its number: {}.", "有 {0} 个 Promise 的标签是 '{1}'；请用编号选一个：{2}。"),
    ("{} promises are named '{}'; choose one by its number: {}.", "有 {0} 个 Promise 的名称是 '{1}'；请用编号选一个：{2}。"),
    ("{}, and {} more", "{0}，还有 {1} 个"),
    ("waiting for {}, which does not exist yet (Ctrl-C stops).", "正在等待 {0}，它还不存在（Ctrl-C 停止）。"),
    ("waiting for the first log in {} (Ctrl-C stops).", "正在等待 {0} 里的第一个日志（Ctrl-C 停止）。"),
    (
      "{}: {} event is missing where the log is damaged; each gap is marked 'lost'.",
      "{0}：日志损坏处缺少 {1} 个事件；每处缺口标为 'lost'。"
    ),
    (
      "{}: {} events are missing where the log is damaged; each gap is marked 'lost'.",
      "{0}：日志损坏处缺少 {1} 个事件；每处缺口标为 'lost'。"
    ),
    (
      "{}: {} event was overwritten before being read; each gap is marked 'lost'.", "{0}：{1} 个事件还没读到就被覆盖；每处缺口标为 'lost'。"
    ),
    (
      "{}: {} events were overwritten before being read; each gap is marked 'lost'.",
      "{0}：{1} 个事件还没读到就被覆盖；每处缺口标为 'lost'。"
    ),
    (
      "{}: {} event was lost before being written to the log; each gap is marked 'lost'.",
      "{0}：{1} 个事件没写进日志就丢失了；每处缺口标为 'lost'。"
    ),
    (
      "{}: {} events were lost before being written to the log; each gap is marked 'lost'.",
      "{0}：{1} 个事件没写进日志就丢失了；每处缺口标为 'lost'。"
    ),
    ("{} is unchanged: its program still writes it.", "{0} 没有变化：它的程序还在写。"),
    ("{} is unchanged: only the whole of a sound log replaces itself.", "{0} 没有变化：只有完整无损的日志才能替换自己。"),
    ("{}: {} promise is missing, because memory is limited.", "{0}：缺少 {1} 个 Promise，因为内存有限。"),
    ("{}: {} promises are missing, because memory is limited.", "{0}：缺少 {1} 个 Promise，因为内存有限。"),
    ("the log has no 'ended': its program was killed, or still runs.", "日志里没有 'ended'：它的程序被强行终止，或者还在运行。"),
    (
      "{}: the log has no `ended` event: the program was killed or is still running",
      "{0}：日志里没有 `ended` 事件：程序被强行终止，或者还在运行"
    ),
    (
      "{}: {} has no `ended` event: its program was killed or is still running",
      "{0}：{1} 里没有 `ended` 事件：它的程序被强行终止，或者还在运行"
    ),
  ]

  private static let programs: [(String, String)] = [
    ("can't start {}: {}.", "无法启动 {0}：{1}。"), ("{} is a folder.", "{0} 是文件夹。"),
    ("'{}' was not found in the folders of PATH.", "在 PATH 的文件夹里找不到 '{0}'。"), ("'{}' was not found.", "找不到 '{0}'。"),
    ("{} needs Node: {}", "{0} 需要 Node：{1}"),
    (
      "{} is not Node: 'v20.20.2' was expected from --version, found '{}'.",
      "{0} 不是 Node：--version 应给出 'v20.20.2'，却是 '{1}'。"
    ),
    ("Node {} does not report its promises; 16.14, 17.1, and later do.", "Node {0} 不报告它的 Promise；16.14、17.1 及更高版本才会。"),
    ("{} does not report its promises, so nothing can be recorded; Node does.", "{0} 不报告它的 Promise，所以无法记录；Node 会报告。"),
    (
      "can't write the adapter: other users can change XDG_RUNTIME_DIR, TMPDIR, /tmp, and /var/tmp.",
      "无法写入适配器：XDG_RUNTIME_DIR、TMPDIR、/tmp 和 /var/tmp 都能被别的用户改动。"
    ),
    (
      "{} is not a log, so it was not replaced: name another file, or replace it with --force.",
      "{0} 不是日志，所以没有替换：请换一个文件，或者用 --force 替换它。"
    ),
    ("can't write the adapter to {}: {}.", "无法把适配器写入 {0}：{1}。"),
    ("recording '{}' with {} to {}.", "正在用{1}记录 '{0}'，写入 {2}。"), ("recording '{}' with {}.", "正在用{1}记录 '{0}'。"),
    ("the adapter for {}", " {0} 的适配器"), ("the PromiseScope library that it contains", "它所含的 PromiseScope 库"),
    ("{}, loaded by {}", "由 {1} 加载的 {0} "),
    ("no promise was recorded.", "没有记录到 Promise。"),
    ("nothing was recorded: no process of the program has written a log.", "什么也没有记录到：程序的任何进程都没有写日志。"),
    ("part of the program was not recorded: {}.", "程序有一部分没有记录到：{0}。"),
    (
      "no promise was recorded; those of asyncio are recorded with 'python3 adapters/python/promisescope.py app.py'.",
      "没有记录到 Promise；asyncio 的 Promise 要这样记录：'python3 adapters/python/promisescope.py app.py'。"
    ),
    ("{} logs were written: {}.", "写出了 {0} 个日志：{1}。"),
    ("{} logs were written to {}: {}.", "写出了 {0} 个日志，在 {1}：{2}。"),
    (
      "processes that the program started still run, so the adapter stays in {} until a later recording.",
      "程序启动的进程还在运行，所以适配器留在 {0}，直到以后的某次记录。"
    ),
    (
      "standard output is not a terminal, so there is no screen: give --output FILE to record.",
      "标准输出不是终端，没有屏幕：要记录请给出 --output FILE。"
    ),
    ("standard output is not a terminal, so there is no screen.", "标准输出不是终端，没有屏幕。"),
    ("{}. To print the tree as text instead, pipe the output (| cat).", "{0}。要改为把树打印成文本，请用管道（| cat）。"),
  ]

  private static let checks: [(String, String)] = [
    ("{} is unchanged: not every source was read to its end.", "{0} 没有变化：不是每个来源都读到了结尾。"),
    ("{}: part of the program was not recorded: {}.", "{0}：程序有一部分没有记录到：{1}。"),
    ("{}: nothing was recorded: the log has no events.", "{0}：什么也没有记录到：日志里没有事件。"),
    ("{}: removed: {}", "{0}：已删除：{1}"), ("{}: no longer occurs: {}", "{0}：不再出现：{1}"),
    ("{}: --update-baseline removes what no longer occurs.", "{0}：--update-baseline 会删除不再出现的。"),
    ("{} is of version 1: --update-baseline converts it.", "{0} 是版本 1：--update-baseline 会转换它。"),
    ("{} ({} findings)", "{0}（{1} 个发现）"),
    (
      "{}: each rule examines 20,000 occurrences; {} more were not examined.", "{0}：每条规则检查 20,000 处；还有 {1} 处没有检查。"
    ),
    ("{} may be {}: name the folder of its module under paths in {}.", "{0} 可能是 {1}：请在 {2} 的 paths 里给出它的模块所在的文件夹。"),
    (
      "{}: {} event is of a kind that this version does not know ({}), and no rule considered it.",
      "{0}：有 {1} 个事件的种类是这个版本不认识的（{2}），没有规则考虑过它。"
    ),
    (
      "{}: {} events are of a kind that this version does not know ({}), and no rule considered them.",
      "{0}：有 {1} 个事件的种类是这个版本不认识的（{2}），没有规则考虑过它们。"
    ),
  ]

  private static let settings: [(String, String)] = [
    ("{}: not valid YAML: {}.", "{0}：不是有效的 YAML：{1}。"),
    ("{}: expected at most 40,000 keys and values, and 4 MiB.", "{0}：最多应有 40,000 个键和值，且不超过 4 MiB。"),
    ("{}: expected each key once, found {} more than once.", "{0}：每个键应只出现一次，{1} 出现了多次。"),
    ("{}: expected a folder, relative to this file; there is no {}.", "{0}：应为文件夹，相对于这个文件；{1} 不存在。"),
    ("{}: expected {}, found {}; did you mean '{}'?", "{0}：应为 {1}，却是 {2}；是不是 '{3}'？"),
    ("{}: expected {}, found {}.", "{0}：应为 {1}，却是 {2}。"), ("{}: expected {}.", "{0}：应为 {1}。"),
    ("{}: unknown setting '{}'; did you mean '{}'?", "{0}：没有设置项 '{1}'；是不是 '{2}'？"),
    ("{}: unknown setting '{}'; expected one of {}.", "{0}：没有设置项 '{1}'；应为 {2} 之一。"),
    ("{}: unknown command '{}'; did you mean '{}'?", "{0}：没有命令 '{1}'；是不是 '{2}'？"),
    ("{}: unknown command '{}'; expected one of {}.", "{0}：没有命令 '{1}'；应为 {2} 之一。"),
    ("{}: unknown key '{}'; did you mean '{}'?", "{0}：没有键 '{1}'；是不是 '{2}'？"),
    ("{}: unknown key '{}'; expected one of {}.", "{0}：没有键 '{1}'；应为 {2} 之一。"),
    ("{}: unknown rule '{}'; did you mean '{}'?", "{0}：没有规则 '{1}'；是不是 '{2}'？"),
    ("{}: unknown rule '{}'; expected one of {}.", "{0}：没有规则 '{1}'；应为 {2} 之一。"),
    (
      "no configuration file: expected HOME or an absolute XDG_CONFIG_HOME, found neither.",
      "没有配置文件：应设置 HOME 或绝对路径的 XDG_CONFIG_HOME，两者都没有。"
    ),
    ("nothing", "空"), ("a mapping", "映射"), ("a list", "列表"), ("an alias", "别名"), ("true or false", "true 或 false"),
    ("settings, such as theme: light", "设置，例如 theme: light"), ("a name", "名字"),
    ("the name of a key, or a list of names", "键名，或者键名的列表"), ("the name of a key, or [] for none", "键名，或者用 [] 表示没有"),
    ("at least one key for 'quit'", "'quit' 至少有一个键"), ("none", "没有"),
    ("commands and their keys, such as quit: Q", "命令和它们的键，例如 quit: Q"), ("rules and their severities", "规则和它们的级别"),
    ("rules and their thresholds", "规则和它们的阈值"), ("a list of exceptions", "例外的列表"),
    ("modules and their folders", "模块和它们的文件夹"),
    ("a folder, relative to this file", "文件夹，相对于这个文件"), ("error, warning, note or off", "error、warning、note 或 off"),
  ]

  /// The reasons of the operating system that a command can meet.
  private static let reasons: [(String, String)] = [
    ("No such file or directory", "没有这个文件或文件夹"), ("Permission denied", "没有权限"), ("Is a directory", "是文件夹"),
    ("Not a directory", "不是文件夹"), ("No space left on device", "磁盘已满"), ("Read-only file system", "文件系统只读"),
    ("File exists", "文件已存在"), ("Operation not permitted", "不允许此操作"), ("Too many open files", "打开的文件过多"),
    ("Exec format error", "可执行文件格式错误"), ("Bad file descriptor", "文件描述符无效"), ("Input/output error", "输入输出错误"),
    ("Text file busy", "文件正在使用"), ("File name too long", "文件名过长"), ("Disk quota exceeded", "超出磁盘配额"),
    ("Too many levels of symbolic links", "符号链接层数过多"), ("Argument list too long", "参数列表过长"),
  ]
}
