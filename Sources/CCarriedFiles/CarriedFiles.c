// The files that the command carries. scripts/carry-files wrote this list.

#include "CCarriedFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file0[] = {
#embed "../../Sources/CPromiseRuntime/CallSites.c"
};
static const unsigned char file1[] = {
#embed "../../Sources/CPromiseRuntime/Clock.c"
};
static const unsigned char file2[] = {
#embed "../../Sources/CPromiseRuntime/DispatchHooks.c"
};
static const unsigned char file3[] = {
#embed "../../Sources/CPromiseRuntime/Fork.c"
};
static const unsigned char file4[] = {
#embed "../../Sources/CPromiseRuntime/Locks.c"
};
static const unsigned char file5[] = {
#embed "../../Sources/CPromiseRuntime/RecordingRequest.c"
};
static const unsigned char file6[] = {
#embed "../../Sources/CPromiseRuntime/Signals.c"
};
static const unsigned char file7[] = {
#embed "../../Sources/CPromiseRuntime/SwiftRuntime.c"
};
static const unsigned char file8[] = {
#embed "../../Sources/CPromiseRuntime/ThreadState.c"
};
static const unsigned char file9[] = {
#embed "../../Sources/CPromiseRuntime/WorkCounts.c"
};
static const unsigned char file10[] = {
#embed "../../Sources/CPromiseRuntime/include/CPromiseRuntime.h"
};
static const unsigned char file11[] = {
#embed "../../Sources/CPromiseRuntime/include/CallSites.h"
};
static const unsigned char file12[] = {
#embed "../../Sources/CPromiseRuntime/include/Clock.h"
};
static const unsigned char file13[] = {
#embed "../../Sources/CPromiseRuntime/include/DispatchHooks.h"
};
static const unsigned char file14[] = {
#embed "../../Sources/CPromiseRuntime/include/Fork.h"
};
static const unsigned char file15[] = {
#embed "../../Sources/CPromiseRuntime/include/Locks.h"
};
static const unsigned char file16[] = {
#embed "../../Sources/CPromiseRuntime/include/RecordingRequest.h"
};
static const unsigned char file17[] = {
#embed "../../Sources/CPromiseRuntime/include/Signals.h"
};
static const unsigned char file18[] = {
#embed "../../Sources/CPromiseRuntime/include/SwiftRuntime.h"
};
static const unsigned char file19[] = {
#embed "../../Sources/CPromiseRuntime/include/ThreadState.h"
};
static const unsigned char file20[] = {
#embed "../../Sources/CPromiseRuntime/include/WorkCounts.h"
};
static const unsigned char file21[] = {
#embed "../../Sources/PlainText/DisplayWidth.swift"
};
static const unsigned char file22[] = {
#embed "../../Sources/PlainText/DurationText.swift"
};
static const unsigned char file23[] = {
#embed "../../Sources/PlainText/Escaping.swift"
};
static const unsigned char file24[] = {
#embed "../../Sources/PlainText/Glyph.swift"
};
static const unsigned char file25[] = {
#embed "../../Sources/PlainText/Language.swift"
};
static const unsigned char file26[] = {
#embed "../../Sources/PlainText/LineBreaking.swift"
};
static const unsigned char file27[] = {
#embed "../../Sources/PlainText/NumberText.swift"
};
static const unsigned char file28[] = {
#embed "../../Sources/PlainText/Phrase.swift"
};
static const unsigned char file29[] = {
#embed "../../Sources/PlainText/Release.swift"
};
static const unsigned char file30[] = {
#embed "../../Sources/PlainText/ScalarKind.swift"
};
static const unsigned char file31[] = {
#embed "../../Sources/PlainText/ScalarTable.swift"
};
static const unsigned char file32[] = {
#embed "../../Sources/PlainText/TextBytes.swift"
};
static const unsigned char file33[] = {
#embed "../../Sources/PromiseCore/Combining/Combinator.swift"
};
static const unsigned char file34[] = {
#embed "../../Sources/PromiseCore/Combining/CombinedProgress.swift"
};
static const unsigned char file35[] = {
#embed "../../Sources/PromiseCore/Combining/InputRelay.swift"
};
static const unsigned char file36[] = {
#embed "../../Sources/PromiseCore/Combining/LimitedGathering.swift"
};
static const unsigned char file37[] = {
#embed "../../Sources/PromiseCore/Combining/Slots.swift"
};
static const unsigned char file38[] = {
#embed "../../Sources/PromiseCore/Executors/BatchInbox.swift"
};
static const unsigned char file39[] = {
#embed "../../Sources/PromiseCore/Executors/DispatchHop.swift"
};
static const unsigned char file40[] = {
#embed "../../Sources/PromiseCore/Executors/DispatchTimer.swift"
};
static const unsigned char file41[] = {
#embed "../../Sources/PromiseCore/Executors/Executor+Queues.swift"
};
static const unsigned char file42[] = {
#embed "../../Sources/PromiseCore/Executors/Executor.swift"
};
static const unsigned char file43[] = {
#embed "../../Sources/PromiseCore/Executors/ManualExecutor+Occupying.swift"
};
static const unsigned char file44[] = {
#embed "../../Sources/PromiseCore/Executors/ManualExecutor.swift"
};
static const unsigned char file45[] = {
#embed "../../Sources/PromiseCore/Executors/ManualQueue.swift"
};
static const unsigned char file46[] = {
#embed "../../Sources/PromiseCore/Executors/PausableExecutor.swift"
};
static const unsigned char file47[] = {
#embed "../../Sources/PromiseCore/Executors/QueueExecutor+Finding.swift"
};
static const unsigned char file48[] = {
#embed "../../Sources/PromiseCore/Executors/QueueExecutor.swift"
};
static const unsigned char file49[] = {
#embed "../../Sources/PromiseCore/Executors/ReportQueue.swift"
};
static const unsigned char file50[] = {
#embed "../../Sources/PromiseCore/Executors/StandardQueue.swift"
};
static const unsigned char file51[] = {
#embed "../../Sources/PromiseCore/Executors/WeakQueueExecutor.swift"
};
static const unsigned char file52[] = {
#embed "../../Sources/PromiseCore/Lifecycle/AtomicLifecycle.swift"
};
static const unsigned char file53[] = {
#embed "../../Sources/PromiseCore/Lifecycle/Lifecycle+Bits.swift"
};
static const unsigned char file54[] = {
#embed "../../Sources/PromiseCore/Lifecycle/Lifecycle+Cancelling.swift"
};
static const unsigned char file55[] = {
#embed "../../Sources/PromiseCore/Lifecycle/Lifecycle+List.swift"
};
static const unsigned char file56[] = {
#embed "../../Sources/PromiseCore/Lifecycle/Lifecycle+Parent.swift"
};
static const unsigned char file57[] = {
#embed "../../Sources/PromiseCore/Lifecycle/Lifecycle+Settling.swift"
};
static const unsigned char file58[] = {
#embed "../../Sources/PromiseCore/Lifecycle/Lifecycle.swift"
};
static const unsigned char file59[] = {
#embed "../../Sources/PromiseCore/Node/CycleSearch.swift"
};
static const unsigned char file60[] = {
#embed "../../Sources/PromiseCore/Node/Drain.swift"
};
static const unsigned char file61[] = {
#embed "../../Sources/PromiseCore/Node/ExecutorNeed.swift"
};
static const unsigned char file62[] = {
#embed "../../Sources/PromiseCore/Node/GraphWalk.swift"
};
static const unsigned char file63[] = {
#embed "../../Sources/PromiseCore/Node/Nesting.swift"
};
static const unsigned char file64[] = {
#embed "../../Sources/PromiseCore/Node/PromiseNode+Cancelling.swift"
};
static const unsigned char file65[] = {
#embed "../../Sources/PromiseCore/Node/PromiseNode+Clutter.swift"
};
static const unsigned char file66[] = {
#embed "../../Sources/PromiseCore/Node/PromiseNode+Freeing.swift"
};
static const unsigned char file67[] = {
#embed "../../Sources/PromiseCore/Node/PromiseNode+Pausing.swift"
};
static const unsigned char file68[] = {
#embed "../../Sources/PromiseCore/Node/PromiseNode+PendingObjects.swift"
};
static const unsigned char file69[] = {
#embed "../../Sources/PromiseCore/Node/PromiseNode+Reactions.swift"
};
static const unsigned char file70[] = {
#embed "../../Sources/PromiseCore/Node/PromiseNode+Running.swift"
};
static const unsigned char file71[] = {
#embed "../../Sources/PromiseCore/Node/PromiseNode+Settling.swift"
};
static const unsigned char file72[] = {
#embed "../../Sources/PromiseCore/Node/PromiseNode+Starting.swift"
};
static const unsigned char file73[] = {
#embed "../../Sources/PromiseCore/Node/PromiseNode.swift"
};
static const unsigned char file74[] = {
#embed "../../Sources/PromiseCore/Node/Rejection.swift"
};
static const unsigned char file75[] = {
#embed "../../Sources/PromiseCore/Node/StoppedBody.swift"
};
static const unsigned char file76[] = {
#embed "../../Sources/PromiseCore/Promise/CancellationToken.swift"
};
static const unsigned char file77[] = {
#embed "../../Sources/PromiseCore/Promise/Handler.swift"
};
static const unsigned char file78[] = {
#embed "../../Sources/PromiseCore/Promise/HandlerShapes.swift"
};
static const unsigned char file79[] = {
#embed "../../Sources/PromiseCore/Promise/Promise+Adopting.swift"
};
static const unsigned char file80[] = {
#embed "../../Sources/PromiseCore/Promise/Promise+Getting.swift"
};
static const unsigned char file81[] = {
#embed "../../Sources/PromiseCore/Promise/Promise+Observing.swift"
};
static const unsigned char file82[] = {
#embed "../../Sources/PromiseCore/Promise/Promise+Progress.swift"
};
static const unsigned char file83[] = {
#embed "../../Sources/PromiseCore/Promise/Promise+Settling.swift"
};
static const unsigned char file84[] = {
#embed "../../Sources/PromiseCore/Promise/Promise.swift"
};
static const unsigned char file85[] = {
#embed "../../Sources/PromiseCore/Promise/PromiseBody.swift"
};
static const unsigned char file86[] = {
#embed "../../Sources/PromiseCore/Promise/Resolver.swift"
};
static const unsigned char file87[] = {
#embed "../../Sources/PromiseCore/Promise/UncheckedHandler.swift"
};
static const unsigned char file88[] = {
#embed "../../Sources/PromiseScope/Combinators/All.swift"
};
static const unsigned char file89[] = {
#embed "../../Sources/PromiseScope/Combinators/Any.swift"
};
static const unsigned char file90[] = {
#embed "../../Sources/PromiseScope/Combinators/Gathering.swift"
};
static const unsigned char file91[] = {
#embed "../../Sources/PromiseScope/Combinators/Maybe.swift"
};
static const unsigned char file92[] = {
#embed "../../Sources/PromiseScope/Combinators/Race.swift"
};
static const unsigned char file93[] = {
#embed "../../Sources/PromiseScope/Combinators/Retry.swift"
};
static const unsigned char file94[] = {
#embed "../../Sources/PromiseScope/Combinators/Sequences.swift"
};
static const unsigned char file95[] = {
#embed "../../Sources/PromiseScope/Combinators/When+Concurrently.swift"
};
static const unsigned char file96[] = {
#embed "../../Sources/PromiseScope/Combinators/When+Tuples.swift"
};
static const unsigned char file97[] = {
#embed "../../Sources/PromiseScope/Combinators/When.swift"
};
static const unsigned char file98[] = {
#embed "../../Sources/PromiseScope/Creating/ErrorValue.swift"
};
static const unsigned char file99[] = {
#embed "../../Sources/PromiseScope/Creating/Promise+Bodies.swift"
};
static const unsigned char file100[] = {
#embed "../../Sources/PromiseScope/Creating/Promise+Creating.swift"
};
static const unsigned char file101[] = {
#embed "../../Sources/PromiseScope/Creating/Promise+Lazy.swift"
};
static const unsigned char file102[] = {
#embed "../../Sources/PromiseScope/Creating/Promise+Statics.swift"
};
static const unsigned char file103[] = {
#embed "../../Sources/PromiseScope/Creating/Wrap.swift"
};
static const unsigned char file104[] = {
#embed "../../Sources/PromiseScope/DispatchQueue+Promises.swift"
};
static const unsigned char file105[] = {
#embed "../../Sources/PromiseScope/ExecutorNames.swift"
};
static const unsigned char file106[] = {
#embed "../../Sources/PromiseScope/Exports.swift"
};
static const unsigned char file107[] = {
#embed "../../Sources/PromiseScope/Operators/ClockExecutor.swift"
};
static const unsigned char file108[] = {
#embed "../../Sources/PromiseScope/Operators/Promise+Always.swift"
};
static const unsigned char file109[] = {
#embed "../../Sources/PromiseScope/Operators/Promise+Async.swift"
};
static const unsigned char file110[] = {
#embed "../../Sources/PromiseScope/Operators/Promise+Cancelling.swift"
};
static const unsigned char file111[] = {
#embed "../../Sources/PromiseScope/Operators/Promise+Catch.swift"
};
static const unsigned char file112[] = {
#embed "../../Sources/PromiseScope/Operators/Promise+Cauterize.swift"
};
static const unsigned char file113[] = {
#embed "../../Sources/PromiseScope/Operators/Promise+Delay.swift"
};
static const unsigned char file114[] = {
#embed "../../Sources/PromiseScope/Operators/Promise+Durations.swift"
};
static const unsigned char file115[] = {
#embed "../../Sources/PromiseScope/Operators/Promise+FirstAndLast.swift"
};
static const unsigned char file116[] = {
#embed "../../Sources/PromiseScope/Operators/Promise+Isolation.swift"
};
static const unsigned char file117[] = {
#embed "../../Sources/PromiseScope/Operators/Promise+MainActor.swift"
};
static const unsigned char file118[] = {
#embed "../../Sources/PromiseScope/Operators/Promise+Map.swift"
};
static const unsigned char file119[] = {
#embed "../../Sources/PromiseScope/Operators/Promise+Pausing.swift"
};
static const unsigned char file120[] = {
#embed "../../Sources/PromiseScope/Operators/Promise+Recover.swift"
};
static const unsigned char file121[] = {
#embed "../../Sources/PromiseScope/Operators/Promise+Then.swift"
};
static const unsigned char file122[] = {
#embed "../../Sources/PromiseScope/Operators/Promise+ThenBoth.swift"
};
static const unsigned char file123[] = {
#embed "../../Sources/PromiseScope/Operators/Promise+Timeout.swift"
};
static const unsigned char file124[] = {
#embed "../../Sources/PromiseScope/Operators/Promise+Validate.swift"
};
static const unsigned char file125[] = {
#embed "../../Sources/PromiseScope/Operators/Promise+Values.swift"
};
static const unsigned char file126[] = {
#embed "../../Sources/PromiseScope/Operators/Reduce.swift"
};
static const unsigned char file127[] = {
#embed "../../Sources/PromiseScope/Promise+ClosureTypes.swift"
};
static const unsigned char file128[] = {
#embed "../../Sources/PromiseScope/Promise+Description.swift"
};
static const unsigned char file129[] = {
#embed "../../Sources/PromiseScope/Promise+Outcome.swift"
};
static const unsigned char file130[] = {
#embed "../../Sources/PromiseScope/Promise+Settling.swift"
};
static const unsigned char file131[] = {
#embed "../../Sources/PromiseScope/PromiseError.swift"
};
static const unsigned char file132[] = {
#embed "../../Sources/PromiseScope/SerialTask/SerialProgress.swift"
};
static const unsigned char file133[] = {
#embed "../../Sources/PromiseScope/SerialTask/SerialTask.swift"
};
static const unsigned char file134[] = {
#embed "../../Sources/PromiseScope/SerialTask/SubState.swift"
};
static const unsigned char file135[] = {
#embed "../../Sources/PromiseScope/SerialTask/TaskBody.swift"
};
static const unsigned char file136[] = {
#embed "../../Sources/PromiseScope/Waiting/AwaitPromise.swift"
};
static const unsigned char file137[] = {
#embed "../../Sources/PromiseScope/Waiting/Promise+Getting.swift"
};
static const unsigned char file138[] = {
#embed "../../Sources/PromiseScope/Waiting/Promise+ProgressStream.swift"
};
static const unsigned char file139[] = {
#embed "../../Sources/PromiseScope/Waiting/Promise+Typed.swift"
};
static const unsigned char file140[] = {
#embed "../../Sources/PromiseScope/Waiting/WaitForPromises.swift"
};
static const unsigned char file141[] = {
#embed "../../Sources/PromiseTrace/Event/Event.swift"
};
static const unsigned char file142[] = {
#embed "../../Sources/PromiseTrace/Event/LibraryNote.swift"
};
static const unsigned char file143[] = {
#embed "../../Sources/PromiseTrace/Event/Saturating.swift"
};
static const unsigned char file144[] = {
#embed "../../Sources/PromiseTrace/Event/TextPool.swift"
};
static const unsigned char file145[] = {
#embed "../../Sources/PromiseTrace/Event/TextTable.swift"
};
static const unsigned char file146[] = {
#embed "../../Sources/PromiseTrace/Log/ExportedText.swift"
};
static const unsigned char file147[] = {
#embed "../../Sources/PromiseTrace/Log/FileIdentity.swift"
};
static const unsigned char file148[] = {
#embed "../../Sources/PromiseTrace/Log/LogBuffer.swift"
};
static const unsigned char file149[] = {
#embed "../../Sources/PromiseTrace/Log/LogEncoder+Header.swift"
};
static const unsigned char file150[] = {
#embed "../../Sources/PromiseTrace/Log/LogEncoder.swift"
};
static const unsigned char file151[] = {
#embed "../../Sources/PromiseTrace/Log/LogHeader+Extra.swift"
};
static const unsigned char file152[] = {
#embed "../../Sources/PromiseTrace/Log/LogHeader+Start.swift"
};
static const unsigned char file153[] = {
#embed "../../Sources/PromiseTrace/Log/LogHeader.swift"
};
static const unsigned char file154[] = {
#embed "../../Sources/PromiseTrace/Log/LogNames.swift"
};
static const unsigned char file155[] = {
#embed "../../Sources/PromiseTrace/Log/LogNumberWriting.swift"
};
static const unsigned char file156[] = {
#embed "../../Sources/PromiseTrace/Log/LogQuotes.swift"
};
static const unsigned char file157[] = {
#embed "../../Sources/PromiseTrace/Log/LogQuoting.swift"
};
static const unsigned char file158[] = {
#embed "../../Sources/PromiseTrace/Reading/CallerNames.swift"
};
static const unsigned char file159[] = {
#embed "../../Sources/PromiseTrace/Reading/EventDecoder.swift"
};
static const unsigned char file160[] = {
#embed "../../Sources/PromiseTrace/Reading/EventPump.swift"
};
static const unsigned char file161[] = {
#embed "../../Sources/PromiseTrace/Reading/EventSource.swift"
};
static const unsigned char file162[] = {
#embed "../../Sources/PromiseTrace/Reading/RingCursor.swift"
};
static const unsigned char file163[] = {
#embed "../../Sources/PromiseTrace/Reading/SymbolTable.swift"
};
static const unsigned char file164[] = {
#embed "../../Sources/PromiseTrace/Reading/TraceReader.swift"
};
static const unsigned char file165[] = {
#embed "../../Sources/PromiseTrace/Recording/AddressSpace.swift"
};
static const unsigned char file166[] = {
#embed "../../Sources/PromiseTrace/Recording/DetachedThread.swift"
};
static const unsigned char file167[] = {
#embed "../../Sources/PromiseTrace/Recording/FirstEvents.swift"
};
static const unsigned char file168[] = {
#embed "../../Sources/PromiseTrace/Recording/Lock.swift"
};
static const unsigned char file169[] = {
#embed "../../Sources/PromiseTrace/Recording/LogLimit.swift"
};
static const unsigned char file170[] = {
#embed "../../Sources/PromiseTrace/Recording/LogWriter.swift"
};
static const unsigned char file171[] = {
#embed "../../Sources/PromiseTrace/Recording/Recording+Starting.swift"
};
static const unsigned char file172[] = {
#embed "../../Sources/PromiseTrace/Recording/Recording+Writing.swift"
};
static const unsigned char file173[] = {
#embed "../../Sources/PromiseTrace/Recording/Recording.swift"
};
static const unsigned char file174[] = {
#embed "../../Sources/PromiseTrace/Recording/RecordingFile+Opening.swift"
};
static const unsigned char file175[] = {
#embed "../../Sources/PromiseTrace/Recording/RecordingFile+Shortening.swift"
};
static const unsigned char file176[] = {
#embed "../../Sources/PromiseTrace/Recording/RecordingFile.swift"
};
static const unsigned char file177[] = {
#embed "../../Sources/PromiseTrace/Recording/RecordingOptions.swift"
};
static const unsigned char file178[] = {
#embed "../../Sources/PromiseTrace/Recording/RecordingPath.swift"
};
static const unsigned char file179[] = {
#embed "../../Sources/PromiseTrace/Recording/StandardError.swift"
};
static const unsigned char file180[] = {
#embed "../../Sources/PromiseTrace/Recording/TestLog.swift"
};
static const unsigned char file181[] = {
#embed "../../Sources/PromiseTrace/Rings/ChunkList.swift"
};
static const unsigned char file182[] = {
#embed "../../Sources/PromiseTrace/Rings/EventBudget.swift"
};
static const unsigned char file183[] = {
#embed "../../Sources/PromiseTrace/Rings/EventChunk.swift"
};
static const unsigned char file184[] = {
#embed "../../Sources/PromiseTrace/Rings/EventEmitter+Context.swift"
};
static const unsigned char file185[] = {
#embed "../../Sources/PromiseTrace/Rings/EventEmitter+Writing.swift"
};
static const unsigned char file186[] = {
#embed "../../Sources/PromiseTrace/Rings/EventEmitter.swift"
};
static const unsigned char file187[] = {
#embed "../../Sources/PromiseTrace/Rings/PreparedEvent.swift"
};
static const unsigned char file188[] = {
#embed "../../Sources/PromiseTrace/Rings/Preview.swift"
};
static const unsigned char file189[] = {
#embed "../../Sources/PromiseTrace/Rings/ProcessNamespace.swift"
};
static const unsigned char file190[] = {
#embed "../../Sources/PromiseTrace/Rings/RawEvent+Timer.swift"
};
static const unsigned char file191[] = {
#embed "../../Sources/PromiseTrace/Rings/RawEvent.swift"
};
static const unsigned char file192[] = {
#embed "../../Sources/PromiseTrace/Rings/Ring.swift"
};
static const unsigned char file193[] = {
#embed "../../Sources/PromiseTrace/Rings/RingWriter.swift"
};
static const unsigned char file194[] = {
#embed "../../Sources/PromiseTrace/Rings/SourceSite.swift"
};
static const unsigned char file195[] = {
#embed "../../Sources/PromiseTrace/Rings/Symbols.swift"
};
static const unsigned char file196[] = {
#embed "../../Sources/PromiseTrace/Rings/TickConverter.swift"
};
static const unsigned char file197[] = {
#embed "../../Sources/PromiseTrace/Rings/TraceClock.swift"
};
static const unsigned char file198[] = {
#embed "../../Sources/PromiseTrace/Rings/Tracer+Configuration.swift"
};
static const unsigned char file199[] = {
#embed "../../Sources/PromiseTrace/Rings/Tracer.swift"
};
static const unsigned char file200[] = {
#embed "../../Sources/PromiseTrace/Rings/TracerTable.swift"
};
static const unsigned char file201[] = {
#embed "../../Sources/PromiseTrace/Rings/UnattributedPromises.swift"
};
static const unsigned char file202[] = {
#embed "../../Sources/PromiseTrace/Rings/WallClock.swift"
};
static const unsigned char file203[] = {
#embed "../../exercises/catch-or-recover/solved.js"
};
static const unsigned char file204[] = {
#embed "../../exercises/catch-or-recover/solved.swift"
};
static const unsigned char file205[] = {
#embed "../../exercises/catch-or-recover/start.js"
};
static const unsigned char file206[] = {
#embed "../../exercises/catch-or-recover/start.swift"
};
static const unsigned char file207[] = {
#embed "../../exercises/duplicate-request/solved.js"
};
static const unsigned char file208[] = {
#embed "../../exercises/duplicate-request/solved.swift"
};
static const unsigned char file209[] = {
#embed "../../exercises/duplicate-request/start.js"
};
static const unsigned char file210[] = {
#embed "../../exercises/duplicate-request/start.swift"
};
static const unsigned char file211[] = {
#embed "../../exercises/event-loop-blocked/solved.js"
};
static const unsigned char file212[] = {
#embed "../../exercises/event-loop-blocked/start.js"
};
static const unsigned char file213[] = {
#embed "../../exercises/executor-timing/solved.js"
};
static const unsigned char file214[] = {
#embed "../../exercises/executor-timing/solved.swift"
};
static const unsigned char file215[] = {
#embed "../../exercises/executor-timing/start.js"
};
static const unsigned char file216[] = {
#embed "../../exercises/executor-timing/start.swift"
};
static const unsigned char file217[] = {
#embed "../../exercises/floating-promise/solved.js"
};
static const unsigned char file218[] = {
#embed "../../exercises/floating-promise/start.js"
};
static const unsigned char file219[] = {
#embed "../../exercises/for-each/solved.js"
};
static const unsigned char file220[] = {
#embed "../../exercises/for-each/solved.swift"
};
static const unsigned char file221[] = {
#embed "../../exercises/for-each/start.js"
};
static const unsigned char file222[] = {
#embed "../../exercises/for-each/start.swift"
};
static const unsigned char file223[] = {
#embed "../../exercises/forgotten-return/solved.js"
};
static const unsigned char file224[] = {
#embed "../../exercises/forgotten-return/solved.swift"
};
static const unsigned char file225[] = {
#embed "../../exercises/forgotten-return/start.js"
};
static const unsigned char file226[] = {
#embed "../../exercises/forgotten-return/start.swift"
};
static const unsigned char file227[] = {
#embed "../../exercises/list-loader/solved.js"
};
static const unsigned char file228[] = {
#embed "../../exercises/list-loader/solved.swift"
};
static const unsigned char file229[] = {
#embed "../../exercises/list-loader/start.js"
};
static const unsigned char file230[] = {
#embed "../../exercises/list-loader/start.swift"
};
static const unsigned char file231[] = {
#embed "../../exercises/nested-chain/solved.js"
};
static const unsigned char file232[] = {
#embed "../../exercises/nested-chain/solved.swift"
};
static const unsigned char file233[] = {
#embed "../../exercises/nested-chain/start.js"
};
static const unsigned char file234[] = {
#embed "../../exercises/nested-chain/start.swift"
};
static const unsigned char file235[] = {
#embed "../../exercises/never-settled/solved.js"
};
static const unsigned char file236[] = {
#embed "../../exercises/never-settled/solved.swift"
};
static const unsigned char file237[] = {
#embed "../../exercises/never-settled/start.js"
};
static const unsigned char file238[] = {
#embed "../../exercises/never-settled/start.swift"
};
static const unsigned char file239[] = {
#embed "../../exercises/second-settlement/solved.js"
};
static const unsigned char file240[] = {
#embed "../../exercises/second-settlement/solved.swift"
};
static const unsigned char file241[] = {
#embed "../../exercises/second-settlement/start.js"
};
static const unsigned char file242[] = {
#embed "../../exercises/second-settlement/start.swift"
};
static const unsigned char file243[] = {
#embed "../../exercises/serial-although-independent/solved.js"
};
static const unsigned char file244[] = {
#embed "../../exercises/serial-although-independent/solved.swift"
};
static const unsigned char file245[] = {
#embed "../../exercises/serial-although-independent/start.js"
};
static const unsigned char file246[] = {
#embed "../../exercises/serial-although-independent/start.swift"
};
static const unsigned char file247[] = {
#embed "../../exercises/settling-stops-nothing/solved.js"
};
static const unsigned char file248[] = {
#embed "../../exercises/settling-stops-nothing/solved.swift"
};
static const unsigned char file249[] = {
#embed "../../exercises/settling-stops-nothing/start.js"
};
static const unsigned char file250[] = {
#embed "../../exercises/settling-stops-nothing/start.swift"
};
static const unsigned char file251[] = {
#embed "../../exercises/swallowed-error/solved.js"
};
static const unsigned char file252[] = {
#embed "../../exercises/swallowed-error/solved.swift"
};
static const unsigned char file253[] = {
#embed "../../exercises/swallowed-error/start.js"
};
static const unsigned char file254[] = {
#embed "../../exercises/swallowed-error/start.swift"
};
static const unsigned char file255[] = {
#embed "../../exercises/two-handlers/solved.js"
};
static const unsigned char file256[] = {
#embed "../../exercises/two-handlers/solved.swift"
};
static const unsigned char file257[] = {
#embed "../../exercises/two-handlers/start.js"
};
static const unsigned char file258[] = {
#embed "../../exercises/two-handlers/start.swift"
};
static const unsigned char file259[] = {
#embed "../../exercises/unhandled-branch/solved.js"
};
static const unsigned char file260[] = {
#embed "../../exercises/unhandled-branch/solved.swift"
};
static const unsigned char file261[] = {
#embed "../../exercises/unhandled-branch/start.js"
};
static const unsigned char file262[] = {
#embed "../../exercises/unhandled-branch/start.swift"
};

static const struct CarriedFile files[] = {
  {"Sources/CPromiseRuntime/CallSites.c", file0, sizeof file0},
  {"Sources/CPromiseRuntime/Clock.c", file1, sizeof file1},
  {"Sources/CPromiseRuntime/DispatchHooks.c", file2, sizeof file2},
  {"Sources/CPromiseRuntime/Fork.c", file3, sizeof file3},
  {"Sources/CPromiseRuntime/Locks.c", file4, sizeof file4},
  {"Sources/CPromiseRuntime/RecordingRequest.c", file5, sizeof file5},
  {"Sources/CPromiseRuntime/Signals.c", file6, sizeof file6},
  {"Sources/CPromiseRuntime/SwiftRuntime.c", file7, sizeof file7},
  {"Sources/CPromiseRuntime/ThreadState.c", file8, sizeof file8},
  {"Sources/CPromiseRuntime/WorkCounts.c", file9, sizeof file9},
  {"Sources/CPromiseRuntime/include/CPromiseRuntime.h", file10, sizeof file10},
  {"Sources/CPromiseRuntime/include/CallSites.h", file11, sizeof file11},
  {"Sources/CPromiseRuntime/include/Clock.h", file12, sizeof file12},
  {"Sources/CPromiseRuntime/include/DispatchHooks.h", file13, sizeof file13},
  {"Sources/CPromiseRuntime/include/Fork.h", file14, sizeof file14},
  {"Sources/CPromiseRuntime/include/Locks.h", file15, sizeof file15},
  {"Sources/CPromiseRuntime/include/RecordingRequest.h", file16, sizeof file16},
  {"Sources/CPromiseRuntime/include/Signals.h", file17, sizeof file17},
  {"Sources/CPromiseRuntime/include/SwiftRuntime.h", file18, sizeof file18},
  {"Sources/CPromiseRuntime/include/ThreadState.h", file19, sizeof file19},
  {"Sources/CPromiseRuntime/include/WorkCounts.h", file20, sizeof file20},
  {"Sources/PlainText/DisplayWidth.swift", file21, sizeof file21},
  {"Sources/PlainText/DurationText.swift", file22, sizeof file22},
  {"Sources/PlainText/Escaping.swift", file23, sizeof file23},
  {"Sources/PlainText/Glyph.swift", file24, sizeof file24},
  {"Sources/PlainText/Language.swift", file25, sizeof file25},
  {"Sources/PlainText/LineBreaking.swift", file26, sizeof file26},
  {"Sources/PlainText/NumberText.swift", file27, sizeof file27},
  {"Sources/PlainText/Phrase.swift", file28, sizeof file28},
  {"Sources/PlainText/Release.swift", file29, sizeof file29},
  {"Sources/PlainText/ScalarKind.swift", file30, sizeof file30},
  {"Sources/PlainText/ScalarTable.swift", file31, sizeof file31},
  {"Sources/PlainText/TextBytes.swift", file32, sizeof file32},
  {"Sources/PromiseCore/Combining/Combinator.swift", file33, sizeof file33},
  {"Sources/PromiseCore/Combining/CombinedProgress.swift", file34, sizeof file34},
  {"Sources/PromiseCore/Combining/InputRelay.swift", file35, sizeof file35},
  {"Sources/PromiseCore/Combining/LimitedGathering.swift", file36, sizeof file36},
  {"Sources/PromiseCore/Combining/Slots.swift", file37, sizeof file37},
  {"Sources/PromiseCore/Executors/BatchInbox.swift", file38, sizeof file38},
  {"Sources/PromiseCore/Executors/DispatchHop.swift", file39, sizeof file39},
  {"Sources/PromiseCore/Executors/DispatchTimer.swift", file40, sizeof file40},
  {"Sources/PromiseCore/Executors/Executor+Queues.swift", file41, sizeof file41},
  {"Sources/PromiseCore/Executors/Executor.swift", file42, sizeof file42},
  {"Sources/PromiseCore/Executors/ManualExecutor+Occupying.swift", file43, sizeof file43},
  {"Sources/PromiseCore/Executors/ManualExecutor.swift", file44, sizeof file44},
  {"Sources/PromiseCore/Executors/ManualQueue.swift", file45, sizeof file45},
  {"Sources/PromiseCore/Executors/PausableExecutor.swift", file46, sizeof file46},
  {"Sources/PromiseCore/Executors/QueueExecutor+Finding.swift", file47, sizeof file47},
  {"Sources/PromiseCore/Executors/QueueExecutor.swift", file48, sizeof file48},
  {"Sources/PromiseCore/Executors/ReportQueue.swift", file49, sizeof file49},
  {"Sources/PromiseCore/Executors/StandardQueue.swift", file50, sizeof file50},
  {"Sources/PromiseCore/Executors/WeakQueueExecutor.swift", file51, sizeof file51},
  {"Sources/PromiseCore/Lifecycle/AtomicLifecycle.swift", file52, sizeof file52},
  {"Sources/PromiseCore/Lifecycle/Lifecycle+Bits.swift", file53, sizeof file53},
  {"Sources/PromiseCore/Lifecycle/Lifecycle+Cancelling.swift", file54, sizeof file54},
  {"Sources/PromiseCore/Lifecycle/Lifecycle+List.swift", file55, sizeof file55},
  {"Sources/PromiseCore/Lifecycle/Lifecycle+Parent.swift", file56, sizeof file56},
  {"Sources/PromiseCore/Lifecycle/Lifecycle+Settling.swift", file57, sizeof file57},
  {"Sources/PromiseCore/Lifecycle/Lifecycle.swift", file58, sizeof file58},
  {"Sources/PromiseCore/Node/CycleSearch.swift", file59, sizeof file59},
  {"Sources/PromiseCore/Node/Drain.swift", file60, sizeof file60},
  {"Sources/PromiseCore/Node/ExecutorNeed.swift", file61, sizeof file61},
  {"Sources/PromiseCore/Node/GraphWalk.swift", file62, sizeof file62},
  {"Sources/PromiseCore/Node/Nesting.swift", file63, sizeof file63},
  {"Sources/PromiseCore/Node/PromiseNode+Cancelling.swift", file64, sizeof file64},
  {"Sources/PromiseCore/Node/PromiseNode+Clutter.swift", file65, sizeof file65},
  {"Sources/PromiseCore/Node/PromiseNode+Freeing.swift", file66, sizeof file66},
  {"Sources/PromiseCore/Node/PromiseNode+Pausing.swift", file67, sizeof file67},
  {"Sources/PromiseCore/Node/PromiseNode+PendingObjects.swift", file68, sizeof file68},
  {"Sources/PromiseCore/Node/PromiseNode+Reactions.swift", file69, sizeof file69},
  {"Sources/PromiseCore/Node/PromiseNode+Running.swift", file70, sizeof file70},
  {"Sources/PromiseCore/Node/PromiseNode+Settling.swift", file71, sizeof file71},
  {"Sources/PromiseCore/Node/PromiseNode+Starting.swift", file72, sizeof file72},
  {"Sources/PromiseCore/Node/PromiseNode.swift", file73, sizeof file73},
  {"Sources/PromiseCore/Node/Rejection.swift", file74, sizeof file74},
  {"Sources/PromiseCore/Node/StoppedBody.swift", file75, sizeof file75},
  {"Sources/PromiseCore/Promise/CancellationToken.swift", file76, sizeof file76},
  {"Sources/PromiseCore/Promise/Handler.swift", file77, sizeof file77},
  {"Sources/PromiseCore/Promise/HandlerShapes.swift", file78, sizeof file78},
  {"Sources/PromiseCore/Promise/Promise+Adopting.swift", file79, sizeof file79},
  {"Sources/PromiseCore/Promise/Promise+Getting.swift", file80, sizeof file80},
  {"Sources/PromiseCore/Promise/Promise+Observing.swift", file81, sizeof file81},
  {"Sources/PromiseCore/Promise/Promise+Progress.swift", file82, sizeof file82},
  {"Sources/PromiseCore/Promise/Promise+Settling.swift", file83, sizeof file83},
  {"Sources/PromiseCore/Promise/Promise.swift", file84, sizeof file84},
  {"Sources/PromiseCore/Promise/PromiseBody.swift", file85, sizeof file85},
  {"Sources/PromiseCore/Promise/Resolver.swift", file86, sizeof file86},
  {"Sources/PromiseCore/Promise/UncheckedHandler.swift", file87, sizeof file87},
  {"Sources/PromiseScope/Combinators/All.swift", file88, sizeof file88},
  {"Sources/PromiseScope/Combinators/Any.swift", file89, sizeof file89},
  {"Sources/PromiseScope/Combinators/Gathering.swift", file90, sizeof file90},
  {"Sources/PromiseScope/Combinators/Maybe.swift", file91, sizeof file91},
  {"Sources/PromiseScope/Combinators/Race.swift", file92, sizeof file92},
  {"Sources/PromiseScope/Combinators/Retry.swift", file93, sizeof file93},
  {"Sources/PromiseScope/Combinators/Sequences.swift", file94, sizeof file94},
  {"Sources/PromiseScope/Combinators/When+Concurrently.swift", file95, sizeof file95},
  {"Sources/PromiseScope/Combinators/When+Tuples.swift", file96, sizeof file96},
  {"Sources/PromiseScope/Combinators/When.swift", file97, sizeof file97},
  {"Sources/PromiseScope/Creating/ErrorValue.swift", file98, sizeof file98},
  {"Sources/PromiseScope/Creating/Promise+Bodies.swift", file99, sizeof file99},
  {"Sources/PromiseScope/Creating/Promise+Creating.swift", file100, sizeof file100},
  {"Sources/PromiseScope/Creating/Promise+Lazy.swift", file101, sizeof file101},
  {"Sources/PromiseScope/Creating/Promise+Statics.swift", file102, sizeof file102},
  {"Sources/PromiseScope/Creating/Wrap.swift", file103, sizeof file103},
  {"Sources/PromiseScope/DispatchQueue+Promises.swift", file104, sizeof file104},
  {"Sources/PromiseScope/ExecutorNames.swift", file105, sizeof file105},
  {"Sources/PromiseScope/Exports.swift", file106, sizeof file106},
  {"Sources/PromiseScope/Operators/ClockExecutor.swift", file107, sizeof file107},
  {"Sources/PromiseScope/Operators/Promise+Always.swift", file108, sizeof file108},
  {"Sources/PromiseScope/Operators/Promise+Async.swift", file109, sizeof file109},
  {"Sources/PromiseScope/Operators/Promise+Cancelling.swift", file110, sizeof file110},
  {"Sources/PromiseScope/Operators/Promise+Catch.swift", file111, sizeof file111},
  {"Sources/PromiseScope/Operators/Promise+Cauterize.swift", file112, sizeof file112},
  {"Sources/PromiseScope/Operators/Promise+Delay.swift", file113, sizeof file113},
  {"Sources/PromiseScope/Operators/Promise+Durations.swift", file114, sizeof file114},
  {"Sources/PromiseScope/Operators/Promise+FirstAndLast.swift", file115, sizeof file115},
  {"Sources/PromiseScope/Operators/Promise+Isolation.swift", file116, sizeof file116},
  {"Sources/PromiseScope/Operators/Promise+MainActor.swift", file117, sizeof file117},
  {"Sources/PromiseScope/Operators/Promise+Map.swift", file118, sizeof file118},
  {"Sources/PromiseScope/Operators/Promise+Pausing.swift", file119, sizeof file119},
  {"Sources/PromiseScope/Operators/Promise+Recover.swift", file120, sizeof file120},
  {"Sources/PromiseScope/Operators/Promise+Then.swift", file121, sizeof file121},
  {"Sources/PromiseScope/Operators/Promise+ThenBoth.swift", file122, sizeof file122},
  {"Sources/PromiseScope/Operators/Promise+Timeout.swift", file123, sizeof file123},
  {"Sources/PromiseScope/Operators/Promise+Validate.swift", file124, sizeof file124},
  {"Sources/PromiseScope/Operators/Promise+Values.swift", file125, sizeof file125},
  {"Sources/PromiseScope/Operators/Reduce.swift", file126, sizeof file126},
  {"Sources/PromiseScope/Promise+ClosureTypes.swift", file127, sizeof file127},
  {"Sources/PromiseScope/Promise+Description.swift", file128, sizeof file128},
  {"Sources/PromiseScope/Promise+Outcome.swift", file129, sizeof file129},
  {"Sources/PromiseScope/Promise+Settling.swift", file130, sizeof file130},
  {"Sources/PromiseScope/PromiseError.swift", file131, sizeof file131},
  {"Sources/PromiseScope/SerialTask/SerialProgress.swift", file132, sizeof file132},
  {"Sources/PromiseScope/SerialTask/SerialTask.swift", file133, sizeof file133},
  {"Sources/PromiseScope/SerialTask/SubState.swift", file134, sizeof file134},
  {"Sources/PromiseScope/SerialTask/TaskBody.swift", file135, sizeof file135},
  {"Sources/PromiseScope/Waiting/AwaitPromise.swift", file136, sizeof file136},
  {"Sources/PromiseScope/Waiting/Promise+Getting.swift", file137, sizeof file137},
  {"Sources/PromiseScope/Waiting/Promise+ProgressStream.swift", file138, sizeof file138},
  {"Sources/PromiseScope/Waiting/Promise+Typed.swift", file139, sizeof file139},
  {"Sources/PromiseScope/Waiting/WaitForPromises.swift", file140, sizeof file140},
  {"Sources/PromiseTrace/Event/Event.swift", file141, sizeof file141},
  {"Sources/PromiseTrace/Event/LibraryNote.swift", file142, sizeof file142},
  {"Sources/PromiseTrace/Event/Saturating.swift", file143, sizeof file143},
  {"Sources/PromiseTrace/Event/TextPool.swift", file144, sizeof file144},
  {"Sources/PromiseTrace/Event/TextTable.swift", file145, sizeof file145},
  {"Sources/PromiseTrace/Log/ExportedText.swift", file146, sizeof file146},
  {"Sources/PromiseTrace/Log/FileIdentity.swift", file147, sizeof file147},
  {"Sources/PromiseTrace/Log/LogBuffer.swift", file148, sizeof file148},
  {"Sources/PromiseTrace/Log/LogEncoder+Header.swift", file149, sizeof file149},
  {"Sources/PromiseTrace/Log/LogEncoder.swift", file150, sizeof file150},
  {"Sources/PromiseTrace/Log/LogHeader+Extra.swift", file151, sizeof file151},
  {"Sources/PromiseTrace/Log/LogHeader+Start.swift", file152, sizeof file152},
  {"Sources/PromiseTrace/Log/LogHeader.swift", file153, sizeof file153},
  {"Sources/PromiseTrace/Log/LogNames.swift", file154, sizeof file154},
  {"Sources/PromiseTrace/Log/LogNumberWriting.swift", file155, sizeof file155},
  {"Sources/PromiseTrace/Log/LogQuotes.swift", file156, sizeof file156},
  {"Sources/PromiseTrace/Log/LogQuoting.swift", file157, sizeof file157},
  {"Sources/PromiseTrace/Reading/CallerNames.swift", file158, sizeof file158},
  {"Sources/PromiseTrace/Reading/EventDecoder.swift", file159, sizeof file159},
  {"Sources/PromiseTrace/Reading/EventPump.swift", file160, sizeof file160},
  {"Sources/PromiseTrace/Reading/EventSource.swift", file161, sizeof file161},
  {"Sources/PromiseTrace/Reading/RingCursor.swift", file162, sizeof file162},
  {"Sources/PromiseTrace/Reading/SymbolTable.swift", file163, sizeof file163},
  {"Sources/PromiseTrace/Reading/TraceReader.swift", file164, sizeof file164},
  {"Sources/PromiseTrace/Recording/AddressSpace.swift", file165, sizeof file165},
  {"Sources/PromiseTrace/Recording/DetachedThread.swift", file166, sizeof file166},
  {"Sources/PromiseTrace/Recording/FirstEvents.swift", file167, sizeof file167},
  {"Sources/PromiseTrace/Recording/Lock.swift", file168, sizeof file168},
  {"Sources/PromiseTrace/Recording/LogLimit.swift", file169, sizeof file169},
  {"Sources/PromiseTrace/Recording/LogWriter.swift", file170, sizeof file170},
  {"Sources/PromiseTrace/Recording/Recording+Starting.swift", file171, sizeof file171},
  {"Sources/PromiseTrace/Recording/Recording+Writing.swift", file172, sizeof file172},
  {"Sources/PromiseTrace/Recording/Recording.swift", file173, sizeof file173},
  {"Sources/PromiseTrace/Recording/RecordingFile+Opening.swift", file174, sizeof file174},
  {"Sources/PromiseTrace/Recording/RecordingFile+Shortening.swift", file175, sizeof file175},
  {"Sources/PromiseTrace/Recording/RecordingFile.swift", file176, sizeof file176},
  {"Sources/PromiseTrace/Recording/RecordingOptions.swift", file177, sizeof file177},
  {"Sources/PromiseTrace/Recording/RecordingPath.swift", file178, sizeof file178},
  {"Sources/PromiseTrace/Recording/StandardError.swift", file179, sizeof file179},
  {"Sources/PromiseTrace/Recording/TestLog.swift", file180, sizeof file180},
  {"Sources/PromiseTrace/Rings/ChunkList.swift", file181, sizeof file181},
  {"Sources/PromiseTrace/Rings/EventBudget.swift", file182, sizeof file182},
  {"Sources/PromiseTrace/Rings/EventChunk.swift", file183, sizeof file183},
  {"Sources/PromiseTrace/Rings/EventEmitter+Context.swift", file184, sizeof file184},
  {"Sources/PromiseTrace/Rings/EventEmitter+Writing.swift", file185, sizeof file185},
  {"Sources/PromiseTrace/Rings/EventEmitter.swift", file186, sizeof file186},
  {"Sources/PromiseTrace/Rings/PreparedEvent.swift", file187, sizeof file187},
  {"Sources/PromiseTrace/Rings/Preview.swift", file188, sizeof file188},
  {"Sources/PromiseTrace/Rings/ProcessNamespace.swift", file189, sizeof file189},
  {"Sources/PromiseTrace/Rings/RawEvent+Timer.swift", file190, sizeof file190},
  {"Sources/PromiseTrace/Rings/RawEvent.swift", file191, sizeof file191},
  {"Sources/PromiseTrace/Rings/Ring.swift", file192, sizeof file192},
  {"Sources/PromiseTrace/Rings/RingWriter.swift", file193, sizeof file193},
  {"Sources/PromiseTrace/Rings/SourceSite.swift", file194, sizeof file194},
  {"Sources/PromiseTrace/Rings/Symbols.swift", file195, sizeof file195},
  {"Sources/PromiseTrace/Rings/TickConverter.swift", file196, sizeof file196},
  {"Sources/PromiseTrace/Rings/TraceClock.swift", file197, sizeof file197},
  {"Sources/PromiseTrace/Rings/Tracer+Configuration.swift", file198, sizeof file198},
  {"Sources/PromiseTrace/Rings/Tracer.swift", file199, sizeof file199},
  {"Sources/PromiseTrace/Rings/TracerTable.swift", file200, sizeof file200},
  {"Sources/PromiseTrace/Rings/UnattributedPromises.swift", file201, sizeof file201},
  {"Sources/PromiseTrace/Rings/WallClock.swift", file202, sizeof file202},
  {"exercises/catch-or-recover/solved.js", file203, sizeof file203},
  {"exercises/catch-or-recover/solved.swift", file204, sizeof file204},
  {"exercises/catch-or-recover/start.js", file205, sizeof file205},
  {"exercises/catch-or-recover/start.swift", file206, sizeof file206},
  {"exercises/duplicate-request/solved.js", file207, sizeof file207},
  {"exercises/duplicate-request/solved.swift", file208, sizeof file208},
  {"exercises/duplicate-request/start.js", file209, sizeof file209},
  {"exercises/duplicate-request/start.swift", file210, sizeof file210},
  {"exercises/event-loop-blocked/solved.js", file211, sizeof file211},
  {"exercises/event-loop-blocked/start.js", file212, sizeof file212},
  {"exercises/executor-timing/solved.js", file213, sizeof file213},
  {"exercises/executor-timing/solved.swift", file214, sizeof file214},
  {"exercises/executor-timing/start.js", file215, sizeof file215},
  {"exercises/executor-timing/start.swift", file216, sizeof file216},
  {"exercises/floating-promise/solved.js", file217, sizeof file217},
  {"exercises/floating-promise/start.js", file218, sizeof file218},
  {"exercises/for-each/solved.js", file219, sizeof file219},
  {"exercises/for-each/solved.swift", file220, sizeof file220},
  {"exercises/for-each/start.js", file221, sizeof file221},
  {"exercises/for-each/start.swift", file222, sizeof file222},
  {"exercises/forgotten-return/solved.js", file223, sizeof file223},
  {"exercises/forgotten-return/solved.swift", file224, sizeof file224},
  {"exercises/forgotten-return/start.js", file225, sizeof file225},
  {"exercises/forgotten-return/start.swift", file226, sizeof file226},
  {"exercises/list-loader/solved.js", file227, sizeof file227},
  {"exercises/list-loader/solved.swift", file228, sizeof file228},
  {"exercises/list-loader/start.js", file229, sizeof file229},
  {"exercises/list-loader/start.swift", file230, sizeof file230},
  {"exercises/nested-chain/solved.js", file231, sizeof file231},
  {"exercises/nested-chain/solved.swift", file232, sizeof file232},
  {"exercises/nested-chain/start.js", file233, sizeof file233},
  {"exercises/nested-chain/start.swift", file234, sizeof file234},
  {"exercises/never-settled/solved.js", file235, sizeof file235},
  {"exercises/never-settled/solved.swift", file236, sizeof file236},
  {"exercises/never-settled/start.js", file237, sizeof file237},
  {"exercises/never-settled/start.swift", file238, sizeof file238},
  {"exercises/second-settlement/solved.js", file239, sizeof file239},
  {"exercises/second-settlement/solved.swift", file240, sizeof file240},
  {"exercises/second-settlement/start.js", file241, sizeof file241},
  {"exercises/second-settlement/start.swift", file242, sizeof file242},
  {"exercises/serial-although-independent/solved.js", file243, sizeof file243},
  {"exercises/serial-although-independent/solved.swift", file244, sizeof file244},
  {"exercises/serial-although-independent/start.js", file245, sizeof file245},
  {"exercises/serial-although-independent/start.swift", file246, sizeof file246},
  {"exercises/settling-stops-nothing/solved.js", file247, sizeof file247},
  {"exercises/settling-stops-nothing/solved.swift", file248, sizeof file248},
  {"exercises/settling-stops-nothing/start.js", file249, sizeof file249},
  {"exercises/settling-stops-nothing/start.swift", file250, sizeof file250},
  {"exercises/swallowed-error/solved.js", file251, sizeof file251},
  {"exercises/swallowed-error/solved.swift", file252, sizeof file252},
  {"exercises/swallowed-error/start.js", file253, sizeof file253},
  {"exercises/swallowed-error/start.swift", file254, sizeof file254},
  {"exercises/two-handlers/solved.js", file255, sizeof file255},
  {"exercises/two-handlers/solved.swift", file256, sizeof file256},
  {"exercises/two-handlers/start.js", file257, sizeof file257},
  {"exercises/two-handlers/start.swift", file258, sizeof file258},
  {"exercises/unhandled-branch/solved.js", file259, sizeof file259},
  {"exercises/unhandled-branch/solved.swift", file260, sizeof file260},
  {"exercises/unhandled-branch/start.js", file261, sizeof file261},
  {"exercises/unhandled-branch/start.swift", file262, sizeof file262},
};

const struct CarriedFile *carriedFiles(void) { return files; }

size_t carriedFileCount(void) { return 263; }
