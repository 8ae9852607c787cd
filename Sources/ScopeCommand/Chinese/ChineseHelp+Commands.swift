// The sentences of the help about commands, in Chinese. Owns these texts.

extension ChineseHelp {
  static let commands: [(String, String)] = [
    ("Shows what promises do: each chain as a live tree, drawn from its events.", "显示 Promise 在做什么：每条链是一棵实时的树，由事件画成。"),
    (
      "SOURCE is the name of a scenario (pscope list shows them), a log file, a folder of logs, or - for a log on standard input.",
      "SOURCE 是场景名（`pscope list` 列出它们）、日志文件、日志文件夹，或者 -，表示从标准输入读日志。"
    ),
    (
      "Exit codes: 0 done, 1 findings or a failed scenario, 2 input or settings that can't be read, 3 done but events were lost, 64 invalid arguments, 128 + N ended by signal N (Ctrl-C: 130).",
      "退出码：0 完成，1 有发现或场景失败，2 输入或设置无法读取，3 完成但丢失了事件，64 参数无效，128 + N 被信号 N 终止（Ctrl-C：130）。"
    ),
    ("A scenario takes the options that 'pscope demo --help' lists.", "场景接受 `pscope demo --help` 列出的选项。"),
    ("Runs a scenario and shows its promises live.", "运行一个场景，实时显示它的 Promise。"),
    (
      "If standard output is not a terminal, the final tree is printed as text; with --lesson, the story.",
      "标准输出不是终端时，把最终的树打印成文本；加上 --lesson 则打印故事。"
    ),
    ("Lists the scenarios and what each one shows.", "列出场景，以及每个场景展示什么。"),
    (
      "A chain with a fault is named after the rule that finds it, and its repaired version RULE-fixed. In a terminal, each group of scenarios has a heading.",
      "有毛病的链以发现它的规则命名，改好的版本叫 RULE-fixed。在终端里，每组场景有一个标题。"
    ),
    ("Opens a log on the screen, or follows a log that a program is writing.", "在屏幕上打开日志，或者跟随程序正在写的日志。"),
    (
      "Of a folder, the newest log is opened, and F shows the others. Of two sources, the second one is opened and compared with the first: V shows both runs side by side, and B the first one itself. With -, the log is read from standard input and keys from the terminal. If standard output is not a terminal, the final tree is printed as text.",
      "给出文件夹时，打开其中最新的日志，按 F 看其余的。给出两个来源时，打开第二个并与第一个比较：V 并排显示两次运行，B 显示第一次。用 - 时，日志从标准输入读，按键从终端读。标准输出不是终端时，把最终的树打印成文本。"
    ),
    ("Writes a source as a log, or in a format that another tool reads.", "把来源写成日志，或者写成其他工具能读的格式。"),
    ("Formats (docs/exports.md shows a sample of each, and how to open it):", "格式（docs/exports.zh.md 有每种格式的样例和打开方法）："),
    ("  ndjson    the log itself, one event per line", "  ndjson    日志本身，每行一个事件"),
    ("  text      the final tree as text", "  text      最终的树，文本"),
    ("  json      one object with all promises, for jq", "  json      一个含有所有 Promise 的对象，给 jq"),
    ("  perfetto  a trace for ui.perfetto.dev and its SQL, in binary", "  perfetto  给 ui.perfetto.dev 及其 SQL 的跟踪，二进制"),
    ("  otlp      spans for OpenTelemetry, as OTLP/JSON", "  otlp      给 OpenTelemetry 的 span，OTLP/JSON"),
    ("  dot       a graph for Graphviz", "  dot       给 Graphviz 的图"),
    (
      "  mermaid   a diagram for Markdown: flowchart, sequence, gantt",
      "  mermaid   给 Markdown 的图：flowchart、sequence、gantt"
    ),
    ("  html      one page for a browser: tree, timeline, reasons, time travel", "  html      给浏览器的一个页面：树、时间线、原因、时间旅行"),
    ("  svg       one picture of the tree and the timeline", "  svg       树和时间线的一幅图"),
    ("  csv       one line per promise, for a spreadsheet or DuckDB", "  csv       每个 Promise 一行，给电子表格或 DuckDB"),
    ("  story     the run in plain words, one sentence per line", "  story     用文字讲述这次运行，每行一句"),
    ("  cast      the screen playing the log, for asciinema players", "  cast      屏幕播放日志的录像，给 asciinema 播放器"),
    (
      "The output file appears only once it is complete. Ctrl-C ends an export; the events read so far are still written, unless they would replace the log itself.",
      "输出文件只在写完之后才出现。Ctrl-C 结束导出；已读到的事件仍会写出，除非这会替换日志本身。"
    ),
    (
      "Reports what is wrong: hangs, lost errors, slow handlers, with their call sites.",
      "报告问题：卡住、丢失的错误、缓慢的处理函数，以及它们的调用点。"
    ),
    (
      "Prints one line per finding, file:line: severity: sentence [rule], and a hint below it. Severities, thresholds and exceptions come from promisescope.yml in the working directory or the nearest folder above it.",
      "每个发现打印一行：文件、行号、级别、句子 [规则]，下面是提示。级别、阈值和例外来自工作目录或最近上级文件夹里的 promisescope.yml。"
    ),
    (
      "Paths are those in the repository, Sources/App/Loader.swift, where the file is found. A comment // pscope:ignore RULE REASON beside a call site excuses its finding.",
      "能找到文件时，路径是仓库里的路径，例如 Sources/App/Loader.swift。在调用点旁写注释 // pscope:ignore RULE REASON，可以放过它的发现。"
    ),
    (
      "Exit codes: 0 nothing found, 1 a finding at or above --fail-on, 2 a source can't be read, 3 events were lost or not examined, a part of the program was not recorded, or the log is damaged, 128 + N ended by signal N (Ctrl-C: 130).",
      "退出码：0 没有发现，1 有达到 --fail-on 的发现，2 有来源无法读取，3 丢失或没有检查某些事件，程序有一部分没有记录到，或者日志有损坏，128 + N 被信号 N 终止（Ctrl-C：130）。"
    ),
    (
      "A lesson can also be a file of your own, as the documentation of the lessons describes. --check proves every question and every note of a lesson by its run, and prints a sentence for each that does not hold, and if no question comes within five steps.",
      "课程也可以是你自己写的文件，写法见课程的文档。--check 用课程的运行验证它的每个问题和每条说明，不成立的各打印一句话；前五步之内没有提问时也会指出。"
    ),
    ("Says why a promise is pending, rejected, canceled, or late.", "说明一个 Promise 为什么待定、被拒绝、被取消或者迟到。"),
    (
      "PROMISE is its number, such as 12 or #12, its label, or, without one, its operator. A scenario takes the options that 'pscope demo --help' lists.",
      "PROMISE 是它的编号，例如 12 或 #12，或者它的标签；没有标签时也可以是操作符。场景接受 `pscope demo --help` 列出的选项。"
    ),
    ("Shows where the time went: call sites, slowest promises, critical path.", "显示时间花在哪里：调用点、最慢的 Promise、关键路径。"),
    ("Compares two runs: call sites that appeared, became slower, or began to reject.", "比较两次运行：新出现的、变慢的、开始拒绝的调用点。"),
    (
      "Call sites match by file, function and operator, so that edits elsewhere in a file do not matter. Severities, thresholds and exceptions of findings come from promisescope.yml.",
      "调用点按文件、函数和操作符对应，所以文件里别处的改动没有影响。发现的级别、阈值和例外来自 promisescope.yml。"
    ),
    (
      "--fail-on takes slower=FACTOR, maximum=FACTOR, promises=FACTOR, rejections, hangs, or findings; several are separated by commas.",
      "--fail-on 接受 slower=FACTOR、maximum=FACTOR、promises=FACTOR、rejections、hangs 或 findings；多个之间用逗号分隔。"
    ),
    (
      "Exit codes: 0 within the budgets, 1 a budget is exceeded, 2 a source can't be read, 3 events were lost or the log is damaged, 128 + N ended by signal N (Ctrl-C: 130).",
      "退出码：0 没有超出限额，1 超出限额，2 有来源无法读取，3 丢失事件或日志有损坏，128 + N 被信号 N 终止（Ctrl-C：130）。"
    ),
    (
      "Runs a program, such as an unchanged Node program, and shows its promises live.",
      "运行一个程序，例如未改动的 Node 程序，实时显示它的 Promise。"
    ),
    (
      "What the program prints is in the pane that O opens. Its standard input is that of the command. If that is the terminal, i opens a line in which keys go to the program, until Esc. Ctrl-C always reaches the program. q closes the screen; while the program runs, a second q ends it, and a third one kills it. r runs the program again, and the run before stays one key away. If standard output is not a terminal, this is pscope record.",
      "程序的输出在 O 打开的面板里。它的标准输入就是本命令的标准输入；如果那是终端，按 i 打开一行，其中的按键都交给程序，直到 Esc。Ctrl-C 总会到达程序。q 关闭屏幕；程序还在运行时，第二个 q 请它结束，第三个强行终止。r 重新运行程序，上一次运行仍然一键可达。标准输出不是终端时，等同于 pscope record。"
    ),
    (
      "Exit codes: those of the program, 128 + N if signal N ended it; 125 if it can't be recorded, 126 if it can't be started, 127 if there is no such program.",
      "退出码：程序自己的；被信号 N 终止时是 128 + N；无法记录时是 125，无法启动时是 126，没有这个程序时是 127。"
    ),
    (
      "Runs a program, such as an unchanged Node program, and records its promises.",
      "运行一个程序，例如未改动的 Node 程序，记录它的 Promise。"
    ),
    (
      "The program has the terminal, the signals, the working folder, and the exit code of its own. FILE is the log; other processes that the program starts, and worker threads, write theirs beside it, with their process ID in the name. If FILE is a folder, or ends with a slash, every process writes its log there.",
      "程序有自己的终端、信号、工作文件夹和退出码。FILE 是日志；程序启动的其他进程和工作线程把日志写在它旁边，名字里带有进程 ID。FILE 是文件夹或以斜杠结尾时，每个进程都把日志写在那里。"
    ),
    ("Judges a log by every rule of its format, for programs that write logs.", "按日志格式的每条规则检查日志，供写日志的程序使用。"),
    (
      "Prints one line per fault, log:line: sentence [rule]. docs/event-log.md lists the rules. pscope check reports what is wrong with the promises instead, and tolerates what lint reports.",
      "每个错误打印一行：日志、行号、句子 [规则]。docs/event-log.zh.md 列出这些规则。`pscope check` 报告的是 Promise 的问题，并容忍 lint 报告的错误。"
    ),
    ("Exit codes: 0 no fault, 1 a fault, 2 a log can't be read.", "退出码：0 没有错误，1 有错误，2 有日志无法读取。"),
    ("Lists the lessons, or runs one.", "列出课程，或者上一课。"),
    (
      "Without a name, prints one lesson per line, ordered so that each follows the lessons it builds on. A lesson asks before it shows: a digit answers, Right steps, and Left steps back. If standard output is not a terminal, its story is printed as text.",
      "不给名字时，每行打印一课，每课都排在它的先修课之后。课程先提问，再演示：数字键回答，Right 前进，Left 后退。标准输出不是终端时，把故事打印成文本。"
    ),
    (
      "--export writes a page to print or to hand out: HTML or Markdown, by the file's suffix. --log writes the lesson's run, which students open with 'pscope view FILE --lesson'.",
      "--export 写出可打印、可分发的页面：按文件后缀是 HTML 或 Markdown。--log 写出这一课的运行，学生用 `pscope view FILE --lesson` 打开。"
    ),
    ("Lists exercises, or gives you a small broken program to mend.", "列出练习，或者给你一个有毛病的小程序来改。"),
    (
      "Without a name, prints the exercises, marks those that are solved, and proposes the next one. With a name, writes the program to the folder NAME, unless it is there already, and shows its promises. It runs whenever you save it, until nothing is found anymore and the program does its job. M gives a hint, and J goes on to the next exercise.",
      "不给名字时，打印练习，标出已解决的，并建议下一个。给出名字时，把程序写进文件夹 NAME（已有则不写），显示它的 Promise。每次保存它都会重新运行，直到再没有发现，程序也完成了该做的事。M 给出线索，J 进入下一道练习。"
    ),
    (
      "If standard output is not a terminal, the program runs once, and its tree and what is still wrong are printed.",
      "标准输出不是终端时，程序只运行一次，打印出它的树和还有的问题。"
    ),
    (
      "Exit codes: 0 done, 1 not solved (without a terminal), 2 a folder can't be written, 127 there is neither Node nor a Swift toolchain.",
      "退出码：0 完成，1 没有解决（没有终端时），2 文件夹无法写入，127 没有 Node 或 Swift 工具链。"
    ),
    ("Prints the settings of the screen, and where each of them comes from.", "打印屏幕的设置，以及每一项的来源。"),
    (
      "The output is a valid configuration file: save it with `pscope config > FILE`, and change what you like. Options on the command line override the file.",
      "输出就是有效的配置文件：用 `pscope config > FILE` 保存，再按需修改。命令行选项优先于文件。"
    ),
    ("Show subcommand help information.", "显示子命令的帮助。"),
  ]
}
