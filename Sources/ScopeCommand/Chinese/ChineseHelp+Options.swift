// The sentences of the help about arguments and options, in Chinese. Owns these texts.

extension ChineseHelp {
  static let options: [(String, String)] = [
    ("Show the version.", "显示版本。"),
    (
      "With --lesson, write the lesson as a page instead: HTML, or Markdown for a name in .md.",
      "与 --lesson 一起用：改为把课程写成一页 HTML；文件名以 .md 结尾时写成 Markdown。"
    ),
    ("Let the work with this label take 2 s longer.", "让带这个标签的工作多用 2 s。"),
    ("Let the work with this label take only a tenth of its time.", "让带这个标签的工作只用十分之一的时间。"),
    ("Let the work with this label fail.", "让带这个标签的工作失败。"),
    (
      "Embed the sources of the call sites in the log, so that it shows them on any machine.",
      "把调用点的源代码存进日志，让它在任何机器上都能显示代码。"
    ),
    ("The name of a lesson, or its file.", "课程名，或者课程文件。"),
    (
      "Check the lesson's questions and notes against its run instead of showing it.",
      "不显示课程，而是用它的运行检查其中的问题和说明。"
    ),
    ("With --log, embed the sources, so that students see the code.", "与 --log 一起用：存入源代码，让学生看得到代码。"),
    ("Write the result as JSON once the end of the lesson is reached.", "课程结束时把成绩写成 JSON。"),
    ("Show help information.", "显示帮助。"),
    ("The name of a scenario; pscope list shows all of them.", "场景名；`pscope list` 列出所有场景。"),
    ("Draw with ASCII characters only.", "只用 ASCII 字符绘制。"),
    ("The color theme: {}. (default: chosen for the terminal)", "配色：{0}。（默认：按终端选择）"),
    ("The number of colors: 8, 16, 256 or true. (default: chosen for the terminal)", "颜色数：8、16、256 或 true。（默认：按终端选择）"),
    ("The language of the screen: en or zh. (default: that of the locale)", "屏幕的语言：en 或 zh。（默认：区域设置的语言）"),
    ("React to the mouse; selecting text then needs Shift. (default: --mouse)", "响应鼠标；这时选择文本要按住 Shift。（默认：--mouse）"),
    ("Where to open the run: at its start, to play or step through it, or at its end.", "在哪里打开这次运行：开头，以便播放或单步；或者结尾。"),
    (
      "Play the run as a lesson: step by step, in words, with questions about what happens next.",
      "把这次运行当作一课来上：一步一步，用文字讲述，并提问接下来会发生什么。"
    ),
    ("With --lesson, tell the story without asking questions.", "与 --lesson 一起用：只讲述，不提问。"),
    ("Hide times and secondary columns, for a projector.", "隐藏时间和次要的列，适合投影。"),
    (
      "A folder that contains the source of the program; can be repeated. (default: the folders of the log and the current one)",
      "含有程序源代码的文件夹；可以重复。（默认：日志所在的文件夹和当前文件夹）"
    ),
    (
      "Print the screen, as plain text or with colors, and exit; works without a terminal.",
      "把屏幕打印成纯文本或彩色文本，然后退出；不需要终端。"
    ),
    ("With --frame: the screen size. (default: 80x24)", "与 --frame 一起用：屏幕大小。（默认：80x24）"),
    (
      "With --frame: keys to press before printing, separated by spaces, such as 'e w Down Enter Space Esc C-d F1'.",
      "与 --frame 一起用：打印之前按的键，用空格分隔，例如 'e w Down Enter Space Esc C-d F1'。"
    ),
    ("The language: en or zh. (default: that of the locale)", "语言：en 或 zh。（默认：区域设置的语言）"),
    (
      "The name of a scenario, a log file, a folder of logs, or - for standard input; of two, the screen compares the runs.",
      "场景名、日志文件、日志文件夹，或者 -，表示标准输入；给出两个时，屏幕比较两次运行。"
    ),
    (
      "Wait for more events at the end of the log, and for the file itself, or a log in the folder, if there is none yet.",
      "在日志末尾等待更多事件；文件或文件夹里还没有日志时，也等待它出现。"
    ),
    (
      "The name of a scenario, a log file, a folder with the logs of one run, or - for standard input.",
      "场景名、日志文件、含有一次运行的日志的文件夹，或者 -，表示标准输入。"
    ),
    ("The output format. (default: ndjson)", "输出格式。（默认：ndjson）"),
    ("The output format.", "输出格式。"),
    ("The output file; - is standard output.", "输出文件；- 表示标准输出。"),
    ("mermaid: the kind of diagram.", "mermaid：图的种类。"),
    ("Draw text with ASCII characters only.", "文本只用 ASCII 字符绘制。"),
    (
      "Only the promises that have findings, and what they depend on; as text, the findings first.",
      "只要有发现的 Promise 和它们所依赖的；文本格式里发现在最前面。"
    ),
    (
      "Only this promise (number or label) and its descendants; event formats also include its dependencies.",
      "只要这个 Promise（编号或标签）和它的后代；事件格式还包含它的依赖。"
    ),
    (
      "Replace labels, values, errors, notes, and the command line by stand-ins, so that the result can be handed to someone.",
      "用替代文字换掉标签、值、错误、注记和命令行，以便把结果交给别人。"
    ),
    (
      "The language of stories, pages and pictures: en or zh. (default: en, which the reader of a page can change; for a story, that of the locale)",
      "故事、页面和图的语言：en 或 zh。（默认：en，页面的读者可以切换；故事则用区域设置的语言）"
    ),
    ("With --format cast: the screen size. (default: 100x30)", "与 --format cast 一起用：屏幕大小。（默认：100x30）"),
    (
      "cast: how many times as fast as the program. (default: scaled to 5 to 60 seconds)",
      "cast：是程序速度的多少倍。（默认：缩放到 5 到 60 秒）"
    ),
    ("cast: the longest time in which nothing happens, in seconds. (default: 2)", "cast：什么也不发生的最长时间，以秒计。（默认：2）"),
    ("cast: the color theme: {}. (default: dark)", "cast：配色：{0}。（默认：dark）"),
    (
      "cast: keys to press at the end, one per second, separated by blanks, such as 'e w Down'.",
      "cast：结尾时按的键，每秒一个，用空格分隔，例如 'e w Down'。"
    ),
    (
      "Names of scenarios, log files, folders of logs (*.ndjson, *.ndjson.gz), or - for standard input.",
      "场景名、日志文件、日志文件夹（*.ndjson、*.ndjson.gz），或者 -，表示标准输入。"
    ),
    ("The least severity that fails the check.", "让检查失败的最低级别。"),
    ("The settings. (default: the nearest promisescope.yml)", "设置文件。（默认：最近的 promisescope.yml）"),
    ("Report only findings that this file does not contain.", "只报告这个文件里没有的发现。"),
    ("Remove the entries from the baseline whose findings no longer occur.", "从基线里删除不再出现的发现。"),
    ("Write every finding to this baseline file and report nothing.", "把所有发现写进这个基线文件，不报告任何东西。"),
    (
      "The output file; - is standard output. FORMAT=FILE writes a further report, such as sarif=results.sarif; any number of them.",
      "输出文件；- 表示标准输出。FORMAT=FILE 再写一份报告，例如 sarif=results.sarif；可以有任意多份。"
    ),
    ("The number of the promise, or its label.", "Promise 的编号或标签。"),
    (
      "The first run: the name of a scenario, a log file, a folder with one log, or - for standard input.",
      "第一次运行：场景名、日志文件、含有一个日志的文件夹，或者 -，表示标准输入。"
    ),
    ("The second run; with a baseline, there is only one.", "第二次运行；有基线时只有一次。"),
    ("What the second run may not exceed, such as slower=1.5,rejections.", "第二次运行不得超出的限额，例如 slower=1.5,rejections。"),
    ("Compare the run with the one in this file.", "与这个文件里的运行比较。"),
    ("Write the run to this baseline file and compare nothing.", "把这次运行写进这个基线文件，不做比较。"),
    ("Keep the log in this file, or the logs in this folder.", "把日志保留在这个文件里，或者把多个日志保留在这个文件夹里。"),
    (
      "What records the program: node, swift (our library, which it contains), or a .cjs file that Node loads first. (default: chosen by the command)",
      "由什么记录程序：node、swift（程序所含的本库），或者 Node 首先加载的 .cjs 文件。（默认：由命令决定）"
    ),
    (
      "How much of values and errors is recorded: preview, type, or off. (default: chosen by the adapter)",
      "值和错误记录多少：preview、type 或 off。（默认：由适配器决定）"
    ),
    (
      "Whose call sites are recorded: all promises, as many as take 5 % of the time, or none. (default: sampled)",
      "记录哪些调用点：全部、占用 5 % 时间的那么多，或者不记录。（默认：sampled）"
    ),
    ("Record the promises of packages (node_modules), too.", "也记录包（node_modules）的 Promise。"),
    ("Replace the output file also if it is not a log.", "输出文件不是日志也替换。"),
    ("The command, after --.", "命令，写在 -- 之后。"),
    ("The log, or a folder for logs.", "日志，或者放日志的文件夹。"),
    (
      "Log files, folders of logs (*.ndjson, *.ndjson.gz), or - for standard input.",
      "日志文件、日志文件夹（*.ndjson、*.ndjson.gz），或者 -，表示标准输入。"
    ),
    ("The name of a lesson.", "课程名。"),
    ("Narrate only, and ask nothing.", "只讲述，不提问。"),
    ("Write the lesson as a page: HTML, or Markdown for a name in .md.", "把课程写成页面：HTML，或者名字以 .md 结尾时写成 Markdown。"),
    ("Write the lesson's run as a log.", "把这一课的运行写成日志。"),
    ("The name of an exercise.", "练习名。"),
    (
      "What the program runs in: node (JavaScript) or swift. (default: that of your file, or node if it is installed)",
      "程序用什么运行：node（JavaScript）或 swift。（默认：与你的文件一致，没有文件时用 node，如果已安装）"
    ),
    ("Print the next hint, and run nothing.", "打印下一条线索，不运行。"),
    ("Start over: your file gets another name, and the broken program takes its place.", "重新开始：你的文件改名，有毛病的程序取代它。"),
    ("Print only the path of the configuration file, which need not exist.", "只打印配置文件的路径，文件不必存在。"),
  ]

  static let scenarios: [(String, String)] = [
    (
      "Run at once on a virtual clock with scripted parts; the events are the same each time, byte for byte.",
      "在虚拟时钟上立即运行，部件按脚本行事；每次的事件逐字节相同。"
    ),
    ("The seed of the scenario's random choices.", "场景随机选择的种子。"),
    ("The speed of a live run: 2 is twice as fast.", "实时运行的速度：2 表示快一倍。"),
    ("How much to record of values and errors.", "值和错误记录多少。"),
    ("Cancel the scenario after some seconds, as a user would.", "若干秒之后取消场景，就像用户那样。"),
    ("list-loader: the source of the list. (default: local-then-remote)", "list-loader：列表的来源。（默认：local-then-remote）"),
    ("list-loader: refresh the list, or load more. (default: refresh)", "list-loader：刷新列表，或者加载更多。（默认：refresh）"),
    ("The latency of a server response, in milliseconds.", "服务器响应的延迟，以毫秒计。"),
    ("list-loader: which part fails. (default: none)", "list-loader：哪一部分失败。（默认：none）"),
    ("list-loader: the initial contents of the cache. (default: full)", "list-loader：缓存最初的内容。（默认：full）"),
    ("login-contacts: which step fails. (default: none)", "login-contacts：哪一步失败。（默认：none）"),
    (
      "million: the number of promises alive at once. (default: 1000000; 20 if virtual)",
      "million：同时存活的 Promise 数。（默认：1000000；虚拟时 20）"
    ),
  ]
}
