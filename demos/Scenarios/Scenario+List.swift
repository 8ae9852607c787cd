// The scenarios written for `PromiseScope`, from simple to rich: their names and descriptions. Does not run them.

import PlainText

extension Scenario {
  /// The scenarios that import `PromiseScope`, the flagship first.
  package static let inPromiseScope: [Scenario] = [
    Scenario(
      name: "list-loader",
      summary: Text(
        "A list screen shows its cached list first, then the server's page, and saves the merged list.",
        "列表界面先显示缓存的列表，再显示服务器返回的一页，最后保存合并后的列表。"),
      options: ScenarioOption.ofLists, file: "Scenarios/ListLoader/ListLoader.swift", flow: .listLoader),
    Scenario(
      name: "list-loader-task",
      summary: Text(
        "The same list as one task of steps, with a monitor that delivers the cached list and pauses the task once.",
        "同一个列表，写成由若干步骤组成的一个任务；监视器交付缓存的列表，并把任务暂停一次。"),
      options: ScenarioOption.ofLists, file: "Scenarios/ListLoader/ListLoaderTask.swift",
      flow: .listLoaderTask),
    Scenario(
      name: "one",
      summary: Text(
        "One promise: pending, then fulfilled; only then does its handler run.", "一个 Promise：先待定，再兑现，然后它的处理函数才运行。"),
      file: "Scenarios/One.swift", flow: .one),
    Scenario(
      name: "chain",
      summary: Text(
        "The same three steps for two users: values flow down one chain, an error down the other.",
        "两个用户走同样的三个步骤：值沿着一条链往下流，错误沿着另一条往下流。"),
      file: "Scenarios/Chain.swift", flow: .chain),
    Scenario(
      name: "error-paths",
      summary: Text(
        "Four errors: passed on by catch, replaced by recover, thrown by a handler, and thrown again.",
        "四个错误：被 catch 传递、被 recover 替换、由处理函数抛出、被重新抛出。"),
      file: "Scenarios/ErrorPaths.swift", flow: .errorPaths),
    Scenario(
      name: "five-situations",
      summary: Text(
        "One, a series, all, the first, and a mixture: five ways to combine the same requests.",
        "一个、串行、全部、最快、混合：组合同样请求的五种方式。"),
      file: "Scenarios/FiveSituations.swift", flow: .fiveSituations),
    Scenario(
      name: "serial",
      summary: Text(
        "Three steps in a row; each starts when the previous one has its value.", "三个步骤依次进行；前一步有了值，后一步才开始。"),
      file: "Scenarios/Serial.swift", flow: .serial),
    Scenario(
      name: "parallel-all",
      summary: Text("Three requests at once; the result is complete when the slowest is.", "同时发出三个请求；最慢的一个完成时，结果才齐全。"),
      file: "Scenarios/ParallelAll.swift", flow: .parallelAll),
    Scenario(
      name: "parallel-one",
      summary: Text("Three mirrors at once; the fastest wins, and the losers keep running.", "同时请求三个镜像；最快的胜出，落败的仍在继续。"),
      file: "Scenarios/ParallelOne.swift", flow: .parallelOne),
    Scenario(
      name: "serial-parallel",
      summary: Text("One step, then three at once, then one that needs all of them.", "先做一步，再同时做三步，最后一步需要这三步的全部结果。"),
      file: "Scenarios/SerialParallel.swift", flow: .serialParallel),
    Scenario(
      name: "combinators",
      summary: Text(
        "The same three mirrors for race, any, all, and allSettled.", "同样的三个镜像，分别交给 race、any、all 和 allSettled。"),
      file: "Scenarios/Combinators.swift", flow: .combinators),
    Scenario(
      name: "any-of-them",
      summary: Text(
        "Google's any waits for every photo, and has a value or an error for each.", "Google 的 any 等齐每张照片，每张各有一个值或一个错误。"
      ),
      file: "Scenarios/AnyOfThem.swift", flow: .anyOfThem),
    Scenario(
      name: "add-up",
      summary: Text(
        "reduce asks for one price at a time; delay holds back a value, but no error.",
        "reduce 一次只取一个价格；delay 推迟值，但不推迟错误。"),
      file: "Scenarios/AddUp.swift", flow: .addUp),
    Scenario(
      name: "lazy-creation",
      summary: Text(
        "A promise that starts at once, and one that starts when something waits for it.",
        "一个 Promise 立即开始，另一个有人等待时才开始。"),
      file: "Scenarios/LazyCreation.swift", flow: .lazyCreation),
    Scenario(
      name: "await",
      summary: Text(
        "An async body that waits for three promises in straight lines.", "一个 async 函数体，像同步代码一样逐行等待三个 Promise。"),
      file: "Scenarios/Await.swift", flow: .await),
    Scenario(
      name: "contacts-avatars",
      summary: Text(
        "A user, then the contacts, then all avatars at once; a missing one is replaced by a placeholder.",
        "先取用户，再取联系人，然后同时取所有头像；缺少的头像用占位图代替。"),
      options: [.seed], file: "Scenarios/ContactsAvatars.swift", flow: .contactsAvatars),
    Scenario(
      name: "login-contacts",
      summary: Text(
        "Login, token, contacts: three nested callbacks beside the same three steps as a chain.",
        "登录、令牌、联系人：三层嵌套的回调，和写成一条链的同样三步。"),
      options: [.fails], file: "Scenarios/LoginContacts.swift", flow: .loginContacts),
    Scenario(
      name: "comments",
      summary: Text(
        "A post, then its comments, with a handler for each side; one post has comments, one has none.",
        "先取文章，再取评论，两种结果各有一个处理函数；一篇有评论，一篇没有。"),
      file: "Scenarios/Comments.swift", flow: .comments),
    Scenario(
      name: "cancel",
      summary: Text(
        "Three ways to stop work: a person, a deadline, and a screen that closed.", "停止工作的三种方式：用户取消、到达期限、界面关闭。"),
      file: "Scenarios/Cancel.swift", flow: .cancel),
    Scenario(
      name: "retry",
      summary: Text(
        "A request that succeeds at the third attempt, and one that is not worth a second.", "一个请求在第三次尝试时成功，另一个不值得再试。"),
      file: "Scenarios/Retry.swift", flow: .retrying),
    Scenario(
      name: "race-with-timeout",
      summary: Text("An answer that is faster than the clock, and one that is not.", "一个答复比时钟快，另一个比时钟慢。"),
      file: "Scenarios/RaceWithTimeout.swift", flow: .raceWithTimeout),
    Scenario(
      name: "progress",
      summary: Text(
        "Three downloads report how far they are, and so does the promise that waits for them.",
        "三个下载报告各自的进度，等待它们的 Promise 也报告进度。"),
      file: "Scenarios/Progress.swift", flow: .progress),
    Scenario(
      name: "streams",
      summary: Text(
        "A search field as a stream with flatMap, as a promise, and with await.",
        "同一个搜索框：带 flatMap 的流、Promise，以及 await。"),
      file: "Scenarios/Streams.swift", flow: .streams),
    Scenario(
      name: "retain-cycles",
      summary: Text(
        "Four pages that are closed while they load, and what keeps each of them alive.", "四个页面在加载途中被关闭：各是什么让它们继续存活。"),
      file: "Scenarios/RetainCycles.swift", flow: .retainCycles),
    Scenario(
      name: "google-group",
      summary: Text(
        "Google's dispatch group: its count, observers in order, and an error that is a value.",
        "Google 的 dispatch group：它的计数、按顺序派发的观察者，以及作为值的错误。"),
      group: .insides,
      file: "Scenarios/GoogleGroup.swift", flow: .googleGroup),
    Scenario(
      name: "google-observers",
      summary: Text(
        "One pending promise and its observers, called in registration order, the late one as well.",
        "一个待定的 Promise 和它的观察者：按登记的顺序调用，迟到的也不例外。"),
      group: .insides,
      file: "Scenarios/GoogleObservers.swift", flow: .googleObservers),
    Scenario(
      name: "million",
      summary: Text(
        "A hotel with a million promises, whose guests come and go all the time.", "一家住着一百万个 Promise 的旅馆，客人来来往往，从不间断。"),
      options: [.count], file: "Scenarios/Million.swift", keepsEveryEvent: true, flow: .million),
  ]
}

extension ScenarioOption {
  /// The options of the two list loaders.
  fileprivate static let ofLists: Set<ScenarioOption> = [.policy, .direction, .latency, .failure, .cache, .seed]
}
