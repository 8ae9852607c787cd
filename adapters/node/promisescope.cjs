// Records what the promises of a Node program do, in the format of docs/event-log.md. The program is not changed: V8 reports every promise
// to four hooks (`v8.promiseHooks`), and this file turns their reports into rows, edges, and outcomes.
//
//     PROMISESCOPE=run.ndjson node --require ./promisescope.cjs app.js
//
// Three rules hold everywhere. The program must not notice that it is watched: no property on its objects, no listener that changes how
// it ends, no call of its code, no promise kept alive. What is not known is not logged: no edge and no handler is guessed. And a fault
// in this file ends the recording, never the program.
//
// The order is that of the questions: where the log goes; how values become text; which code is the program's (`Script`); what its source
// says about errors and timers; what a new promise is, by the functions on the stack (`Place`); how that is known without reading every
// stack (`Step`); what is remembered about a promise (`Record`); what the hooks report; how a promise was settled; which lines are
// written; start and end.
'use strict';

if (typeof own === 'undefined') {
  // The program may replace any built-in function, and add properties to any prototype. So this file runs again, in a realm whose built-in functions
  // the program cannot reach. What it needs of the program's realm it takes now, and calls through `apply`.
  const vm = require('node:vm');
  const text = require('node:fs').readFileSync(__filename, 'utf8');
  const options = { filename: __filename, parsingContext: vm.createContext({ __proto__: null }) };
  delete require.cache[__filename];
  // Node 24 gives the processes of its test runner the option twice. To ask for the parent is deprecated.
  const isAgain = !/pending-deprecation/i.test([process.env.NODE_OPTIONS, ...process.execArgv].join(' ')) && !process.env.NODE_PENDING_DEPRECATION
    && module.parent?.children?.some((other) => other !== module && other.filename === __filename);
  if (process.env.PROMISESCOPE && !isAgain) {
    vm.compileFunction(text, ['own', 'require', '__filename', 'process'], options)({ globalThis, Buffer, DOMException: globalThis.DOMException, FinalizationRegistry, MessagePort, Promise }, require, __filename, process);
  }
  return;
}

const { executionAsyncId } = require('node:async_hooks');
const { constants, openSync, closeSync, fchmodSync, fstatSync, ftruncateSync, mkdirSync, readSync, realpathSync, renameSync, statSync, unlinkSync, writeSync } = require('node:fs');
const { SourceMap, SourceMap: { prototype: { findEntry } }, findSourceMap } = require('node:module');
const path = { ...require('node:path') };
const { performance } = require('node:perf_hooks');
const { fileURLToPath } = require('node:url');
const util = require('node:util');
const v8 = require('node:v8');
const { isMainThread, threadId, MessageChannel } = require('node:worker_threads');

const { inspect } = util;
const types = { ...util.types };
const { cpuUsage, listenerCount, memoryUsage: { rss } } = process;
const { byteLength, prototype: { base64Write, utf8Slice, utf8Write } } = own.Buffer;
const { close, postMessage } = own.MessagePort.prototype;
const { register, unregister } = own.FinalizationRegistry.prototype;
const NativePromise = own.Promise;
const PromisePrototype = NativePromise.prototype;
const { then } = PromisePrototype;

// As variables of this file they are found faster: a global variable of another realm is looked up by Node.
const { Array, ArrayBuffer, Atomics, BigInt, DataView, Date, Error, Float64Array, Int32Array, JSON, Map, Math, Number, Object, RegExp, Set, SharedArrayBuffer, String, Uint16Array, Uint8Array, WeakRef } = globalThis;
const { Infinity, decodeURI, decodeURIComponent } = globalThis;
const { apply, defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf } = globalThis.Reflect;

/** The built-in functions of the program's realm that Node itself calls below. */
const builtins = [[own.globalThis.Array.prototype, 'includes', 'push'], [own.globalThis.String.prototype, 'indexOf', 'startsWith'], [require('node:path'), 'resolve', 'toNamespacedPath']]
  .flatMap(([owner, ...names]) => names.map((name) => [owner, name, owner[name]]));

/** Calls functions of Node, during which these built-in functions are what they were when the program started. */
function withBuiltins(action) {
  // Looking for changes first costs less than a list of them, which is mostly empty. Reading a property could call a getter.
  if (builtins.every(isOriginal)) return action();
  const replaced = builtins.filter((each) => !isOriginal(each)).map(([owner, name, value]) => [owner, name, getOwnPropertyDescriptor(owner, name), defineProperty(owner, name, { value, configurable: true, writable: true })]);
  try {
    return action();
  } finally {
    for (const [owner, name, property] of replaced) property === undefined ? deleteProperty(owner, name) : defineProperty(owner, name, property);
  }
}

function isOriginal([owner, name, value]) {
  return getOwnPropertyDescriptor(owner, name)?.value === value;
}

// Settings ------------------------------------------------------------------------------------------------------------------------

/** The log file; or a folder, in which each process and each worker thread writes its own file. */
const TARGET = process.env.PROMISESCOPE ?? '';
/** What the logs of one recording have in common: the time at which it started. */
const RUN = process.env.PROMISESCOPE_SINCE ?? '';
/** How much of values and errors is recorded: `off` (only the types of errors), `type`, or `preview`. */
const VALUES = choice('PROMISESCOPE_VALUES', ['off', 'type', 'preview']);
/** Call sites: `sampled` (as many stacks are read as the budget allows; also for a number, which is for Swift programs), `all` (one for each promise), `off` (none in the log). */
const SITES = choice('PROMISESCOPE_SITES', ['sampled', 'all', 'off'], /^[0-8]$/);
/** Whether the promises of packages are rows, too. */
const WITH_PACKAGES = process.env.PROMISESCOPE_PACKAGES === '1';
/** Whether the lines that the program prints are notes of the log. */
const WITH_LINES = process.env.PROMISESCOPE_LINES === '1';

/** The share of the processor time that reading stacks may take once their places are known, and the most milliseconds that are saved up. */
const BUDGET = SITES === 'off' ? 0.005 : 0.01;
const CREDIT = 1000 * BUDGET;
/** The number of promises of each place whose stacks are read in any case. */
const FIRST = SITES === 'off' ? 3 : 100;
/** The most milliseconds between an event and its line in the file; the fewest between two writes while the event loop turns. */
const DELAY = 10, PAUSE = 4;
/** The most events that are kept in memory; the number of new events after which those that need not wait are written. */
const CAPACITY = 2048, PORTION = 512;

/** How many bytes a log may take on disk: `500M`, for instance. */
const LIMIT = limitOf(process.env.PROMISESCOPE_LIMIT);

/** Returns the number of bytes that a size stands for: digits, and perhaps K, M, or G. */
function limitOf(word) {
  if (!word) return Infinity;
  const [, digits, unit] = /^(\d+)([kmg])?$/i.exec(word) ?? [];
  const size = Number(digits) * 1024 ** ' KMG'.indexOf((unit ?? ' ').toUpperCase());
  if (size >= 4096 && size <= Number.MAX_SAFE_INTEGER) return size;
  complain(`PROMISESCOPE_LIMIT: expected a size of at least 4K, such as 500M or 2G, found "${word.slice(0, 100)}"; the log has no limit`);
  return Infinity;
}

/** Returns the value of an environment variable: one of `words`, else the first of them. */
function choice(name, words, others) {
  const word = process.env[name];
  if (word && !words.includes(word) && !others?.test(word)) complain(`${name}: expected one of ${words.join(', ')}, found "${word}"`);
  return words.includes(word) ? word : words[0];
}

/** Writes one sentence to standard error. */
function complain(sentence) {
  quietly(() => writeSync(2, `promisescope: ${sentence}\n`));
}

/** Returns what a function returns; `otherwise` if it throws. */
function quietly(action, otherwise) {
  try {
    return action();
  } catch {
    return otherwise;
  }
}

// The log file --------------------------------------------------------------------------------------------------------------------
// It is written synchronously, in whole lines, so that it survives `process.exit` and a crash.

/** Milliseconds since the process started. Before Node 20, `performance.now` calls what the program has put in the place of `process.hrtime`. */
const clock = parseInt(process.versions.node, 10) < 20 ? hrtimeClock() : performance.now.bind(performance);

function hrtimeClock() {
  const { hrtime } = process;
  const read = () => {
    const time = hrtime();
    return time[0] * 1e3 + time[1] / 1e6;
  };
  const origin = read() - performance.now();
  return () => read() - origin;
}

/** The descriptor of the log; -1 while nothing is recorded. */
let file = -1;
/** The device and the file that it is open for. */
let fileIdentity = '';
const UNOPENED = Number.MAX_SAFE_INTEGER;
/** Bytes that are not written yet: a pipe may not accept all of them. */
let backlog = new Uint8Array(0);
const BACKLOG_LIMIT = 64 * 1024 * 1024;

const statusOf = (name) => quietly(() => statSync(name));
const isFile = (name) => statusOf(name)?.isFile() === true;
const scriptPath = process.argv[1] && isFile(process.argv[1]) ? path.resolve(process.argv[1]) : '';

/** The name of the script. A worker thread learns it only after this file has been loaded. */
function programName() {
  return (path.basename(process.argv[1] ?? '').replace(/\.[cm]?[jt]sx?$/, '') || 'node').slice(0, 80);
}

/** Opens the log. Throws if that is impossible. */
function openLog() {
  const { O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_TRUNC, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const target = path.resolve(TARGET);
  const status = statusOf(target);
  let start = target.replace(/\.ndjson$/, '');
  if (/[\\/]$/.test(TARGET) || status?.isDirectory()) {
    makeFolder(target);
    start = path.join(target, programName().replace(/[^\w.-]/g, '_'));
  } else if (status?.isFIFO()) {
    // Opened for reading, too, a pipe does not wait for its reader.
    return openSync(target, O_RDWR | O_NONBLOCK);
  } else if (isMainThread && !(status?.isFile() && (isOfFamily(status) || belongsToRunningProcess(target)))) {
    return restrict(openSync((logPath = target), O_WRONLY | O_CREAT | O_TRUNC, 0o600));
  }
  start += `.${process.pid}${isMainThread ? '' : `.w${threadId}`}`;
  for (let number = 1; ; number++) {
    try {
      return restrict(openSync((logPath = `${start}${number > 1 ? `.${number}` : ''}.ndjson`), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600));
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
  }
}

/** Gives a log the permissions of PROMISESCOPE_MODE, by default its owner's only, also if the file of an earlier run had others. */
function restrict(descriptor) {
  const word = process.env.PROMISESCOPE_MODE;
  const isMode = !word || /^0*[67][0-7]{2}$/.test(word);
  if (!isMode) complain(`PROMISESCOPE_MODE: expected an octal number from 0600 to 0777, such as 0640, found "${word}"; 0600 is used`);
  quietly(() => fstatSync(descriptor).isFile() && fchmodSync(descriptor, word && isMode ? parseInt(word, 8) : 0o600));
  return descriptor;
}

/** Creates a folder and those above it. (The option `recursive` of `mkdirSync` never returns below /proc.) */
function makeFolder(name) {
  if (statusOf(name)?.isDirectory()) return;
  if (path.dirname(name) !== name) makeFolder(path.dirname(name));
  try {
    mkdirSync(name, 0o700);
  } catch (error) {
    if (!statusOf(name)?.isDirectory()) throw error;
  }
}

/** Whether a log was written since the recording started of which this process is a part: by another process, even if that has ended. */
function isOfFamily(status) {
  return status.size > 0 && status.mtimeMs / 1000 >= Number(RUN || Infinity);
}

/** Whether a log has no end and its process still runs: the parent of this process, for instance. */
function belongsToRunningProcess(name) {
  const descriptor = openSync(name, 'r');
  const bytes = new Uint8Array(65_536);
  const part = (position) => apply(utf8Slice, bytes, [0, readSync(descriptor, bytes, 0, bytes.length, position)]);
  const result = quietly(() => {
    const { pid } = JSON.parse(/^.*/.exec(part(0))[0]);
    return pid !== process.pid && !part(Math.max(0, fstatSync(descriptor).size - 200)).includes('"ev":"ended"') && process.kill(pid, 0);
  }, false);
  closeSync(descriptor);
  return result;
}

/** Appends the lines of `page` to the log. */
function write() {
  if (file === UNOPENED) {
    file = openLog();
    fileIdentity = identity(fstatSync(file));
    isLimited = LIMIT < Infinity && fstatSync(file).isFile();
    header = headerLine();
    append(encoded(header));
  }
  if (!isStillOurs()) throw new Error(CLOSED);
  const lines = page.subarray(0, filled);
  if (isLimited) writeWithinLimit(apply(utf8Slice, lines, []));
  else append(lines);
  // If the stack overflows before this line, the next write repeats the attempt.
  filled = lineStart = 0;
  writtenSequence = sequence;
}

const CLOSED = 'the program has closed its descriptor';

/** Whether the descriptor is still that of the log: a program that closes every descriptor may have opened a file of its own since. */
function isStillOurs() {
  return quietly(() => identity(fstatSync(file)) === fileIdentity, false);
}

function append(bytes) {
  let rest = bytes;
  if (backlog.length > 0) {
    rest = new Uint8Array(backlog.length + bytes.length);
    rest.set(backlog);
    rest.set(bytes, backlog.length);
  }
  try {
    while (rest.length > 0) {
      // A file that was shortened is written at its end.
      const count = writeSync(file, rest, 0, rest.length, isLimited ? size : null);
      size += count;
      rest = rest.subarray(count);
    }
    backlog = rest;
  } catch (error) {
    if (error.code !== 'EAGAIN') throw error;
    // A copy, because the next lines overwrite these bytes in `page`.
    backlog = rest.slice();
  }
}

/** Waits until a pipe has accepted everything: at the end of the program, for at most two seconds. */
function drainPipe() {
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  for (let left = 1000; left > 0 && backlog.length > 0; left--) {
    Atomics.wait(sleeper, 0, 0, 2);
    write();
  }
}

// A size limit. When the log has reached nine sixteenths of it, a copy of its last quarter starts to grow beside it; when that has everything, it
// replaces the log. See docs/event-log.md.

/** The path of the log, its first line, and its size in bytes; whether the size has a limit. */
let logPath = '', header = '', size = 0, isLimited = false;
/** The positions between two lines at which the log may be cut, and its end: `seq` and `t` are those of the line before. */
let marks = [], last = { offset: 0, seq: 0, t: 0 };
/** The `lost` lines of the log: their `seq` and `count`. */
let losses = [];
/** The copy that will replace the log: `from` and `to`, two descriptors; how far it was read; where the log is cut. */
let copy;

function writeWithinLimit(text) {
  for (let start = 0, end; start < text.length; start = end) {
    end = text.lastIndexOf('\n', start + LIMIT / 64) + 1;
    if (end <= start) end = text.indexOf('\n', start) + 1;
    const piece = text.slice(start, end), bytes = encoded(piece);
    makeRoom(bytes.length);
    append(bytes);
    const [, seq, t] = /^\{"seq":(\d+),"t":(\d+)/.exec(piece.slice(piece.lastIndexOf('\n', piece.length - 2) + 1)) ?? [];
    last = { offset: size, seq: Number(seq ?? last.seq), t: t ?? last.t };
    if (last.seq > 0 && size - (marks[marks.length - 1]?.offset ?? 0) >= LIMIT / 64) marks.push(last);
  }
}

/** Shortens the log, or continues to, before more bytes are added. */
function makeRoom(count) {
  if (copy === undefined && (last.seq === 0 || size + count <= LIMIT / 16 * 9)) return;
  try {
    copy ??= startCopy(marks.find(({ offset }) => offset >= size - LIMIT / 4) ?? last);
    // Several times of what is added, so that the copy catches up.
    if (continueCopy(Math.max(8 * count, 1 << 20))) replaceLog();
  } catch {
    dropCopy();
    ftruncateSync(file, 0);
    size = 0;
    append(encoded(startOf(last)));
    marks = [];
  }
}

/** Returns the header, and a `lost` line in place of everything before a position. */
function startOf({ seq, t }) {
  const count = losses.reduce((sum, loss) => sum + (loss.seq <= seq ? loss.count - 1 : 0), seq);
  losses = [{ seq, count: count - seq + 1 }, ...losses.filter((loss) => loss.seq > seq)];
  return `${header}{"seq":${seq},"t":${t},"ev":"lost","count":${count}}\n`;
}

const identity = (status) => `${status.dev}:${status.ino}`;

function startCopy(cut) {
  const target = realpathSync(logPath);
  if (identity(statSync(target)) !== identity(fstatSync(file))) throw new Error('the log was moved');
  const name = path.join(path.dirname(target), `.${path.basename(target)}.recording`);
  quietly(() => unlinkSync(name));
  const { O_WRONLY, O_CREAT, O_EXCL, O_RDONLY, O_NOFOLLOW = 0 } = constants;
  const result = { target, name, cut, offset: cut.offset, to: openSync(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600) };
  copy = result;
  result.identity = identity(fstatSync(result.to));
  fchmodSync(result.to, fstatSync(file).mode & 0o777);
  result.from = openSync(target, O_RDONLY | O_NOFOLLOW);
  result.size = writeAll(result.to, encoded(startOf(cut)));
  result.shift = result.size - cut.offset;
  return result;
}

/** Copies some bytes. Returns whether the copy has everything. */
function continueCopy(most) {
  // A program that closes every descriptor may have reused these.
  if (identity(fstatSync(copy.to)) !== copy.identity || identity(fstatSync(copy.from)) !== identity(fstatSync(file))) throw new Error('a descriptor was closed');
  const bytes = new Uint8Array(Math.min(most, size - copy.offset));
  const count = readSync(copy.from, bytes, 0, bytes.length, copy.offset);
  if (count < bytes.length) throw new Error('the log was shortened');
  writeAll(copy.to, bytes);
  copy.offset += count;
  return copy.offset === size;
}

function replaceLog() {
  const { target, name, from, to, cut, shift } = copy;
  if (identity(statSync(target)) !== identity(fstatSync(file))) throw new Error('the log was moved');
  renameSync(name, target);
  copy = undefined;
  closeSync(from);
  closeSync(file);
  file = to;
  fileIdentity = identity(fstatSync(file));
  size += shift;
  last = { ...last, offset: size };
  marks = marks.filter(({ offset }) => offset > cut.offset).map((mark) => ({ ...mark, offset: mark.offset + shift }));
}

function dropCopy() {
  if (copy === undefined) return;
  const { name, from, to, identity: own } = copy;
  copy = undefined;
  quietly(() => unlinkSync(name));
  quietly(() => identity(fstatSync(to)) === own && closeSync(to));
  quietly(() => from !== undefined && identity(fstatSync(from)) === identity(fstatSync(file)) && closeSync(from));
}

function writeAll(descriptor, bytes) {
  for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done, bytes.length - done, null);
  return bytes.length;
}

function encoded(text) {
  const bytes = new Uint8Array(byteLength(text));
  apply(utf8Write, bytes, [text, 0]);
  return bytes;
}

// Text ----------------------------------------------------------------------------------------------------------------------------

/** Controls; separators; invisible and bidirectional format characters; halves of surrogate pairs. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cf}\p{Cs}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u3164\ufe00-\ufe0f\uffa0]/gu;
const SHORT = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** The code of the letter of each escape in `SHORT`, by the code of the control character; 0 if it has no such escape. */
const SHORT_CODES = Uint8Array.from({ length: 32 }, (_, code) => SHORT[String.fromCharCode(code)]?.charCodeAt(1) ?? 0);

const escaped = (text) => [...Array(text.length).keys()].map((index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`).join('');

/** What needs no escape: looking for that first costs 150 ns less for a preview than looking for all that does. */
const PLAIN = /^[ !#-[\]-~]{0,120}$/;

const withQuotes = (text) => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** Returns a JSON string for a name that a reader uses: a path, for instance. */
function quotedExactly(text) {
  return withQuotes(text).replace(UNSAFE, escaped);
}

/** Returns a JSON string for a text that is meant for people: one line, at most 120 characters, nothing that could affect a terminal. */
function quoted(text) {
  if (PLAIN.test(text)) return `"${text}"`;
  const line = text.slice(0, 130).replace(UNSAFE, (unsafe) => SHORT[unsafe] ?? escaped(unsafe));
  return withQuotes(line.length > 120 ? `${line.slice(0, 119).replace(/[\ud800-\udbff]$/, '')}…` : line);
}

// Lines are assembled as bytes in one array, because strings would have to be collected again. The bytes of texts that recur are stored.

/** The lines of the next write: `filled` bytes, in which the last line starts at `lineStart`. */
let page = new Uint8Array(1 << 19), pageView = new DataView(page.buffer), filled = 0, lineStart = 0;
/** The bytes of the phrases, each phrase at a multiple of eight, so that eight bytes are copied at a time; the number of bytes in use. */
let pool = new DataView(new ArrayBuffer(1 << 16)), pooled = 0;
/** The phrases of texts, by text, and the most texts that are stored. */
const phrases = new Map(), PHRASES = 20_000;

/** Stores a text that recurs in lines. Returns where its bytes are. */
function phrase(text) {
  const bytes = encoded(text), start = pooled, { length } = bytes;
  pooled += length + 7 & ~7;
  if (pooled > pool.byteLength) {
    const larger = new Uint8Array(2 * pooled);
    larger.set(new Uint8Array(pool.buffer));
    pool = new DataView(larger.buffer);
  }
  new Uint8Array(pool.buffer).set(bytes, start);
  return { start, length };
}

const END = phrase('}\n');
/** The names of members, up to their values. */
const MEMBERS = Object.fromEntries(['by', 'count', 'cpu', 'ctx', 'error', 'from', 'instead', 'label', 'memory', 'source', 'text', 'type', 'value', 'via'].map((name) => [name, phrase(`,"${name}":`)]));
/** The name of each event and what follows it: in lines with a promise, and in lines without. */
const NAMES = Object.fromEntries(['created', 'registered', 'started', 'finished', 'awaiting', 'continued', 'adopted', 'fulfilled', 'rejected', 'handled', 'unhandled', 'released', 'called', 'noted', 'lost', 'alive', 'ended']
  .map((name) => [name, { about: phrase(`${name}","p":`), alone: phrase(`${name}"`) }]));
const ELLIPSIS = phrase('…'), QUOTE = phrase('"');
/** The ends of `finished` lines without a processor time. */
const OUTCOMES = Object.fromEntries(['value', 'void', 'promise', 'threw'].map((word) => [word, phrase(`,"outcome":"${word}"}\n`)]));
const CAUSES = Object.fromEntries(['resolver', 'returned', 'adopted', 'passthrough', 'combinator', 'threw'].map((word) => [word, phrase(`,"cause":"${word}"`)]));
/** The end of a `registered` line whose waiter is no reaction. */
const BOTH = phrase(',"handles":["fulfilled","rejected"]}\n');

/** Appends a text that may recur to the page. */
function put(text) {
  let known = phrases.get(text);
  if (known === undefined) {
    if (phrases.size >= PHRASES) return putOnce(text);
    phrases.set(text, (known = phrase(text)));
  }
  putPhrase(known);
}

/** The bytes that are free in the page when a line starts, and after each text that is longer than `BRIEF`: shorter ones need no check. */
const ROOM = 4096, BRIEF = 128;

function putPhrase({ start, length }) {
  if (length > BRIEF) ensure(length + ROOM);
  copyWords(pool, start, pageView, filled, length);
  filled += length;
}

/** Appends a text that does not recur. */
function putOnce(text) {
  ensure(3 * text.length + ROOM);
  filled += apply(utf8Write, page, [text, filled]);
}

/** Makes room in the page for more bytes. */
function ensure(length) {
  if (filled + length <= page.length) return;
  const larger = new Uint8Array(2 * (filled + length)), view = new DataView(larger.buffer);
  larger.set(page);
  // Both or neither, if the stack overflows.
  page = larger;
  pageView = view;
}

/** The two digits of each number up to 99, as 16 bits that are written in one step. */
const PAIRS = Uint16Array.from({ length: 100 }, (_, number) => 48 + Math.floor(number / 10) + (48 + number % 10) * 256);

/** A cache of the numbers that were appended last, in slots by their lowest eight bits: each number, its digits, and how many digits it has. */
const NUMBERS = 256, numbers = new Float64Array(NUMBERS).fill(-1), digits = new DataView(new ArrayBuffer(16 * NUMBERS)), lengths = new Uint8Array(NUMBERS);

/** Appends an integer that is not negative. A promise has several lines, one after the other. */
function putNumber(number) {
  const slot = number & NUMBERS - 1, place = 16 * slot;
  if (numbers[slot] !== number) {
    // If the stack overflows before the number is stored, the slot stays empty.
    numbers[slot] = -1;
    lengths[slot] = lengthOf(number);
    writeDigits(digits, place + lengths[slot], lengths[slot], number);
    numbers[slot] = number;
  }
  copyWords(digits, place, pageView, filled, 16);
  filled += lengths[slot];
}

/** Copies bytes, eight at a time. No eight bytes of UTF-8 without control characters are NaN, whose bits a copy could change. */
function copyWords(source, start, target, position, length) {
  for (let index = 0; index < length; index += 8) target.setFloat64(position + index, source.getFloat64(start + index, true), true);
}

/** Returns how many digits a number has. */
function lengthOf(number) {
  let length = 1;
  for (let power = 10; number >= power; power *= 10) length++;
  return length;
}

function writeDigits(target, end, length, number) {
  let index = end, rest = number;
  // Integers of 32 bits are divided faster.
  if (number >= 1e9) {
    writeDigits(target, end, 9, number % 1e9);
    return writeDigits(target, end - 9, length - 9, Math.floor(number / 1e9));
  }
  for (rest |= 0; index > end - length + 1;) {
    const next = rest / 100 | 0;
    target.setUint16(index -= 2, PAIRS[rest - 100 * next], true);
    rest = next;
  }
  if (index > end - length) target.setUint8(index - 1, 48 + rest);
}

/** Appends what `quoted` returns, without making that string where possible. */
function putQuoted(text) {
  const start = filled;
  // The number of characters; where the first 119 of them end.
  let count = 0, cut = 0;
  ensure(ROOM);
  page[filled++] = 0x22;
  for (let index = 0; index < text.length && count <= 120; index++) {
    const code = text.charCodeAt(index), letter = code < 0x20 ? SHORT_CODES[code] : code;
    if (code === 0x2026) {
      // It is common in previews.
      putPhrase(ELLIPSIS);
      if (++count === 119) cut = filled;
      continue;
    }
    if (letter === 0 || code > 0x7e) {
      filled = start;
      return putOnce(quoted(text));
    }
    if (code < 0x20) {
      page[filled++] = page[filled++] = 0x5c;
      if (++count === 119) cut = filled;
    } else if (code === 0x22 || code === 0x5c) {
      page[filled++] = 0x5c;
    }
    page[filled++] = letter;
    if (++count === 119) cut = filled;
  }
  if (count > 120) {
    filled = cut;
    putPhrase(ELLIPSIS);
  }
  putPhrase(QUOTE);
}

const hasPartialLine = () => filled > lineStart && page[filled - 1] !== 0x0a;

/** Removes the last line if a fault interrupted it. */
function dropPartialLine() {
  if (!hasPartialLine()) return;
  filled = lineStart;
  sequence--;
  lost++;
}

function isObject(value) {
  return value !== null && (typeof value === 'object' || typeof value === 'function');
}

/** Returns a property without calling a getter or a trap: only a value that is stored in the object or in its prototypes. */
function stored(object, name) {
  for (let depth = 0; isObject(object) && depth < 20; depth++) {
    if (types.isProxy(object)) return undefined;
    const property = Object.getOwnPropertyDescriptor(object, name);
    if (property !== undefined) return property.value;
    object = Object.getPrototypeOf(object);
  }
  return undefined;
}

/** Whether a value may be a thenable. */
function mayHaveThen(value) {
  for (let depth = 0; isObject(value); depth++) {
    if (depth === 20 || types.isProxy(value) || hasOwn(value, 'then')) return true;
    value = getPrototypeOf(value);
  }
  return false;
}

/** Returns the class that is stored nearest to an object: errors of Node have a getter before it. */
function classOf(object) {
  for (let depth = 0; isObject(object) && depth < 20; depth++) {
    if (types.isProxy(object)) return undefined;
    const constructor = Object.getOwnPropertyDescriptor(object, 'constructor')?.value;
    if (typeof constructor === 'function') return constructor;
    object = Object.getPrototypeOf(object);
  }
  return undefined;
}

/** What a name has that its class was given where it is written. Everything else can be a text of the program. */
const CLASS_NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]{0,99}$/u;
/** The names of a DOMException that are known: it can be given any other. */
const DOM_EXCEPTIONS = new Set(('Abort Constraint DataClone Data Encoding InUseAttribute IndexSize InvalidAccess InvalidCharacter InvalidModification InvalidState Namespace'
  + ' Network NotAllowed NotFound NotReadable NotSupported Operation QuotaExceeded ReadOnly Security Syntax Timeout TypeMismatch URLMismatch Unknown Version WrongDocument').split(' ').map((word) => `${word}Error`));

const getter = (prototype, name) => Object.getOwnPropertyDescriptor(prototype ?? {}, name)?.get;
const domExceptionName = getter(own.DOMException?.prototype, 'name');
const sizes = [[types.isMap, getter(Map.prototype, 'size')], [types.isSet, getter(Set.prototype, 'size')],
  [types.isTypedArray, getter(Object.getPrototypeOf(Uint8Array.prototype), 'byteLength')]];

/** The names of classes, each as it was when the class was first seen. */
const classNames = new WeakMap();

/** Returns the name that the source gives a class; null if it gives none. */
function nameOfClass(constructor) {
  if (constructor === undefined) return null;
  let name = classNames.get(constructor);
  if (name === undefined) {
    const property = types.isProxy(constructor) ? undefined : Object.getOwnPropertyDescriptor(constructor, 'name');
    name = typeof property?.value === 'string' && !property.writable && !property.enumerable && CLASS_NAME.test(property.value) ? property.value : null;
    classNames.set(constructor, name);
  }
  return name;
}

const { hasOwn } = Object;

/** Returns the name of a value's type. */
function typeName(value) {
  if (!isObject(value)) return value === null ? 'null' : typeof value;
  if (types.isProxy(value)) return 'Proxy';
  const name = nameOfClass(classOf(value)) ?? (types.isNativeError(value) ? 'Error' : 'Object');
  if (name !== 'DOMException') return name;
  // What only bears the name of a DOMException keeps it.
  const word = quietly(() => domExceptionName.call(value), name);
  return DOM_EXCEPTIONS.has(word) ? word : name;
}

/**
 * Returns a short text for a value that a promise was settled with. `util.inspect` would call getters of classes.
 *
 * @param depth How many levels of the value are shown.
 */
function preview(value, depth = 1) {
  if (VALUES === 'type') return typeName(value);
  if (typeof value === 'string') return `'${value.slice(0, 130)}'`;
  if (typeof value === 'bigint') return `${value}n`;
  if (!isObject(value)) return String(value);
  const type = typeName(value);
  if (types.isProxy(value) || typeof value === 'function') return type;
  if (types.isNativeError(value)) return String(stored(value, 'message') || type);
  if (types.isDate(value)) return quietly(() => Date.prototype.toISOString.call(value), 'Invalid Date');
  const isArray = Array.isArray(value);
  const size = isArray ? undefined : sizes.find(([isType]) => isType(value))?.[1];
  if (size !== undefined) return `${type}(${size.call(value)})`;
  if (depth === 0) return isArray ? `[${value.length}]` : type === 'Object' ? '{…}' : type;
  const names = isArray ? undefined : Object.keys(value), count = Math.min(isArray ? value.length : names.length, 6);
  let parts = '';
  for (let index = 0; index < count; index++) {
    if (index > 0) parts += ', ';
    if (index === 5) {
      parts += '…';
      break;
    }
    const name = isArray ? index : names[index], property = Object.getOwnPropertyDescriptor(value, name);
    if (!isArray) parts += `${name}: `;
    parts += property === undefined || !hasOwn(property, 'value') ? '…' : preview(property.value, depth - 1);
  }
  return isArray ? `[${parts}]` : `${type === 'Object' ? '' : `${type} `}{${parts}}`;
}

// Source files --------------------------------------------------------------------------------------------------------------------
// The promises of the program's own files are rows. Those of Node and of packages are not, unless the program itself awaits, derives
// from, or combines them.

const USER = 0, PACKAGE = 1, INTERNAL = 2;

/** The folder that the files of call sites are relative to. */
const sourceRoot = findSourceRoot();
/** Returns the path that the address of a file stands for. */
const pathOf = process.platform === 'win32' ? fileURLToPath : (address) => decodeURIComponent(/^file:\/\/[^/]*([^?#]*)/.exec(address)[1]);
/** The folders whose contents are packages, besides `node_modules`. */
const packageFolders = (process.env.NODE_PATH ?? '').split(path.delimiter).concat('/usr/share/nodejs').filter(Boolean).map((name) => name.replace(/\/*$/, '/'));
/** The package that is the program, such as npm's; undefined once it runs files of somebody else, as a test runner does. */
let ownPackage = findOwnPackage();

function findSourceRoot() {
  // The working folder may have been removed.
  const current = quietly(() => process.cwd(), '');
  if (scriptPath === '' || (current !== '' && scriptPath.startsWith(current + path.sep))) return current;
  const start = path.dirname(realPath(scriptPath));
  for (let folder = start; ; folder = path.dirname(folder)) {
    if (isFile(path.join(folder, 'package.json'))) return folder;
    if (folder === path.dirname(folder)) return start;
  }
}

function realPath(name) {
  return quietly(() => realpathSync(name), name);
}

function findOwnPackage() {
  const script = realPath(scriptPath);
  const modules = script.lastIndexOf('/node_modules/');
  const start = modules >= 0 ? modules + '/node_modules/'.length : packageFolders.find((name) => script.startsWith(name))?.length;
  return start === undefined ? undefined : script.slice(0, start) + /^(@[^/]*\/)?[^/]*/.exec(script.slice(start))[0] + '/';
}

function categoryOf(name) {
  if (name.startsWith('node:') || name === __filename) return INTERNAL;
  if (WITH_PACKAGES) return USER;
  if (ownPackage !== undefined && name.startsWith(ownPackage)) return name.includes('/node_modules/', ownPackage.length) ? PACKAGE : USER;
  return /[\\/]node_modules[\\/]/.test(name) || packageFolders.some((folder) => name.startsWith(folder)) ? PACKAGE : USER;
}

function shown(name) {
  return sourceRoot !== '' && name.startsWith(sourceRoot + path.sep) ? name.slice(sourceRoot.length + 1) : name;
}

/** A file with code, or what stands for one. */
class Script {
  functions = new Map();

  constructor(name, number) {
    this.name = name;
    this.number = number;
    this.isModule = name?.startsWith('file:') === true;
    // An address that is no path is shown as it is.
    this.path = this.isModule ? quietly(() => pathOf(name), name) : name ?? '';
    this.isFile = path.isAbsolute(this.path);
    this.category = categoryOf(this.path);
    this.kept = this.lineStarts = this.sourceMap = undefined;
  }

  /** The text of the file; empty if it cannot be read, or is too long. */
  get text() {
    if (this.kept === undefined) {
      this.kept = (this.isFile && quietly(() => withBuiltins(() => readText(this.path)))) || '';
      keptScripts.push(this);
      for (keptLength += this.kept.length; keptLength > 2 * MOST; keptScripts.shift().kept = undefined) keptLength -= keptScripts[0].kept.length;
    }
    return this.kept;
  }

  /** Where the lines of the text start. */
  get starts() {
    if (this.lineStarts === undefined) {
      this.lineStarts = [0];
      for (let end = this.text.indexOf('\n'); end >= 0; end = this.text.indexOf('\n', end + 1)) this.lineStarts.push(end + 1);
    }
    return this.lineStarts;
  }

  /** Returns the index of a position in the text; its end, if the text does not have it. */
  indexOf(line, column) {
    return (this.starts[line - 1] ?? this.text.length) + column - 1;
  }

  /** Returns the number of the line that an index of the text is in. */
  lineOf(index) {
    const next = this.starts.findIndex((start) => start > index);
    return next < 0 ? this.starts.length : next;
  }

  /** The source map that belongs to the file, see `readSourceMap`; or undefined. */
  get map() {
    if (this.sourceMap === undefined) this.sourceMap = (this.isFile && quietly(() => withBuiltins(() => readSourceMap(this)))) || null;
    return this.sourceMap ?? undefined;
  }
}

/** How many characters a file has at most that is read, a source or a source map; twice as many are kept. */
const MOST = 16 * 1024 * 1024;
const keptScripts = [];
let keptLength = 0;

/** Reads a file. Throws if it is too long, or cannot be read. */
function readText(name) {
  const descriptor = openSync(name, 'r');
  try {
    const { size } = fstatSync(descriptor);
    if (size > MOST) throw new Error(`${name} is longer than ${MOST} bytes`);
    const bytes = new Uint8Array(size);
    let end = 0;
    for (let count = -1; count !== 0 && end < size; end += count) count = readSync(descriptor, bytes, end, size - end, null);
    const text = apply(utf8Slice, bytes, [0, end]);
    return text.startsWith('\ufeff') ? text.slice(1) : text;
  } finally {
    closeSync(descriptor);
  }
}

/** Returns the source map of a script, and the folder that its sources are relative to. */
function readSourceMap({ path: name, text }) {
  const known = findSourceMap(name);
  if (known !== undefined) return { map: known, root: known.payload.sourceRoot };
  const start = text.lastIndexOf('sourceMappingURL=');
  if (start < 0 || !/(^|\n)\/[/*][#@]\s*$/.test(text.slice(Math.max(0, start - 20), start))) return undefined;
  const [, address] = /^[^=]*=([^\s*]*)/.exec(text.slice(start));
  const inline = /^data:[^,]{0,200}?(;base64)?,/.exec(address);
  const contents = inline === null ? readText(path.resolve(path.dirname(name), decodeURI(address)))
    : inline[1] ? decodeBase64(address.slice(inline[0].length)) : decodeURIComponent(address.slice(inline[0].length));
  const payload = JSON.parse(contents);
  return { map: new SourceMap(payload), root: payload.sourceRoot };
}

function decodeBase64(text) {
  const bytes = new Uint8Array(text.length);
  return apply(utf8Slice, bytes, [0, apply(base64Write, bytes, [text])]);
}

const scripts = new Map();
/** Whether a function of the program has been seen. */
let hasProgramRun = false;

function scriptOf(frame) {
  const name = frame.getScriptNameOrSourceURL();
  const known = scripts.get(name);
  if (known !== undefined) return known;
  const script = new Script(name, scripts.size);
  scripts.set(name, script);
  hasProgramRun ||= script.category === USER;
  if (ownPackage !== undefined && script.isFile && script.category === USER && !script.path.startsWith(ownPackage)) {
    ownPackage = undefined;
    for (const other of scripts.values()) other.category = categoryOf(other.path);
  }
  return script;
}

/** Returns the location of a frame in the source that its author wrote: the file and the line. */
function locationOf(frame) {
  return locationIn(scriptOf(frame), frame.getLineNumber(), frame.getColumnNumber());
}

function locationIn(script, line, column) {
  const entry = script.map && apply(findEntry, script.map.map, [line - 1, column - 1]);
  if (entry?.originalSource === undefined) return script.path === '' ? undefined : { file: shown(script.path), line };
  const root = script.map.root ?? '';
  const { originalSource } = entry;
  // If it is no address, it is shown as the map has it.
  const source = quietly(() => (originalSource.startsWith('file:') ? pathOf(originalSource)
    : /^[a-z][\w+.-]+:/i.test(originalSource) ? originalSource
      : path.resolve(path.dirname(script.path), originalSource.startsWith('/') ? '' : root, originalSource)), originalSource);
  return { file: shown(source), line: entry.originalLine + 1 };
}

/** A function, as far as stacks identify it: by its script and position. `module` is what runs there, if it is a module. */
function functionOf(frame) {
  const { functions } = scriptOf(frame);
  // A function at the start of a file has the position of the code outside of all functions, which has no name.
  const key = `${frame.getEnclosingLineNumber()}:${frame.getEnclosingColumnNumber()}:${frame.getFunctionName() === null}`;
  let known = functions.get(key);
  if (known === undefined) functions.set(key, (known = { name: nameOf(frame), script: scriptOf(frame), module: undefined }));
  return known;
}

/** Returns the name of a function; V8 calls a function that was assigned to `exports.load` "exports.load". */
function nameOf(frame) {
  return (frame.getFunctionName() ?? '').replace(/^(module\.)?exports\.(?=.)/, '');
}

// The source ----------------------------------------------------------------------------------------------------------------------
// V8 does not report whether a handler uses the error, nor what settles a promise. What the source does not show either is not logged.

/**
 * Matches `new Promise` with an executor that sets a timer first. The groups: the names of its parameters, the function that it passes to the
 * timer, the function that the timer's callback calls, and `)` if that call has no arguments.
 */
const SLEEP = new RegExp([
  /^new\s+Promise\s*\(\s*(?:function\s*\w*\s*)?\(?\s*(\w+)\s*(?:,\s*(\w+)\s*)?\)?\s*(?:=>\s*)?\{?\s*(?:return\s+)?(?:(?:(?:const|let|var)\s+)?\w+\s*=\s*)?/,
  /(?:globalThis\.|timers\.)?setTimeout\s*\(\s*(?:(\w+)\s*,|(?:(?:\(\s*\)|\w+)\s*=>\s*\{?\s*(?:return\s+)?|function\s*\w*\s*\(\s*\)\s*\{\s*)(\w+)\s*\(\s*(\)?))/,
].map(({ source }) => source).join(''));

/**
 * Whether `new Promise` only waits for a time to pass, as in `new Promise((resolve) => setTimeout(resolve, 100))`. A timer that passes a value
 * stands for work.
 */
function isSettledByTimer(script, frame) {
  const [, resolve, reject, passed, called, end] = SLEEP.exec(sourceFrom(script, frame)) ?? [];
  if (resolve === undefined) return false;
  return passed === undefined ? called === reject || called === resolve && end === ')' : passed === resolve || passed === reject;
}

const LISTEN = /^(?:on|once|addListener|prependListener|prependOnceListener|addEventListener)$/;

/**
 * Whether `new Promise` only waits for an event, as `once` of `node:events` does: its executor adds listeners to `process`, or one listener to
 * something else and does nothing besides.
 */
function isSettledByEvent(script, frame) {
  const words = argumentOf(tokensOf(sourceFrom(script, frame).replace(/^new\s+Promise\b/, '')));
  const isListener = (word, index) => words[index - 1] === '.' && words[index + 1] === '(' && LISTEN.test(word);
  const start = words === undefined ? -1 : words.findIndex(isListener);
  if (start < 0) return false;
  if (words.every((word, index) => !isListener(word, index) || words[index - 2] === 'process')) return true;
  const head = words[0] === 'function' ? closing(words, words.indexOf('(')) + 1 : words.indexOf('>') + 1;
  const isOnlyCall = words.slice(head, start).every((word) => /^(?:\{|return|[\w$.#]+)$/.test(word));
  return isOnlyCall && words.slice(closing(words, start + 1) + 1).every((word) => word === ';' || word === '}');
}

/** Whether the listener that the matched call adds is a resolver itself. */
function passesResolver(text, match) {
  const [, name] = /^([\w$]+)\s*[,)]/.exec(text.slice(match.index + match[0].length)) ?? [];
  return name !== undefined && SETTLES.test(name);
}

/** Whether the executor of `new Promise` only adds listeners to a parameter of the enclosing function, so that the caller decides what the promise waits for. */
function isOfCaller(script, frame) {
  const source = sourceFrom(script, frame), [, body] = /^new\s+Promise\s*\(\s*\(?[\w\s,]*\)?\s*=>\s*\{?((?:\s*(\w+)\.(?:on|once|addListener|addEventListener)\s*\((?:[^()]|\(\w*\))*\)\s*;?)(?:\s*\2\.(?:on|once|addListener|addEventListener)\s*\((?:[^()]|\(\w*\))*\)\s*;?)*)\s*\}?\s*\)/.exec(source) ?? [];
  if (body === undefined) return false;
  const [name] = /\w+/.exec(body), start = script.indexOf(frame.getEnclosingLineNumber(), frame.getEnclosingColumnNumber());
  const [parameters] = /^[^{]*?(?:\{|=>)/.exec(script.text.slice(start, start + 500)) ?? [''];
  return name !== 'process' && new RegExp(`[(,]\\s*${name}\\s*[,)=]|^${name}\\s*=>`).test(parameters);
}

/**
 * Whether `new Promise` only keeps a server running, so that nothing will settle it: its executor is empty, it is awaited at the end of its function, under no
 * condition, and the code before it listens. Without a server it is a hang.
 */
function isKeepAlive(script, frame) {
  const index = script.indexOf(frame.getLineNumber(), frame.getColumnNumber());
  return /(?:^|[;{}\n]|\*\/)\s*await\s+$/.test(sourceBefore(script, index))
    && /^new\s+Promise\s*\(\s*(?:function\s*\w*\s*)?(?:\([\w\s,]*\)|\w+)\s*(?:=>\s*)?\{\s*\}\s*\)\s*;?\s*(?:\}|$)/.test(script.text.slice(index, index + 200))
    && /\.listen\s*\(/.test(script.text.slice(0, index));
}

/** Whether a call of `once` waits for the end of something. */
function isUntilEnd(script, frame) {
  return /^once\s*\([^;'"`]*['"`](?:close|exit|disconnect|SIG[A-Z0-9]+)['"`]/.test(sourceFrom(script, frame).slice(0, 200));
}

const HANDLERS = { then: '', catch: ',"handles":["rejected"]', finally: ',"handles":["fulfilled","rejected"]' };

/** Describes the handlers of `then`, `catch`, or `finally`. */
function handlersOf(word, script, frame) {
  return HANDLERS[word] + (word === 'finally' ? '' : takesErrorText(handlerTakesError(word, script, frame)));
}

const takesErrorText = (takesError) => (takesError === undefined ? '' : `,"takesError":${takesError}`);

const loopText = (loop) => (loop === undefined ? '' : `,"loop":"${loop}"`);

/** Whether the handler for rejections of `catch` or `then` uses the error: see `usesError`. Returns undefined if there is none, or the source does not show it. */
function handlerTakesError(word, script, frame) {
  const words = argumentOf(tokensOf(sourceFrom(script, frame).replace(/^(?:catch|then)\b/, '')), word === 'then' ? 1 : 0);
  if (words === undefined || words.length === 0 || /^(?:undefined|null)$/.test(words[0])) return undefined;
  if (words[0] === 'async' && words[1] !== '=') words.shift();
  if (words[0] === 'function') {
    const start = words.indexOf('(');
    const end = closing(words, start);
    return usesError(words[start + 1], words.slice(end + 1));
  }
  const end = words[0] === '(' ? closing(words, 0) : 0;
  if (words[end + 1] === '=' && words[end + 2] === '>') return usesError(words[0] === '(' ? words[1] : words[0], words.slice(end + 3));
  // The name of a function.
  return words.every((word) => /^[\w$.#]+$/.test(word)) || undefined;
}

/** Returns the members `site` of the handlers, for values and for errors, that are passed to `then` or `catch` by name, as resolvers often are. */
function passedHandlers(word, script, frame) {
  const source = sourceFrom(script, frame), [head] = /^(?:catch|then)?\b/.exec(source) ?? [''];
  const first = script.indexOf(frame.getLineNumber(), frame.getColumnNumber()) + head.length;
  const [onValue, onError] = (word === 'then' ? [0, 1] : [-1, 0]).map((position) => {
    const words = position < 0 ? undefined : argumentOf(tokensOf(source.slice(head.length)), position);
    if (!(words?.length > 0) || !words.every((part) => /^[\w$.#?]+$/.test(part))) return '';
    const location = locationIn(script, script.lineOf(first + words.start), 1);
    return location === undefined ? '' : `${siteText(location, nameOf(frame))}}`;
  });
  return { onValue, onError };
}

/**
 * Whether the `catch` around an `await` uses the error: see `usesError`. Returns undefined if there is no `catch`, or the source is not that which
 * runs.
 *
 * @param frame The function that awaits.
 */
function catchTakesError(script, frame) {
  const [start, end] = sourceAround(script, frame);
  const block = showsAwait(start, end) ? catchAround(start, end) : undefined;
  return block === undefined ? undefined : blockTakesError(block);
}

/** Whether a promise is returned without `await` from a `try` block that has a `catch`. */
function skipsCatch(script, frame) {
  const [start, end] = sourceAround(script, frame);
  const value = /\breturn\b([^;{}]*)$/.exec(start)?.[1];
  if (value === undefined || /\bawait\b/.test(value) || wordsOf(value).reduce((depth, word) => depth + depthOf(word), 0) !== 0) return false;
  const words = wordsOf(end);
  // What is made of the promise is returned instead.
  if (/^[.?[]$/.test(words[closing(words, words.indexOf('(')) + 1])) return false;
  return catchAround(start, end) !== undefined;
}

/** The tokens behind the `catch` of the innermost `try` block that has one, around the position between two sources; undefined if there is none. */
function catchAround(start, end) {
  if (!/\btry\b/.test(start)) return undefined;
  const tokens = tokensOf(start + end);
  // Whether each open block is a `try`; how many blocks are around each `try` that contains the `await`.
  const blocks = [];
  let tries, former = '', isCaught = false;
  // A `for` loop that is left would end the tokens.
  for (let next = tokens.next(); !next.done; next = tokens.next()) {
    const { text, index } = next.value;
    if (isCaught && text === 'catch') return tokens;
    if (index >= start.length) {
      tries ??= [...blocks.keys()].filter((depth) => blocks[depth]);
      if (tries.length === 0) return undefined;
    }
    isCaught = text === '}' && blocks.length - 1 === tries?.at(-1);
    if (text === '{') blocks.push(former === 'try');
    else if (text === '}') blocks.pop();
    if (isCaught) tries.pop();
    // Another `try` may be around one that has only `finally`.
    if (tries?.length === 0 && !isCaught) return undefined;
    former = text;
  }
  return undefined;
}

/** The source of a function up to a frame's position, or nothing if it is too long, and from there on. */
function sourceAround(script, frame) {
  const start = sourceBetween(script, frame.getEnclosingLineNumber(), frame.getEnclosingColumnNumber(), frame.getLineNumber(), frame.getColumnNumber());
  return [start, start === '' ? '' : sourceFrom(script, frame)];
}

/** Whether there is an `await` at a position, which is that of the call, or of the statement. */
const showsAwait = (start, end) => /\bawait\b/.test(start.slice(-300)) || /^[^;{}]*\bawait\b/.test(end);

/**
 * The innermost loop around an `await`: `endless` if neither a condition nor `break` or `return` ends it, `condition` if it does not go over
 * elements or a count, `each` if it does and its rounds are independent; undefined for others, outside of loops, and if the source is not that which runs.
 *
 * @param frame The function that awaits.
 */
function loopAround(script, frame) {
  const [start, end] = sourceAround(script, frame);
  if (start.length > LOOP_LENGTH || !/\b(while|for|do)\b/.test(start) || !showsAwait(start, end)) return undefined;
  const words = wordsOf(start);
  for (let index = words.length - 1; index >= 0; index--) {
    if (!/^(while|for|do)$/.test(words[index]) || words[index - 1] === '.' || words[index + 1] === ':') continue;
    const { form, body, isOpen } = loopAt(words, index);
    if (!isOpen) continue;
    if (form === 'condition') return form;
    const all = wordsOf(start + end.slice(0, LOOP_LENGTH)), last = endOfStatement(all, body);
    if (form === undefined) return last < Infinity && isIndependent(all.slice(index + 1, body - 1), all.slice(body, last), words.length - body) ? 'each' : undefined;
    // What is not read may leave it.
    return last === Infinity || all.slice(body, last).some((word) => word === 'break' || word === 'return') ? 'condition' : 'endless';
  }
  return undefined;
}

/** How many characters of a function before an `await`, and of its loop behind it, are read at most. */
const LOOP_LENGTH = 5_000;

const wordsOf = (source) => Array.from(tokensOf(source), ({ text }) => text);

/** The loop whose keyword is at an index: its form, where its body begins, and whether the last word is still in what it repeats. */
function loopAt(words, index) {
  if (words[index] === 'do') return { form: 'condition', isOpen: endOfStatement(words, index + 1) === Infinity };
  const open = words.indexOf('(', index), close = closing(words, open), isClosed = words[close] === ')';
  const header = words.slice(open + 1, close), body = close + 1, isOpen = endOfStatement(words, body) === Infinity;
  if (words[index] === 'while') {
    // The condition is repeated, too.
    if (!isClosed) return { form: 'condition', isOpen: true };
    return { form: /^(true|1)$/.test(header.join(' ')) ? 'endless' : 'condition', body, isOpen };
  }
  const [first, second, third] = header.flatMap((word, place) => (word === ';' ? [place] : []));
  const isCounted = second === undefined || third !== undefined || second > first + 1 && second < header.length - 1;
  return { form: isCounted ? undefined : second > first + 1 ? 'condition' : 'endless', body, isOpen: isOpen && isClosed };
}

/** Words that make a round depend on the one before: what leaves the loop, or skips a round; pauses; and calls that have to follow one another. */
const FOLLOWS = /^(?:break|return|continue|yield|debounce|sleep|delay|pause|wait\w*|backoff|throttle|setTimeout|setImmediate|next|tick|step|advance|append\w*|write\w*|send|emit|insert\w*|commit|migrate|lock|acquire|release|flush|drain|apply|exec\w*|run|retry)$/i;

/**
 * Whether the rounds of a loop over elements or a count do without one another, as far as its source shows: what it awaits depends on the element, and on nothing
 * that a round changes, and under no condition.
 *
 * @param header The words in its parentheses.
 * @param body The words that it repeats.
 * @param index The index in the body of a word near the `await`.
 */
function isIndependent(header, body, index) {
  const before = body.lastIndexOf('await', index), start = before < 0 ? body.indexOf('await') : before;
  if (start < 0 || header[0] === 'await') return false;
  const length = endOfStatement(body.slice(start), 0), awaited = body.slice(start + 1, length === Infinity ? undefined : start + length);
  if (body.some((word) => FOLLOWS.test(word)) || body.slice(0, start).some((word) => /^(?:if|switch|while|for|do|try|\?)$/.test(word))) return false;
  // The variables of a round: those of the header, and those that its code declares.
  const own = new Set();
  for (const words of [header, body.slice(0, start)]) {
    words.forEach((word, place) => {
      if (!/^(?:const|let|var)$/.test(word)) return;
      for (let next = place + 1; next < words.length && !/^(?:=|of|in|;)$/.test(words[next]); next++) if (isName(words[next])) own.add(words[next]);
    });
  }
  const changed = body.flatMap((word, place) => {
    const isAssigned = word === '=' && !/^[=>]$/.test(body[place + 1]) && !/^[=!<>]$/.test(body[place - 1]) || /^[+-]$/.test(word) && body[place + 1] === word;
    if (!isAssigned) return [];
    let target = place - 1;
    while (/^[-+*\/%&|^]$/.test(body[target])) target--;
    while (target > 1 && body[target - 1] === '.') target -= 2;
    return isName(body[target]) && !own.has(body[target]) ? [body[target]] : [];
  });
  return awaited.some((word) => own.has(word)) && !awaited.some((word) => changed.includes(word));
}

/** Where a statement ends: a block, or up to a semicolon. */
function endOfStatement(words, start) {
  let depth = 0;
  for (let index = start; index < words.length; index++) {
    depth += depthOf(words[index]);
    if (depth < 0 || depth === 0 && (words[index] === ';' || words[index] === '}' && words[start] === '{')) return index;
  }
  return Infinity;
}

const isName = (word) => /^[A-Za-z_$][\w$]*$/.test(word);

/** Words before a parenthesis that neither call nor define a function. */
const CONTROL = /^(?:if|for|while|switch|catch|with|await|return|typeof|do|else)$/;
/** Names of functions that settle something. */
const SETTLES = /^(?:resolve|reject|done|callback|cb|next|settle|fulfill|fail)$/;
/** The most characters of a file that `insteadOf` reads, and of all its calls together, which take 0.2 s: in a large bundle, a call takes 2 ms. */
const READABLE = 300_000;
let readable = 100 * READABLE;
/** The file that `insteadOf` read last, and its tokens: a bundle has hundreds of such calls. */
let tokenized = { script: undefined, tokens: [] };

/**
 * Returns the index of the code that may run instead of a call; -1 if there is none. It is the branch of the last `return` or `continue` before the call, in the
 * same function or in one that it is a callback of, up to the function whose parameter is called; or another case of the same `switch`, or branch of the same `if`.
 * No such branch calls something that settles. If there is none and the function is a listener, it is the listener for the end or the failure of the same object.
 */
function insteadOf(script, frame) {
  const index = script.indexOf(frame.getLineNumber(), frame.getColumnNumber());
  return insteadAt(script, index, script.indexOf(frame.getEnclosingLineNumber(), frame.getEnclosingColumnNumber()));
}

/**
 * Returns what `insteadOf` returns, for a call at an index.
 *
 * @param start The index of the function that makes the call; undefined to take it from the source.
 * @param withCaller Whether to search the code that calls this function, too, if its file has exactly one such call.
 */
function insteadAt(script, index, start, withCaller = true) {
  const code = codeAt(script, index);
  if (code === undefined) return -1;
  const { name, tokens, positions, blocks } = code;
  let isOuter = false;
  // A `return` inside a `try` block still runs its `finally` block, so it does not bypass a call there.
  const since = Math.min(...blocks.map((block) => block.tryIndex ?? Infinity));
  for (let depth = blocks.length - 1; depth >= 0; depth--) {
    const block = blocks[depth];
    const isOwner = block.parameters?.includes(name) ?? false;
    // A branch that does something before it exits is likelier than one that only exits. In a function around a callback, only a bare `return` counts.
    const exits = block.exits.filter((each) => each.index < since && !each.block?.calls && (callsNothing(tokens, each.at, isOuter) || isOwner && !valueAt(tokens, each.at).includes(name)));
    const exit = lastOf(exits, (each) => /^[;}]$/.test(tokens[each.at - 2])) ?? exits[exits.length - 1];
    isOuter ||= block.isFunction;
    if (exit !== undefined) return exit.index;
    const other = besides(block, code);
    if (other !== undefined) return other;
    if (isOwner || block.isFunction && !block.isCallback) break;
  }
  const own = functionAt(code);
  const listener = listenerInstead(script, start ?? own.start);
  if (listener >= 0 || !withCaller || own.name === undefined) return listener;
  const calls = callsTo(script, own.name);
  return calls.length === 1 ? insteadAt(script, calls[0], undefined, false) : -1;
}

/**
 * Returns the tokens up to an index and their positions, the blocks that are open there, and the name of what is called there; undefined if the file is too long. Of
 * each block: whether it is a function, a callback, a loop, or a branch; the exits from it before the index; its cases; the branches of the same `if`; whether it calls something that settles.
 */
function codeAt(script, index) {
  const { text } = script;
  // Finding the tokens takes eight times as long for each character as looking through them.
  const cost = index + (tokenized.script === script ? 0 : 8 * text.length);
  if (text.length > READABLE || index >= text.length || readable < cost) return undefined;
  readable -= cost;
  if (tokenized.script !== script) tokenized = { script, tokens: [...tokensOf(text)] };
  const [name] = /^[\w$#]+/.exec(text.slice(index, index + 100)) ?? [''];
  const tokens = [], positions = [], blocks = [];
  let found;
  for (const token of tokenized.tokens) {
    const { text: word } = token, block = blocks[blocks.length - 1];
    if (found === undefined && token.index >= index) {
      found = { name, tokens: [...tokens], positions: [...positions], blocks: [...blocks] };
      for (const { cases } of blocks) if (cases.length > 0) cases[cases.length - 1].calls = true;
      if (!blocks.some(({ isFunction }) => isFunction)) break;
    }
    tokens.push(word);
    positions.push(token.index);
    if (/^[([{]$/.test(word)) {
      const opened = { index: token.index, at: tokens.length - 1, exits: [], cases: [], calls: false, ...(word === '{' ? blockAt(tokens) : {}) };
      if (opened.isElse && block?.former !== undefined) opened.branches = block.former.branches;
      if (opened.isBranch) (opened.branches ??= []).push(opened);
      if (opened.isTry && block !== undefined) block.tryAt = token.index;
      if (opened.isFinally) opened.tryIndex = block?.tryAt;
      blocks.push(opened);
    } else if (/^[)\]}]$/.test(word)) {
      const closed = blocks.pop();
      if (word === '}' && blocks.length > 0) blocks[blocks.length - 1].former = closed;
      if (found !== undefined && closed === lastOf(found.blocks, ({ isFunction }) => isFunction)) break;
    } else if (/^(?:case|default)$/.test(word) && block?.isSwitch) block.cases.push({ index: token.index, at: tokens.length, calls: false });
    else if (found === undefined && (word === 'return' || word === 'continue')) {
      const outer = word === 'return' ? lastOf(blocks, ({ isFunction }) => isFunction) : lastOf(blocks, ({ isLoop, isFunction }) => isLoop || isFunction);
      if (outer !== undefined && (word === 'return' || outer.isLoop)) outer.exits.push({ index: block?.isBranch ? block.index : token.index, block, at: tokens.length });
    }
    if (block !== undefined && word === '(' && (SETTLES.test(tokens[tokens.length - 2]) || tokens[tokens.length - 2] === name)) {
      for (const each of blocks.slice(blocks.lastIndexOf(lastOf(blocks, ({ isFunction }) => isFunction)) + 1)) {
        each.calls ||= found === undefined || !found.blocks.includes(each);
        if (each.cases.length > 0) each.cases[each.cases.length - 1].calls = true;
      }
    }
  }
  return found;
}

/** Returns the index of a case of the same `switch`, or of a branch of the same `if`, that settles nothing; undefined if there is none. */
function besides({ branches = [], cases, at, index }, { tokens, positions }) {
  const isEmpty = (each) => cases.some((other) => other.index > each.index && other.at - each.at <= 3);
  const other = cases.find((each) => !each.calls && !isEmpty(each));
  if (other !== undefined || branches.length < 2) return other?.index;
  // If the condition tests the function that is called, or the collection that stores it, nothing waits in the other branch.
  const words = new Set(tokens.slice(at).filter(isName));
  const isAbout = branches.some((branch) => {
    const end = positions.indexOf(branch.index);
    return end > 0 && tokens[end - 1] === ')' && tokens.slice(opening(tokens, end - 1) + 1, end - 1).some((word) => words.has(word) && word !== 'this');
  });
  return isAbout ? undefined : branches.find((each) => !each.calls && each.index !== index)?.index;
}

/** Returns where the innermost function around a position begins, and its name, if it has one. */
function functionAt({ tokens, positions, blocks }) {
  const inner = blocks[blocks.length - 1], block = lastOf(blocks, ({ isFunction }) => isFunction);
  // The body of an arrow function may be an expression.
  for (let index = tokens.length - 1; inner !== undefined && !inner.isFunction && index > inner.at + 1 && tokens[index] !== ';'; index--) {
    if (tokens[index] !== '>' || tokens[index - 1] !== '=') continue;
    const head = tokens[index - 2] === ')' ? opening(tokens, index - 2) : index - 2;
    return { start: positions[tokens[head - 1] === 'async' ? head - 1 : head], name: undefined };
  }
  return block === undefined ? { start: 0, name: undefined } : { start: positions[block.head], name: block.name };
}

/** Returns the indices of the calls of a function, or of a method, in a file. */
function callsTo({ text }, name) {
  const found = [];
  for (const { index } of text.matchAll(new RegExp(`(?<![\\w$]|function\\s+)${name.replace('#', '').replace(/\$/g, '\\$&')}\\s*\\(`, 'g'))) {
    const words = [];
    for (const { text: word } of tokensOf(text.slice(index, index + 1000))) {
      words.push(word);
      if (words.length > 2 && closing(words, 1) < words.length - 1) break;
    }
    if (words[words.length - 1] !== '{') found.push(index);
  }
  return found;
}

/** Code that stores a value for later, from the name of the variable on; and code that takes it out again, from behind that name on. */
const KEEPS = /([\w$]+)\s*(?:\.\s*(?:push|unshift|add|set|enqueue)\s*\(|(?:\[[^\]]*\]\s*)?=(?![=>]))[^;]*$/;
const TAKES = /^\s*(?:\??\.\s*(?:shift|pop|splice|get|values|entries|forEach|delete|next)\b|\?\.|\(|\[)/;
/** The most calls that a function may have for its callers to be logged. */
const FEW_CALLS = 3;

/**
 * Returns the calls that would settle the promises of an executor that stores their resolver for later: each place that takes the resolver out again, and the calls
 * of the function around it, if the program has few of them. Calls in `finally` blocks are left out, because nothing bypasses them.
 */
function expectedCalls([script, line, column]) {
  const index = script.indexOf(line, column), words = argumentOf(tokensOf(script.text.slice(index, index + LENGTH).replace(/^new\s+Promise\b/, '')));
  const head = words?.[0] === 'function' ? words.indexOf('(') + 1 : words?.[0] === '(' ? 1 : 0;
  const body = words === undefined || !isName(words[head]) ? -1 : words.indexOf(words[head], head + 1);
  if (body < 0 || words[body + 1] === '(') return [];
  const [, name] = KEEPS.exec(words.slice(head + 1, body).join(' ').replace(/^.*?(?:=\s>|\)\s\{)/, '')) ?? [];
  if (name === undefined) return [];
  const code = codeAt(script, index), calls = [];
  if (code === undefined) return calls;
  const own = functionAt(code);
  for (const { index: at } of script.text.matchAll(new RegExp(`(?<![\\w$])${name.replace(/\$/g, '\\$&')}(?![\\w$])`, 'g'))) {
    if (!TAKES.test(script.text.slice(at + name.length, at + name.length + 50))) continue;
    const taken = expectedCall(script, at);
    if (taken === undefined || taken.start === own.start) continue;
    calls.push(taken);
    const user = taken.name === undefined ? [] : [...scripts.values()].filter(({ category }) => category === USER);
    const callers = user.flatMap((other) => callsTo(other, taken.name).map((call) => [other, call]));
    if (callers.length <= FEW_CALLS) calls.push(...callers.map(([other, call]) => expectedCall(other, call)).filter((call) => call !== undefined));
  }
  return calls.slice(0, CALLS);
}

/** Returns a call at an index as `settleCall` does, with the name and the index of the function that makes it; undefined in a `finally` block. */
function expectedCall(script, index) {
  const code = codeAt(script, index);
  if (code === undefined || code.blocks.some(({ isFinally }) => isFinally)) return undefined;
  const { name, start } = functionAt(code), location = locationIn(script, script.lineOf(index), 1);
  return { name, start, text: siteText(location, name ?? ''), instead: insteadLine(script, location, insteadAt(script, index)) };
}

/** Returns the last element that passes a test: Node 16 has no `findLast`. */
function lastOf(list, test) {
  for (let index = list.length - 1; index >= 0; index--) if (test(list[index])) return list[index];
  return undefined;
}

/** Returns what a block is, from the tokens up to its opening brace. */
function blockAt(tokens) {
  const last = tokens.length - 1;
  const open = tokens[last - 1] === ')' ? opening(tokens, last - 1) : -1;
  // A function that is a value follows a parenthesis, `=`, or a colon; its name is before `=` or the colon.
  const nameBefore = (index) => (/^[=:]$/.test(tokens[index]) && isName(tokens[index - 1]) ? tokens[index - 1] : undefined);
  if (tokens[last - 1] === '>' && tokens[last - 2] === '=') {
    const list = tokens[last - 3] === ')' ? opening(tokens, last - 3) : last - 3;
    const head = tokens[list - 1] === 'async' ? list - 1 : list;
    return { isFunction: true, isCallback: /^[(,]$/.test(tokens[head - 1]), parameters: tokens.slice(list, last - 2), head, name: nameBefore(head - 1) };
  }
  if (open < 0) {
    const word = tokens[last - 1], isElse = word === 'else';
    return { isLoop: word === 'do', isBranch: isElse, isElse, isTry: word === 'try', isFinally: word === 'finally' };
  }
  const before = tokens[open - 1];
  if (/^(?:for|while)$/.test(before) || before === 'await' && tokens[open - 2] === 'for') return { isLoop: true };
  if (CONTROL.test(before)) return { isBranch: before === 'if', isElse: tokens[open - 2] === 'else', isSwitch: before === 'switch' };
  const start = before === 'function' ? open - 1 : tokens[open - 2] === 'function' ? open - 2 : open;
  const isCallback = /^[(,]$/.test(tokens[start - 1]) || tokens[start - 1] === 'async' && /^[(,]$/.test(tokens[start - 2]);
  const head = tokens[start - 1] === 'async' ? start - 1 : start;
  return { isFunction: true, isCallback, parameters: tokens.slice(open, last), head, name: before === 'function' ? nameBefore(head - 1) : tokens[open - 2] === '#' ? `#${before}` : before };
}

/** Returns the index of the opening parenthesis that belongs to the closing one at an index. */
function opening(tokens, index) {
  let depth = 0;
  do depth += depthOf(tokens[index--]); while (depth < 0 && index >= 0);
  return index + 1;
}

/** Whether a `return` or `continue` calls nothing; with `isBare`, whether it returns no value at all. */
function callsNothing(tokens, at, isBare) {
  const value = valueAt(tokens, at);
  return isBare ? value.length === 0 : !value.includes('(');
}

/** Returns the tokens of the value that a `return` gives. */
function valueAt(tokens, at) {
  return tokens.slice(at, at + tokens.slice(at).findIndex((word) => word === ';' || word === '}'));
}

/**
 * Returns the index of the last listener for the end or the failure of the object that a function listens to; if a timer calls the function, that of the last call
 * that clears this timer. -1 if there is none.
 */
function listenerInstead({ text }, start) {
  const head = text.slice(Math.max(0, start - 200), start);
  const [, timer] = /([\w$.#]+)\s*(?:\?\?|\|\|)?=\s*(?:\w+\.)?set(?:Interval|Timeout)\s*\(\s*(?:async\s+)?$/.exec(head) ?? [];
  if (timer !== undefined) return [...text.matchAll(new RegExp(`\\bclear(?:Interval|Timeout)\\s*\\(\\s*${timer.replace(/[$.#]/g, '\\$&')}\\s*\\)`, 'g'))].pop()?.index ?? -1;
  const before = /([\w$.#]+)\s*\.\s*(?:on|once|addListener|addEventListener)\s*\(\s*['"`]([\w:-]+)['"`]\s*,\s*(?:async\s+)?$/.exec(head);
  if (before === null) return -1;
  const [, object, event] = before;
  const others = new RegExp(`(?<![\\w$.#])${object.replace(/[$.#]/g, '\\$&')}\\s*\\.\\s*(?:on|once|addListener|addEventListener)\\s*\\(\\s*['"\`](error|exit|close|end|disconnect|abort)['"\`]\\s*,\\s*`, 'g');
  const found = lastOf([...text.matchAll(others)], (match) => match[1] !== event && Math.abs(match.index - start) < LOOP_LENGTH && !passesResolver(text, match));
  if (found === undefined) return -1;
  // If the listener only calls a function, the index is that of the function.
  const [, called] = /^(?:async\s+)?(?:\([\w\s,]*\)|\w+)\s*=>\s*(?:this\.)?([#\w$]+)\(/.exec(text.slice(found.index + found[0].length)) ?? [];
  const definition = called === undefined ? -1 : text.search(new RegExp(`^[ \\t]*(?:async\\s+)?(?:function\\s+)?${called.replace(/\$/g, '\\$&')}\\s*\\([\\w\\s,]*\\)\\s*\\{`, 'm'));
  return definition < 0 ? found.index : definition + /^[ \t]*/.exec(text.slice(definition))[0].length;
}

/** Whether `void` says that the program does not use the promise of a call: it is before the call, or before the function itself. */
function isDetached(caller, callee) {
  const before = (script, line, column) => sourceBefore(script, script.indexOf(line, column));
  return /\bvoid\s+[\w$.#?]*$/.test(before(scriptOf(caller), caller.getLineNumber(), caller.getColumnNumber()))
    || /\bvoid\s*\(?\s*$/.test(before(scriptOf(callee), callee.getEnclosingLineNumber(), callee.getEnclosingColumnNumber()));
}

/** Whether a `catch` block, whose tokens come next, uses the error. */
function blockTakesError(tokens) {
  const words = [];
  let depth = 0;
  for (const { text } of tokens) {
    words.push(text);
    depth += depthOf(text);
    if (depth === 0 && text === '}') return words[0] === '(' ? usesError(words[1], words.slice(closing(words, 0) + 1)) : usesError(undefined, words);
  }
  return undefined;
}

/**
 * Whether code that handles an error uses it: it contains the name of the parameter, or the parameter is a pattern; or it contains `throw`; or it
 * only returns or sets `false`, as a test of whether something works does. Returns undefined if it contains nothing but a comment, which may
 * explain why.
 *
 * @param name The first token of the parameter; `)` or undefined if there is none.
 * @param body The tokens of the block, or of the expression.
 */
function usesError(name, body) {
  if (body.length === 3 && body[1] === COMMENT) return undefined;
  if (/^[{[]$/.test(name) || body.includes('throw') || name !== ')' && body.includes(name)) return true;
  return /^(false|\{ (return|[\w$. ]+ =) false( ;)? \})$/.test(body.join(' '));
}

/** Returns the tokens of an argument of a call, with the index of the first one as `start`; undefined if there is none, or its end was not read. */
function argumentOf(tokens, position = 0) {
  let words = [], depth = 0;
  for (const { text, index } of tokens) {
    if (depth === 0 && text !== '(') return undefined;
    if (depth === 1 && (text === ',' || text === ')')) {
      if (position-- === 0) return words;
      if (text === ')') return undefined;
      words = [];
    } else if (depth > 0) {
      if (words.push(text) === 1) words.start = index;
    }
    depth += depthOf(text);
  }
  return undefined;
}

const depthOf = (text) => (/^[([{]$/.test(text) ? 1 : /^[)\]}]$/.test(text) ? -1 : 0);

/** Returns the index of the token that closes a parenthesis. */
function closing(words, index) {
  let depth = 0;
  do depth += depthOf(words[index++]); while (depth > 0 && index < words.length);
  return index - 1;
}

/** How many characters of a source are read around a position at most. */
const LENGTH = 20_000;
/** A blank or a comment; a string; a name or a number; anything else, a character at a time. */
const TOKEN = /(\s+|\/\/.*|\/\*[^]*?\*\/)|'(?:[^'\\\n]|\\[^])*'|"(?:[^"\\\n]|\\[^])*"|[\w$]+|[^]/y;
/** A regular expression, and the rest of a template up to a value or its end, of which the first character was read. */
const PATTERN = /(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/y, TEMPLATE = /(?:[^`\\$]|\\[^]|\$(?!\{))*(?:`|\$\{)/y;
/** What a value can follow, so that a slash after it starts a regular expression. */
const BEFORE_VALUE = /^(?:[(,=:[!&|?{};+*%<>~^-]|return|typeof|case|in|of|do|else|void|delete|throw|new|await|yield)$/;

/** Stands for the comments in a block that is otherwise empty. */
const COMMENT = '//';

/**
 * Divides JavaScript into tokens, without blanks, and without comments unless a block contains nothing else: each with its text and position. Of a
 * template, only the values are tokens of their own.
 */
function* tokensOf(source) {
  // How many braces are open in the value of each template.
  const templates = [];
  let former = ';', hasComment = false;
  for (let index = 0; index < source.length;) {
    TOKEN.lastIndex = index;
    let [text, blank] = TOKEN.exec(source);
    if (blank !== undefined) {
      hasComment ||= text.startsWith('/');
    } else {
      if (hasComment && former === '{' && text === '}') yield { text: COMMENT, index };
      hasComment = false;
      let rest = text === '`' ? TEMPLATE : text === '/' && BEFORE_VALUE.test(former) ? PATTERN : undefined;
      if (templates.length > 0) {
        if (text === '{') templates[templates.length - 1]++;
        else if (text === '}' && templates[templates.length - 1]-- === 0) rest = (templates.pop(), TEMPLATE);
      }
      if (rest !== undefined) {
        rest.lastIndex = index + 1;
        text += rest.exec(source)?.[0] ?? '';
        if (rest === TEMPLATE && text.endsWith('{')) templates.push(0);
      }
      yield { text, index };
      former = text;
    }
    index += text.length;
  }
}

/** Returns the source from a frame's position on. */
function sourceFrom(script, frame) {
  const start = script.indexOf(frame.getLineNumber(), frame.getColumnNumber());
  return script.text.slice(start, start + LENGTH);
}

/** Returns the source between two positions; empty if it is longer than `most`. */
function sourceBetween(script, firstLine, firstColumn, line, column, most = LENGTH) {
  const start = script.indexOf(firstLine, firstColumn), end = script.indexOf(line, column);
  return end - start > most ? '' : script.text.slice(start, end);
}

/** Returns the source of a line before an index, as far as it tells how a function is called. */
function sourceBefore({ text }, index) {
  return /[^\n]*$/.exec(text.slice(Math.max(0, index - 200), index))[0];
}

// What a new promise is -----------------------------------------------------------------------------------------------------------
// V8 names the promise and the one that it reacts on. Everything else is on the stack.

const ENTRY = 1;      // the promise of an async function, which has just been called
const AWAIT = 2;      // what V8 makes for an `await`: it is no promise of the program
const THEN = 3;       // `then`, `catch`, and `finally`, called by the program
const COMBINE = 4;    // `all`, `race`, `any`, `allSettled`
const INPUT = 5;      // the reaction of such a combinator on one of its inputs
const REQUEST = 6;    // what `next` of an async generator returns
const NATIVE = 7;     // made by V8 alone: the reaction through which a promise adopts another
const ROOT = 8;       // `new Promise`, `Promise.resolve`, and whatever else starts a chain
const WRAPPER = 9;    // what V8 makes for `await value`, if the value is no promise
const UNKNOWN = 10;   // a promise from before the recording

const COMBINATORS = new Set(['all', 'race', 'any', 'allSettled']);
const REQUESTS = new Set(['next', 'return', 'throw']);
/** What gives the program functions that settle a promise. */
const RESOLVABLE = new Set(['Promise', 'withResolvers']);
const DEPTH = 32;

/** A point in the execution of the program, by what was created since a function was resumed: see `locate`. */
class Step {
  /** What was found there, by what the new promise reacts on. */
  edges = new Map();

  constructor(depth) {
    this.depth = depth;
  }
}

/** What all promises share that come from the same expression, called from the same line. */
class Place {
  static count = 0;
  number = ++Place.count;
  /** The function at the top of the stack; whether that is a module; whether it is the async generator of the innermost request. */
  function = undefined;
  isModule = false;
  inGenerator = false;
  /** Whether it is the call of a function by code outside of all functions; whether its promises last as long as such a function, or as the program. */
  isMain = false;
  keepsAlive = false;
  isUntilEnd = false;
  /** Whether its promises are returned without `await` from a `try` block that has a `catch`. */
  skipsCatch = false;
  /** Whether its promises are rows from the start. Folded ones are rows once the program uses them. */
  isRow = false;
  /** Whether a function of a package made it. */
  isOfPackage = false;
  /** Whether the promise is of another class; whether a function of the program is among the callers. */
  isSubclass = false;
  isCalled = false;
  /** How many calls of `next` of async generators are on the stack; whether that is deeper than what was read. */
  requestDepth = 0;
  isDeep = false;
  /** Whether V8 does not say what made the promise (`import()`, or an addon); whether it is that of a module's evaluation. */
  isCall = false;
  isEvaluation = false;
  /** Whether the program has functions that settle its promises; what the stacks showed of their calls, by the place of the body that ran. */
  isResolvable = false;
  calls = new Map();
  /** Where `new Promise` is, until the calls that would settle its promises have been looked for. */
  executor = undefined;
  /** The number of its promises that were located by a stack, and of the errors thrown by its function whose line was looked up. */
  stacks = 0;
  throws = 0;
  /** What happens after a promise from here has resumed its function or started its handler; deep in a function, after its creation. */
  resumed = new Step(0);
  followed = new Step(DEPTH);
  /** The place of a thenable that is awaited here; that of the combinator of which this is the place of the inputs. */
  thenable = undefined;
  combinator = undefined;
  /** The members of a `registered` line that describe the handlers; the members `site` of the handlers that are passed by name. */
  handlers = '';
  passed = undefined;
  /** The label, the location, and the name of the function by its definition; the function that calls it for another one. */
  definition = undefined;
  wrapper = undefined;
  /** The places of the wrappers that are named like it. */
  wrappers = new Map();

  constructor(kind, word, isFolded) {
    this.kind = kind;
    /** The runtime's own word for it. */
    this.word = word;
    this.isFolded = isFolded;
    /** The members of a `created` line: `kind`; `label` and `site`; the same without having looked at a stack. */
    this.kindText = `,"kind":${quoted(word)}`;
    this.text = this.inferredText = '';
    /** The member `site` of an `awaiting` line. */
    this.awaitText = '';
    /** The ends of lines, by the name of their text: see `end`. */
    this.ends = {};
  }

  /** Returns the end of a line: the text `text`, `inferredText`, `awaitText`, or `handlers`, and the closing brace. */
  end(name) {
    return (this.ends[name] ??= phrase(`${name === 'text' || name === 'inferredText' ? this.kindText : ''}${this[name]}}\n`));
  }

  /** The place with the name and the call site of another one. */
  like(other) {
    const { text, inferredText, wrappers } = other;
    if (!wrappers.has(this)) wrappers.set(this, Object.assign(Object.create(Place.prototype), this, { text, inferredText, ends: {} }));
    return wrappers.get(this);
  }

  describe(label, location, name) {
    const labelText = label === '' ? '' : `,"label":${quoted(label)}`;
    this.text = this.inferredText = labelText;
    this.ends = {};
    if (SITES === 'off' || location === undefined) return;
    const site = siteText(location, name);
    this.text = `${labelText}${site}}`;
    this.awaitText = `${site}}`;
    this.inferredText = `${labelText}${site},"inferred":true}`;
  }
}

/** The member `site`, without its last brace. */
function siteText({ file: name, line }, functionName) {
  return `,"site":{"file":${quotedExactly(name)},"line":${line}${functionName === '' ? '' : `,"function":${quoted(functionName)}`}`;
}

// Stacks are read in a realm of their own, so that the program's `Error.prepareStackTrace` and `Error.stackTraceLimit` are neither used nor
// changed. A stack of 12 frames costs 10 µs, one of 60 four times as much.
const StackError = Error;
StackError.prepareStackTrace = (_, frames) => frames;
const SOME = 12, MANY = 60;
/** Whether the stack that was read last is deeper than that. */
let isCut = false;

/** Through which Node calls the hooks as soon as there are several, as with `async_hooks`. */
const DISPATCHER = 'node:internal/promise_hooks';
/** The number of its frames on the stack that was read last. */
let dispatchers = 0;

/** Returns the innermost frames, without those of this file, and of what called it. */
function readStack(limit) {
  StackError.stackTraceLimit = limit + dispatchers;
  const frames = new StackError().stack;
  if (!Array.isArray(frames)) return [];
  isCut = frames.length === limit + dispatchers;
  const first = frames.findIndex((frame) => frame.getScriptNameOrSourceURL() !== __filename);
  if (first < 0) return [];
  for (dispatchers = 0; frames[first + dispatchers]?.getScriptNameOrSourceURL() === DISPATCHER;) dispatchers++;
  return frames.slice(first + dispatchers);
}

/** Whether a frame is a function of V8's own, such as `Promise.then`; and of those, `next`, `return`, or `throw` of an async generator. */
function isBuiltin(frame) {
  return frame.getLineNumber() === null && frame.getScriptNameOrSourceURL() == null;
}

/** Whether it only runs a job, so that what is above it is V8's own: between two timers, Node runs the jobs from a function of its own. */
function runsJobs(frame) {
  return isJob && scriptOf(frame).path === 'node:internal/process/task_queues';
}

function isRequest(frame) {
  return frame !== undefined && isBuiltin(frame) && REQUESTS.has(frame.getFunctionName());
}

const places = new Map();
/** Those of calls of `once`. */
const listeners = [];
/** How often no caller was found in a deep stack, by what is at its top. */
const misses = new Map();

/**
 * Returns the place that the stack shows.
 *
 * @param promise The new promise.
 * @param hasParent Whether V8 named another promise that it reacts on.
 */
function readPlace(promise, hasParent) {
  let frames = readStack(SOME);
  let parts = takeApart(frames, promise, hasParent);
  const missed = misses.get(parts.key) ?? 0;
  if (isCut && parts.caller === undefined && hasProgramRun && missed < 10) {
    const { key } = parts;
    frames = readStack(MANY);
    parts = takeApart(frames, promise, hasParent);
    misses.set(key, parts.caller === undefined ? missed + 1 : -Infinity);
  }
  let place = places.get(parts.key);
  if (place === undefined) {
    const { key } = parts;
    nameInlined(parts);
    place = findPlace(parts);
    places.set(key, place);
    if (place.kind === INPUT) place.combinator ??= findPlace({ ...parts, builtins: parts.builtins.slice(-1), hasParent: false });
  }
  if (linked > 0 && place.kind !== NATIVE) enterModule(frames);
  stale = countStale(frames, place, place.kind === ENTRY || parts.isFolded ? parts.caller : parts.top);
  return place;
}

function findPlace(parts) {
  const key = keyOf(parts);
  const place = places.get(key) ?? newPlace(parts);
  places.set(key, place);
  return place;
}

function keyOf({ builtins, top, isFolded, caller, requestDepth, hasParent }) {
  // V8 computes a function's positions when they are first asked for, so only those of the program's functions are.
  const start = top === undefined ? '' : `${scriptOf(top).number}:${isFolded ? top.getFunctionName() : top.getPosition()}`;
  return `${builtins.join()}|${hasParent}|${requestDepth}|${start}|${caller === undefined ? '' : `${scriptOf(caller).number}:${caller.getPosition()}`}`;
}

/**
 * Divides a stack into `builtins`, the functions of V8 at its top, from the inside out; `top`, the function that called them; `caller`,
 * the first function of the program that called that one; and `callee`, the function that the program called there.
 */
function takeApart(frames, promise, hasParent) {
  const isSubclass = getPrototypeOf(promise) !== PromisePrototype;
  const builtins = [];
  let index = 0;
  let subclass = '';
  for (; index < frames.length && !frames[index].isAsync(); index++) {
    const frame = frames[index];
    if (isBuiltin(frame)) builtins.push(frame.getFunctionName() ?? '');
    else if (isSubclass && frame.isConstructor() && builtins[builtins.length - 1] === 'Promise' && scriptOf(frame).category !== INTERNAL) subclass = frame.getFunctionName() ?? '';
    else break;
  }
  // For releases without async functions, a compiler passes a generator to a helper: the caller of the helper was the async function.
  const isCompiled = builtins.join() === 'Promise' && /^__(?:awaiter|async)$/.test(frames[index]?.getFunctionName() ?? '') && scriptOf(frames[index + 1] ?? frames[index]).category === USER;
  if (isCompiled) index++;
  const top = frames[index]?.isAsync() === false && !runsJobs(frames[index]) ? frames[index] : undefined;
  const isFolded = top === undefined || scriptOf(top).category !== USER;
  // An async function is called by the next one; anything else by the function at the top.
  const isCall = builtins.length === 0;
  const isOfCaller = isCompiled || !isFolded && builtins.length === 1 && builtins[0] === 'Promise' && isOfCallerAt(top);
  let caller, callee;
  let requestDepth = 0;
  for (let next = 0; next < frames.length && !frames[next].isAsync(); next++) {
    const frame = frames[next];
    if (isRequest(frame)) requestDepth++;
    if (next < index || isBuiltin(frame) || caller !== undefined) continue;
    if (scriptOf(frame).category === USER && (next > index || !isCall && !isOfCaller)) caller = frame;
    else callee = frame;
  }
  const parts = { builtins, top, isFolded, caller, callee, subclass, isSubclass, requestDepth, hasParent, isOfCaller, isCompiled, isGenerator: isCall && isRequest(frames[index + 1]), isCalledDirectly: frames[index + 1] === caller };
  parts.key = keyOf(parts);
  return parts;
}

/** The results of `isOfCaller`, by position. */
const ofCallers = new Map();

function isOfCallerAt(frame) {
  const script = scriptOf(frame), key = `${script.number}:${frame.getPosition()}`;
  let known = ofCallers.get(key);
  if (known === undefined) ofCallers.set(key, (known = isOfCaller(script, frame)));
  return known;
}

/** In optimized code, a call of `catch` or `finally` is only a call of `then`, which they make: the source tells. */
function nameInlined({ builtins, top, isFolded }) {
  if (isFolded || builtins.length !== 1 || builtins[0] !== 'then') return;
  // The position is that of the name, or of the parenthesis behind it.
  const script = scriptOf(top), index = script.indexOf(top.getLineNumber(), top.getColumnNumber());
  const called = /^(catch|finally)\b/.exec(script.text.slice(index, index + 10)) ?? /\b(catch|finally)\s*$/.exec(sourceBefore(script, index));
  if (called !== null) builtins.push(called[1]);
}

function newPlace(parts) {
  const { builtins, top, isFolded, caller, callee, subclass, isSubclass, requestDepth, hasParent } = parts;
  const outermost = builtins[builtins.length - 1];
  if (top === undefined) {
    const place = new Place(NATIVE, 'promise', true);
    place.isEvaluation = !hasParent && outermost === undefined;
    return place;
  }
  const script = scriptOf(top);
  const isCall = builtins.length === 0 && !hasParent;
  const isEntered = isCall && !isFolded && isEntry(top, script);
  const kind = kindOf(parts, isEntered);
  let word = outermost ?? 'promise';
  // If the program uses a promise of Node's or of a package's, it is shown as what the program called, and where.
  if (isFolded && kind !== AWAIT) {
    word = shortName(callee ?? top) || word;
    // `scheduler.wait` sets a timer, too.
    if (word === 'wait' && scriptOf(callee ?? top).path === 'node:timers/promises') word = 'setTimeout';
  // What Node or a package called for the program is theirs to wait for.
  } else if (isEntered) word = callee === top || caller === undefined ? 'async function' : 'async callback';
  else if (isCall) word = calledWord(script, script.indexOf(top.getLineNumber(), top.getColumnNumber()));
  else if (kind === ROOT && outermost === 'Promise') word = subclass ? `new ${subclass}` : isSettledByTimer(script, top) ? 'setTimeout' : isSettledByEvent(script, top) ? 'once' : 'new Promise';
  const place = new Place(kind, word, isFolded || kind === REQUEST || kind === NATIVE);
  place.isOfPackage = script.category === PACKAGE;
  place.isSubclass = isSubclass;
  place.requestDepth = requestDepth;
  place.isDeep = isCut;
  place.isRow = !place.isFolded && kind !== AWAIT && kind !== INPUT;
  place.isCall = isCall && !isEntered;
  place.isEvaluation = place.isCall && script.category === INTERNAL && /\b(modules|vm)\b/.test(script.path);
  place.isCalled = caller !== undefined;
  if (!isFolded) {
    place.function = functionOf(top);
    place.inGenerator = parts.isGenerator;
    place.isModule = isEntered && script.isModule && isOutermost(top);
  }
  place.isMain = place.isModule || isEntered && caller !== undefined && isOutermost(caller);
  // A promise of `promisify` settles when the program calls the callback.
  place.isResolvable = kind === ROOT && !parts.isCompiled && (isFolded ? script.path === 'node:internal/util' : RESOLVABLE.has(outermost));
  place.keepsAlive = word === 'new Promise' && isKeepAlive(script, top);
  if (word === 'new Promise' && !parts.isCompiled && SITES !== 'off') place.executor = [script, top.getLineNumber(), top.getColumnNumber()];
  if (word === 'once' && isFolded && caller !== undefined) {
    place.isUntilEnd = isUntilEnd(scriptOf(caller), caller);
    listeners.push(place);
  }
  if (place.isModule) place.kindText = ',"kind":"module"';
  if (isEntered && caller !== undefined && isDetached(caller, callee ?? top)) place.kindText += ',"detached":true';
  if (kind === THEN && !isFolded) {
    place.handlers = handlersOf(word, script, top);
    if (word !== 'finally') place.passed = passedHandlers(word, script, top);
  }
  const site = isEntered || parts.isOfCaller ? caller ?? top : isFolded ? caller : top;
  const label = place.isModule ? shown(script.path) : isEntered || parts.isCompiled ? nameOf(top) || nameOfAnonymous(top, script) : '';
  if (site !== undefined) place.describe(label, locationOf(site), nameOf(site));
  if (isEntered && caller !== undefined) nameByDefinition(place, label, parts);
  place.skipsCatch = kind !== AWAIT && site !== undefined && skipsCatch(scriptOf(site), site);
  if (kind === AWAIT && !isFolded) place.awaitText += takesErrorText(catchTakesError(script, top)) + loopText(loopAround(script, top));
  return place;
}

/** Whether a frame is of the code of a file outside of all functions. */
function isOutermost(frame) {
  return nameOf(frame) === '' && frame.getEnclosingLineNumber() === 1 && frame.getEnclosingColumnNumber() === 1;
}

// A helper of the program, through which many functions are called: their call sites are the same, so each is named by where it is defined.

/** The places of the functions that were called at each position of the program; the first one while there is no other. */
const called = new Map();

/** Names a function by its definition if its call site does not tell it from others. */
function nameByDefinition(place, label, { top, caller, callee, isCalledDirectly }) {
  const word = isCalledDirectly ? calledName(caller) : undefined;
  const name = nameOf(top).split('.').pop();
  place.definition = [label, locationOf(top), nameOf(top)];
  const key = `${scriptOf(caller).number}:${caller.getPosition()}`;
  const first = called.get(key);
  if (first === undefined) called.set(key, place);
  const isShared = first !== undefined && first.function !== place.function;
  if (isShared) first.describe(...first.definition);
  // The line of `emit` has nothing to do with what a listener does.
  const isListener = !isCalledDirectly && callee !== undefined && scriptOf(callee).category === INTERNAL && /^(?:emit|dispatchEvent)$/.test(shortName(callee));
  if (isShared || isListener || word !== undefined && word !== name) place.describe(...place.definition);
  if (word !== undefined && isCaptured(word, caller)) place.wrapper = functionOf(caller);
}

/** Returns the name of the variable, or the property, that is called at a frame's position; undefined if it is another expression. */
function calledName(frame) {
  const script = scriptOf(frame), index = script.indexOf(frame.getLineNumber(), frame.getColumnNumber());
  const [word] = /^[\w$]+/.exec(script.text.slice(index, index + 100)) ?? [];
  return word === 'apply' || word === 'call' ? /([\w$]+)\s*\.\s*$/.exec(sourceBefore(script, index))?.[1] : /^(async|function)$/.test(word) ? undefined : word;
}

/** Whether a function expression gets a variable from the function around it, as a parameter of that: as `fn` in `const handler = (fn) => async (req) => fn(req)`. */
function isCaptured(word, frame) {
  const script = scriptOf(frame), start = script.indexOf(frame.getEnclosingLineNumber(), frame.getEnclosingColumnNumber());
  const name = word.replace(/\$/g, '\\$&'), index = script.indexOf(frame.getLineNumber(), frame.getColumnNumber());
  const isExpression = /(?:=>|\breturn|[=(])\s*(?:async\s*)?$/.test(script.text.slice(Math.max(0, start - 50), start));
  if (!isExpression || new RegExp(`\\.\\s*(?:${name}\\s*\\.\\s*)?$`).test(sourceBefore(script, index))) return false;
  const own = script.text.slice(start, index).slice(0, LENGTH);
  if (new RegExp(`\\b(?:const|let|var)\\s[^;=]*\\b${name}\\b|^[^{]*[(,]\\s*${name}\\b[^{]*(?:=>|\\{)`).test(own)) return false;
  return new RegExp(`(?:[(,]\\s*${name}\\b[^(){}]*\\)|\\b${name})\\s*(?:=>|\\{)[^]*$`).test(script.text.slice(Math.max(0, start - 1000), start));
}

/** Names a function without a name by the call that it is passed to, with the strings before it: `app.get /users`. */
function nameOfAnonymous(frame, script) {
  const before = sourceBefore(script, script.indexOf(frame.getEnclosingLineNumber(), frame.getEnclosingColumnNumber()));
  const [, name, words] = /([\w$.]+)\(((?:\s*(?:'[^'\\]*'|"[^"\\]*"|`[^`$\\]*`)\s*,)+)\s*(?:[\w$.]+\(\s*)*(?:async\s*)?$/.exec(before) ?? [];
  return name === undefined ? '' : [name, ...words.match(/'[^']*'|"[^"]*"|`[^`]*`/g).map((word) => word.slice(1, -1))].join(' ');
}

/** Names the wrappers whose bodies call a function, and that are not in the log yet, like that function. */
function nameWrappers(record) {
  for (let index = bodies.length - 1, { wrapper } = record.place; index >= 0 && wrapper !== undefined; index--) {
    const body = bodies[index];
    if (body.kind !== ENTRY || body.isWritten || body.place.function !== wrapper) return;
    ({ wrapper } = body.place);
    body.place = body.place.like(record.place);
  }
}

function kindOf({ builtins, hasParent, isSubclass }, isEntered) {
  const outermost = builtins[builtins.length - 1];
  if (outermost === undefined) return hasParent ? AWAIT : isEntered ? ENTRY : ROOT;
  if (outermost in HANDLERS && (hasParent || isSubclass)) return THEN;
  // A combinator of a subclass first wraps inputs that are no promises.
  if (COMBINATORS.has(outermost)) return builtins.includes('then') ? INPUT : builtins.includes('resolve') ? NATIVE : COMBINE;
  return REQUESTS.has(outermost) ? REQUEST : hasParent ? NATIVE : ROOT;
}

/** Returns the name of a function without the objects that V8 puts before it, else the name of its module. */
function shortName(frame) {
  const name = (frame.getFunctionName() ?? '').split('.').pop().replace(/^\[|\]$/g, '');
  if (name === 'importModuleDynamicallyCallback') return 'import';
  return name || path.basename(scriptOf(frame).path.replace(/^node:/, '')).replace(/\.[cm]?[jt]s$/, '');
}

/**
 * Whether a function without a caller among V8's own has just been entered: then the promise is the one that it returns. Otherwise it
 * ran already, and called something outside of JavaScript that returns a promise: `import()`, or an addon.
 */
function isEntry(frame, script) {
  const [line, column] = [frame.getLineNumber(), frame.getColumnNumber()];
  const [firstLine, firstColumn] = [frame.getEnclosingLineNumber(), frame.getEnclosingColumnNumber()];
  if (line === firstLine && column === firstColumn) return true;
  // A function with a name is entered at its parameters' parenthesis.
  const text = script.category === INTERNAL ? '' : sourceBetween(script, firstLine, firstColumn, line, column + 1, 1000);
  if (/^(static|async|function|\*|\[|#|'|"|\w)/.test(text)) return /^[^({;]*\($/.test(text.replace(/\[[^\]]*\]/, ''));
  return line === firstLine && column - firstColumn <= (frame.getFunctionName() ?? '').length + 'async function * '.length;
}

/** Names a call that is not on the stack: V8 leaves out `import()`, and `Promise.resolve` in optimized code. */
function calledWord(script, index) {
  const [after] = /^[^\n]*/.exec(script.text.slice(index, index + 200));
  if (/^(Promise\s*\.\s*)?resolve\b/.test(after)) return 'resolve';
  return (sourceBefore(script, index) + after).includes('import(') ? 'import' : 'promise';
}

/** The number of modules with a top-level `await` that have been linked, and have not run yet. */
let linked = 0;

/** Finds out whether such a module runs now. */
function enterModule(frames) {
  for (const frame of frames) {
    if (frame.isAsync()) return;
    const module = isBuiltin(frame) || scriptOf(frame).category !== USER ? undefined : functionOf(frame).module;
    if (module === undefined || module.body !== 0 || module.state !== PENDING) continue;
    linked--;
    run(module, clock());
    makeRow(module, clock());
    return;
  }
}

/** How many of the innermost running bodies have ended, according to the stack that was read last. */
let stale = 0;

/**
 * An async function that returns a promise ends without a report. Then it is no longer on the stack.
 *
 * @param innermost The innermost frame of the program that called something.
 */
function countStale(frames, place, innermost) {
  let result = 0;
  for (let index = bodies.length - 1; index >= 0 && innermost !== undefined; index--) {
    const body = bodies[index];
    const called = body.place.function;
    if (body.kind !== ENTRY || body.body !== RUNS || body.place.isModule) break;
    const open = bodies.filter((other, before) => before <= index && other.kind === ENTRY && other.place.function === called).length;
    if (open === 1 && functionOf(innermost) === called) break;
    if (callsOf(called, frames) - (place.kind === ENTRY && place.function === called ? 1 : 0) >= open) break;
    result++;
  }
  return result;
}

/** Returns how often a function is on the stack; infinitely often if the stack is deeper than what was read. */
function callsOf(called, frames) {
  if (isCut && frames.length < SOME) frames = readStack(MANY);
  let calls = 0;
  for (const frame of frames) {
    if (frame.isAsync()) break;
    if (!isBuiltin(frame) && scriptOf(frame).category === USER && functionOf(frame) === called) calls++;
  }
  return isCut ? Infinity : calls;
}

// Without reading every stack -----------------------------------------------------------------------------------------------------
// A stack costs as much as a hundred promises. Code that runs again mostly makes the same promises in the same order, so after stacks have
// shown the order, a promise is located by what was created before it since its function was resumed. A stack now and then, as many as the
// budget allows, verifies that; where one finds something else, that step is never inferred again.

/** What was found at a step, for a promise that reacts on the same: the place, how often, whether always, and the step that follows. */
class Edge {
  seen = 1;
  isMixed = false;

  constructor(place) {
    this.place = place;
    this.stale = stale;
    // Deep in a function, for instance after many rounds of a loop, only the last promise counts.
    this.next = step.depth < DEPTH && steps++ < STEPS ? new Step(step.depth + 1) : place.followed;
  }
}

/** How often the same place has to be found at a step; outside of all jobs, where an event may start anything, `FIRST`. */
const SEEN = SITES === 'off' ? 3 : 10;
const STEPS = 20_000;
let steps = 0;
/** The callback of the event loop that runs. */
let turn = 0;
/** Where the execution is: outside of all jobs at first. After a job of a promise that is not known, it is `lostStep`. */
const topStep = new Step(0), lostStep = new Step(0), adoptingStep = new Step(0);
let step = topStep;

/** Milliseconds for reading stacks; the processor time up to which the budget was added. */
let credit = CREDIT;
let creditedUntil = 0;
/** How many promises were located by a stack, and by inference. */
const count = { read: 0, inferred: 0 };
/** Whether the place that was found last is an inference. */
let isInferred = false;

/** Adds to the budget, by the time that the program took: what else the machine does has no effect. */
function addCredit(processorTaken) {
  credit = Math.min(CREDIT, credit + (processorTaken - creditedUntil) * BUDGET);
  creditedUntil = processorTaken;
}

/**
 * Returns the place of a new promise.
 *
 * @param known What is known about the promise that it reacts on.
 * @param running The innermost running body.
 */
function locate(promise, hasParent, known, running) {
  if (!isJob && turn !== (turn = executionAsyncId())) step = topStep;
  const reactsOn = !hasParent ? 0 : known === undefined ? -1 : known === running ? -2 : known.place.number;
  let edge = step.edges.get(reactsOn);
  isInferred = credit <= 0 && SITES !== 'all' && edge !== undefined && !edge.isMixed && edge.seen >= (isJob ? SEEN : FIRST) && edge.place.stacks >= FIRST;
  if (isInferred) {
    step = edge.next;
    stale = edge.stale;
    count.inferred++;
    return edge.place;
  }
  const start = clock();
  const place = readPlace(promise, hasParent);
  // What takes longer was interrupted by another program.
  credit -= Math.min(clock() - start, 0.1);
  count.read++;
  place.stacks++;
  if (edge === undefined) {
    step.edges.set(reactsOn, (edge = new Edge(place)));
  } else {
    edge.seen++;
    edge.isMixed ||= edge.place !== place || edge.stale !== stale;
  }
  step = edge.place === place ? edge.next : place.followed;
  return place;
}

// Who settles a promise -----------------------------------------------------------------------------------------------------------
// V8 reports a settlement inside the call of `resolve` or `reject`, so the innermost function of the program on the stack made that call. Where the budget does
// not allow a stack, and all stacks have shown the same call for promises of that place in bodies of that place, it is inferred.

/** What the stacks have shown of the calls that settle promises of one place in the bodies of another. */
class Calls {
  seen = 0;
  isMixed = false;
  call = undefined;
  /** The member `site` of a call that was read, and of one that is inferred. */
  text = '';
  inferredText = '';
}

/** The calls that led to resolvers, by position. */
const settleCalls = new Map();
/** The ways to resolvers that the log has, each as the positions of its calls. */
const settleWays = new Set();
/** The most ways of a log, and the most calls of a way. */
const WAYS = 2000, CALLS = 5;

/** Stores in a record which call settles its promise, unless that is unknown or no function of the program makes the call. */
function readSettling(record) {
  const body = innermostBody()?.place, { place } = record;
  let calls = place.calls.get(body);
  if (calls === undefined) place.calls.set(body, (calls = new Calls()));
  if (SITES !== 'all' && credit <= 0 && calls.seen >= FIRST) {
    if (calls.isMixed || calls.call === undefined) return;
    count.inferred++;
    record.settling = calls.inferredText;
    return;
  }
  const start = clock();
  const call = readCall(record);
  credit -= Math.min(clock() - start, 0.1);
  count.read++;
  calls.isMixed ||= calls.seen++ > 0 && calls.call !== call;
  if (calls.call !== call) {
    calls.call = call;
    calls.text = call === undefined ? '' : `${call}}`;
    calls.inferredText = `${call},"inferred":true}`;
  }
  if (call !== undefined) record.settling = calls.text;
  // V8 itself calls a resolver that is a handler.
  else if (isJob && job?.kind === THEN) record.passed = job.place.passed;
}

/**
 * Returns the text of the innermost call of the program on the stack; undefined if there is none, or the promise is rejected because its executor threw. Stores in
 * the record the calls that led there, from the inside out, unless the log has them.
 */
function readCall(record) {
  const frames = readStack(SOME);
  const first = frames.find((frame) => !isBuiltin(frame) || frame.getFunctionName() === 'Promise');
  if (first === undefined || isBuiltin(first)) return undefined;
  const way = [];
  let key = '';
  for (const frame of frames) {
    if (frame.isAsync()) break;
    if (isBuiltin(frame) || scriptOf(frame).category !== USER) continue;
    const position = `${scriptOf(frame).number}:${frame.getPosition()}`;
    let call = settleCalls.get(position);
    if (call === undefined) settleCalls.set(position, (call = settleCall(frame)));
    if (call.text === undefined || way.some((other) => other.function === call.function)) continue;
    key += `${position} `;
    if (way.push(call) === CALLS) break;
  }
  if (way.length > 0 && !settleWays.has(key) && settleWays.size < WAYS) {
    settleWays.add(key);
    record.way = way;
  }
  return way[0]?.text;
}

/** Returns a call that led to a resolver: the text of its call site, the function that makes it, and the line of the code that may run instead, or 0. */
function settleCall(frame) {
  const location = locationOf(frame), script = scriptOf(frame);
  if (location === undefined) return { text: undefined };
  const instead = insteadLine(script, location, quietly(() => insteadOf(script, frame), -1));
  return { text: siteText(location, nameOf(frame)), function: functionOf(frame), instead };
}

/** Returns the line of an index that `insteadOf` returned; 0 if there is none, or if it is the line of the call itself or in another file. */
function insteadLine(script, location, index) {
  const instead = index < 0 ? undefined : locationIn(script, script.lineOf(index), 1);
  return instead !== undefined && instead.file === location?.file && instead.line !== location.line ? instead.line : 0;
}

/** The function that formats the stacks of errors when the program starts; the getter of `stack`, in releases where that is an accessor. */
const prepareStackTrace = stored(own.globalThis.Error, 'prepareStackTrace');
const stackGetter = getOwnPropertyDescriptor(new own.globalThis.Error(), 'stack')?.get;

/** Returns the text that V8 prints for a frame, which is `this`. */
const { toString: frameText } = getPrototypeOf(new StackError().stack[0]);

/**
 * Returns the lines of the stack of an error. V8 formats a stack when it is first read, and stores no text if the function that formats it throws. So the program
 * later reads the text that it would read without the recording, with the message that the error has by then.
 */
function linesOfStack(error) {
  const { Error: ErrorOfProgram } = own.globalThis, lines = [];
  if (stored(ErrorOfProgram, 'prepareStackTrace') !== prepareStackTrace) return lines;
  const former = getOwnPropertyDescriptor(ErrorOfProgram, 'prepareStackTrace');
  const value = (_, frames) => {
    for (let index = 0; index < frames.length; index++) lines.push(`    at ${apply(frameText, frames[index], [])}`);
    throw undefined;
  };
  if (!defineProperty(ErrorOfProgram, 'prepareStackTrace', { value, configurable: true })) return lines;
  let stack;
  try {
    const property = getOwnPropertyDescriptor(error, 'stack');
    stack = property?.get === undefined ? property?.value : property.get === stackGetter ? apply(stackGetter, error, []) : undefined;
  } catch {
    // The lines were read.
  } finally {
    if (former === undefined) deleteProperty(ErrorOfProgram, 'prepareStackTrace');
    else defineProperty(ErrorOfProgram, 'prepareStackTrace', former);
  }
  return typeof stack === 'string' ? stack.slice(0, LENGTH).split('\n') : lines;
}

/** Returns the member `site` for an async function that threw: its line that threw, or that called what threw. Empty if the stack of the error does not show the line. */
function throwText({ place, reason }) {
  if (place.function === undefined || place.isModule || SITES === 'off' || SITES !== 'all' && credit <= 0 && place.throws >= FIRST) return '';
  place.throws++;
  if (!types.isNativeError(reason) || process.sourceMapsEnabled) return '';
  const start = clock();
  const { script, name } = place.function, last = name.split('.').pop();
  let text = '', found = 0;
  for (const line of linesOfStack(reason)) {
    const [, frame, at, column] = /^ +at (?!async )(.*?):(\d+):(\d+)\)?$/.exec(line) ?? [];
    if (frame === undefined) continue;
    const [, called = '', file] = /^(?:(.*) \()?(.*)$/.exec(frame);
    if (file !== script.name || called.replace(/ \[as .*/, '').split('.').pop() !== last || text !== '' && last !== '') continue;
    found++;
    const location = locationIn(script, Number(at), Number(column));
    text = location === undefined ? '' : `${siteText(location, name)}}`;
  }
  credit -= Math.min(clock() - start, 0.1);
  return found === 1 || last !== '' ? text : '';
}

// What is remembered about a promise ----------------------------------------------------------------------------------------------

/** Attaches a record to a promise as a private field, which no code can see, and which is freed with the promise. */
class Stamp extends (function (promise) { return promise; }) {
  #record;

  constructor(promise, record) {
    super(promise);
    this.#record = record;
  }

  static of(promise) {
    return #record in promise ? promise.#record : undefined;
  }
}

/** The state of a promise. `SETTLED`: the outcome has not been read. */
const PENDING = 0, SETTLED = 1, FULFILLED = 2, REJECTED = 3;
/** What a body does. */
const RUNS = 1, WAITS = 2;

class Record {
  static count = 0;
  id = ++Record.count;
  /** The number in the log, which only rows have, so that those have no gaps; see `numberOf`. */
  number = 0;
  flags = 0;
  /** What its body waits for, or what it has adopted. */
  source = undefined;
  /** What its body has waited for last, and the rejected promise whose error ended its body. */
  awaited = undefined;
  passedOn = undefined;
  /** The combinator whose input it watches; the generator that a request runs; the body that waits for a wrapper. */
  combinator = undefined;
  generator = undefined;
  waiter = undefined;
  /** Its index among the promises that wait to be registered, see `watchLater`; or NONE, REGISTERED, or SETTLED_BEFORE. */
  slot = NONE;
  /** What its body does, since when, and when it was seen last. */
  body = 0;
  runsSince = 0;
  seenAt = 0;
  takenBefore = 0;
  state = PENDING;
  settledAt = 0;
  /** The promise, from its settlement until its outcome has been read; and the outcome, as far as it is recorded. */
  promise = undefined;
  /** The promise of an async function whose body runs. */
  own = undefined;
  /** The member `site` of the call that settled it. */
  settling = '';
  /** The calls that led to its resolver, unless the log has them; the call sites at which the resolver was passed as a handler. */
  way = undefined;
  passed = undefined;
  reason = undefined;
  type = '';
  text = '';
  /** What `inspect` prints for its value, if that is a text. */
  shown = undefined;

  /**
   * @param context The row inside whose body it was created, or 0.
   * @param from What it reacts on.
   */
  constructor(kind, place, context, from) {
    this.kind = kind;
    this.isInferred = isInferred;
    this.place = place;
    this.context = context;
    this.from = from;
    this.isRow = place.isRow && kind === place.kind;
    this.hasReaction = place.isSubclass;
  }
}

// The flags of a record are bits of one number: as members of their own, they would make it a quarter larger, and `await f()` in a loop 4 % slower.
[
  'isInferred', 'isLifelong', 'isAdopting', 'isRow', 'hasReaction', 'isProbed', 'isUndecided', 'isUnhandled', 'isVoid',
  // Whether its handler has been called; whether its error says that it was resolved with itself.
  'hasRun', 'namesItself',
  // How far its lines are written.
  'isWritten', 'isStarted', 'isSettled', 'isHandled', 'isAwaitWritten',
].forEach((name, index) => {
  const bit = 1 << index;
  defineProperty(Record.prototype, name, {
    get() { return (this.flags & bit) !== 0; },
    set(value) { this.flags = value ? this.flags | bit : this.flags & ~bit; },
  });
});

/** What V8 makes for an `await`: when it runs, the body of `owner` continues. */
class Await {
  kind = AWAIT;
  body = 0;
  /** Whether it is the first reaction on `source`, in place of an owner that is no row. `context` is the row that it belongs to. */
  isFirst = false;
  isRow = false;
  processorTime = 0;
  seenAt = 0;

  constructor(place, owner, source, context) {
    this.place = place;
    this.owner = owner;
    this.source = source;
    this.context = context;
  }
}

/** An event that is not written yet; `line` is the function that appends its lines. */
class Event {
  constructor(line, time, record, other) {
    this.line = line;
    this.time = time;
    this.record = record;
    this.other = other;
    this.context = context();
  }
}

let events = [];
/** The number of kept events above which those that need not wait are written. */
let flushLength = PORTION;

function log(line, time, record, other) {
  // While jobs run, events are written between two of them: in between, a promise may be about to be settled.
  if (events.length > 0 && (line === createdLine || line === ranLine || line === continuedLine)
    && (events.length > flushLength || time - writtenAt > DELAY)) flush(false);
  if (events.length >= CAPACITY && !isSettling) flush(true);
  if (line === createdLine && record.isRow) numberOf(record);
  if (events.push(new Event(line, time, record, other)) === 1) wake();
}

// The hooks -----------------------------------------------------------------------------------------------------------------------

/** The bodies that run, from the outside in; the job that runs, if its promise is known; whether one does. */
const bodies = [];
let job, isJob = false;
/** The newest combinator and the one before it; the newest promise that starts a chain. */
let combinator, combinatorBefore, newest;
/** The requests to async generators whose `next` is on the stack, from the outside in. */
const requests = [];
/** Whether a hook is running: what it creates itself is not recorded. */
let isBusy = false;
/** Whether V8 may be settling a promise; whether the hook reports that it does, and how many events that may be. */
let mayBeSettling = false, isSettling = false;
const SETTLING = 4;
/** Promises that were reported as settled, but pending when their events were written: they adopted another one, or V8 was still settling them. */
let undecided = [];

/** Makes a callback of the recording, none of whose faults reaches the program. */
function guarded(action) {
  return (first, second) => {
    if (!mayEnter()) return;
    try {
      prepare(false);
      action(first, second);
    } catch (error) {
      recover(error, action, first);
    }
    isBusy = false;
  };
}

// Each hook has a `try` of its own: V8 inlines a function where it is always the one that is called.
const hooks = {
  created(promise, parent) {
    if (!mayEnter()) return;
    try {
      room(reserve);
      prepare(true);
      created(promise, parent);
    } catch (error) {
      recover(error, created, promise);
    }
    isBusy = false;
  },
  settled(promise) {
    if (!mayEnter()) return;
    try {
      room(reserve);
      prepare(true);
      settled(promise);
    } catch (error) {
      recover(error, settled, promise);
    }
    isBusy = false;
  },
  // Before and after a job, the stack is empty.
  before: guarded(before),
  after: guarded(after),
};

/** Begins a callback of the recording, unless nothing is recorded now. */
function mayEnter() {
  if (isBusy || file < 0) return false;
  return (isBusy = true);
}

/** @param isInside Whether the callback is called in the middle of something, so that V8 may be settling a promise. */
function prepare(isInside) {
  mayBeSettling = isInside;
  if (isWithdrawn) comeBack();
}

function recover(error, action, promise) {
  isSettling = false;
  try {
    dropPartialLine();
    if (!isOverflow(error)) fail(error);
    else withdraw(action, promise);
  } catch {
    // There is not even room for that; the next hook tries again.
    lost++;
  }
}

// Near the end of the stack
// In many releases up to Node 22, V8 ends the program if it cannot enter a hook because the program has used up the stack. So each hook first looks
// whether there are 62 KB left, because V8 may have to compile the functions of this file. If not, a function that needs no stack takes the place of the
// hooks, and counts the promises, until the stack is free again: at the next job or turn of the event loop.

/** Whether an error says that the stack is used up; a regular expression that cannot be compiled says it in its own way. */
const isOverflow = (error) => types.isNativeError(error) && /^Maximum call stack size exceeded$|: Stack overflow$/.test(String(stored(error, 'message')));

const { room, counter } = quietly(makeStackProbe) ?? { room: () => apply(nothing, undefined, ballast), counter: undefined };
/** The argument for `room`: less, if the whole stack is small. */
let reserve = 3;
/** A function of V8's own that does nothing; the arguments for it take 8 KB. */
const nothing = getPrototypeOf(Object), ballast = Array(1000).fill(0);
let isWithdrawn = false;
/** The bodies that ran when the hooks were withdrawn, and the number of records at that time: how these promises settle may not be seen. */
let unsure = [], unsureUntil = 0;
/** The promises whose settlement was reported, but not recorded. */
let missed = [];

/** Withdraws the hooks because one of them has no room. */
function withdraw(action, promise) {
  if (action === settled) missed.push(promise);
  if (isWithdrawn) return;
  if (action === created) lost++;
  isWithdrawn = true;
  unsure = [...bodies];
  unsureUntil = Record.count;
  stopHooks.init();
  stopHooks.settled();
  stopHooks.init = v8Hooks.onInit(counter?.count ?? nothing);
  wake();
}

/** Makes sure that V8 has compiled what is needed near the end of the stack. */
function rehearse() {
  for (reserve = 0; reserve < 3 && !isOverflow(errorOf(() => room(4 * reserve))); reserve++);
  withdraw(created);
  comeBack();
  lost = 0;
}

function errorOf(action) {
  try {
    return void action();
  } catch (error) {
    return error;
  }
}

/** Installs the hooks again. */
function comeBack() {
  isWithdrawn = false;
  stopHooks.init();
  stopHooks.settled();
  stopHooks.init = v8Hooks.onInit(hooks.created);
  stopHooks.settled = v8Hooks.onSettled(hooks.settled);
  // What settled is not counted: V8 looks for room even before it calls the function that needs none.
  lost += 1 + (counter?.calls.value ?? 0);
  if (counter !== undefined) counter.calls.value = 0;
  step = isJob ? lostStep : topStep;
  for (const record of unsure) if (record.own !== undefined) settleLate(record, record.own);
  for (const promise of missed) if (Stamp.of(promise)?.kind > AWAIT || Stamp.of(promise)?.kind === ENTRY) settleLate(Stamp.of(promise), promise);
  unsure = [];
  missed = [];
}

/** Settles a promise whose settlement may have been missed. */
function settleLate(record, promise) {
  if (record.state === PENDING && look(promise).state !== PENDING) settle(record, promise, clock());
}

/**
 * Makes `room`, which throws if less than about 16 KB, times the argument plus one, of the stack are left, and `count`, which needs no stack: it counts
 * its calls in `calls`. Only WebAssembly has such functions: a large frame that costs nothing, and a function that does not check the stack. V8 compiles
 * the same code once in a process, so that only the main thread needs the options.
 */
function makeStackProbe() {
  const optionsOfUser = [process.env.NODE_OPTIONS, ...process.execArgv].join(' ');
  if (/wasm|liftoff|jitless/.test(optionsOfUser)) return undefined;
  const { Instance, Module } = globalThis.WebAssembly;
  const number = (value) => (value < 128 ? [value] : [value & 127 | 128, ...number(value >> 7)]);
  const section = (id, ...contents) => [id, ...number(contents.length), ...contents];
  const code = (...bytes) => [...number(bytes.length), ...bytes];
  const compile = (options, ...sections) => {
    const set = (word) => isMainThread && options.forEach((name) => v8.setFlagsFromString(`--${word}${name}`));
    set('no-');
    try {
      return new Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...sections.flat()]));
    } finally {
      set('');
    }
  };
  const optimized = ['liftoff', 'wasm-lazy-compilation', 'wasm-dynamic-tiering'];
  // room = (depth) => { if (depth < 0) { 1000 values of 16 bytes that live at the same time } if (depth) room(depth - 1) }: a frame touches one page of
  // memory, so that a few large ones cost less than many small ones.
  const values = [...Array(1000).keys()].map((index) => number(index + 1));
  const large = [0x20, 0, 0x41, 0, 0x48, 0x04, 0x40, ...values.flatMap((value) => [0x10, 0, 0x21, ...value]), ...values.flatMap((value) => [0x20, ...value, 0x10, 1]), 0x0b];
  const ofRoom = compile(optimized, section(1, 3, 0x60, 0, 1, 0x7b, 0x60, 1, 0x7b, 0, 0x60, 1, 0x7f, 0), section(3, 3, 0, 1, 2), section(7, 1, 1, 0x72, 0, 2),
    section(10, 3, ...code(0, 0xfd, 0x0c, ...Array(16).fill(0), 0x0b), ...code(0, 0x0b), ...code(1, ...number(1000), 0x7b, ...large, 0x20, 0, 0x04, 0x40, 0x20, 0, 0x41, 1, 0x6b, 0x10, 2, 0x0b, 0x0b)));
  // count = () => { calls++ }
  const ofCount = compile([...optimized, 'wasm-stack-checks'], section(1, 1, 0x60, 0, 0), section(3, 1, 0), section(6, 1, 0x7f, 1, 0x41, 0, 0x0b),
    section(7, 2, 1, 0x63, 0, 0, 1, 0x76, 3, 0), section(10, 1, ...code(0, 0x23, 0, 0x41, 1, 0x6a, 0x24, 0, 0x0b)));
  const { c: count, v: calls } = new Instance(ofCount).exports;
  // The ways into and out of WebAssembly are compiled when they have been used a few times.
  const { r: probe } = new Instance(ofRoom).exports;
  for (let round = 0; round < 2000; round++) count(probe(2));
  calls.value = 0;
  return { room: probe, counter: { count, calls } };
}

let rows = 0;
/** The number of promises that packages made. */
let ofPackages = 0;

/** Returns the number of a row: rows are numbered in the order in which they are logged. */
function numberOf(record) {
  return record.number === 0 ? (record.number = ++rows) : record.number;
}

/** The innermost body that runs. Reading the element before the first one of an empty array would take ten times as long. */
function innermostBody() {
  return bodies.length > 0 ? bodies[bodies.length - 1] : undefined;
}

/** The row whose body runs, or inside which it was called; 0 if there is none. */
function context() {
  const running = innermostBody();
  return running === undefined ? 0 : running.isRow ? numberOf(running) : running.context;
}

/** When V8 reported a promise last; whether one was made only to see whether it does. */
let reportedAt = 0, isAsked = false;

/** Whether V8 still reports promises. Hooks of the program see the one that this takes. */
function isReporting() {
  isAsked = true;
  isBusy = false;
  new NativePromise(() => {});
  isBusy = true;
  const isReported = !isAsked;
  isAsked = false;
  return isReported;
}

function created(promise, parent) {
  if (isAsked) {
    isAsked = false;
    return;
  }
  let known = parent === undefined ? undefined : Stamp.of(parent);
  if (known?.state === PENDING && known.id <= unsureUntil) settleLate(known, parent);
  const place = locate(promise, parent !== undefined, known, innermostBody());
  if (stale > 0) shorten(bodies, bodies.length - stale);
  const running = innermostBody();
  // The time of what Node and packages do by themselves is not logged, so the clock is not read.
  const time = reportedAt = place.isFolded && !place.isCalled && known?.isRow !== true ? reportedAt : clock();
  if (running !== undefined && !isInferred) running.seenAt = time;
  if (requests.length > place.requestDepth && !place.isDeep) requests.length = place.requestDepth;
  if (parent !== undefined && known === undefined && place.isRow) known = discover(parent, time);
  let { kind } = place;
  if (kind === AWAIT && !place.isFolded && known !== undefined
    && (known === (place.inGenerator ? requests[place.requestDepth - 1] : running) || isEvaluation(known, running))) {
    // The value of an `await` that is no promise: V8 wraps it first, and names the function's own promise as the parent.
    kind = WRAPPER;
  }
  let record;
  if (kind === AWAIT) record = place.isFolded ? pass(place, known, time) : suspend(place, known, parent, time);
  else if (kind === INPUT) record = watchInput(place, known, parent, time);
  else if (kind === NATIVE) record = adopt(place, known, parent, time);
  else record = start(kind, place, known, promise, parent, time);
  new Stamp(promise, record);
}

/** A promise of the program was created, or one that the program may use. */
function start(kind, place, known, promise, parent, time) {
  if (place.isOfPackage) ofPackages++;
  if (kind === THEN && known !== undefined) {
    react(known);
    if (place.isRow) use(known, parent, time);
  }
  const record = new Record(kind, place, context(), kind === THEN ? known : undefined);
  if (parent === undefined) newest = record;
  if (kind === ENTRY && place.wrapper !== undefined) nameWrappers(record);
  record.isLifelong = place.keepsAlive && innermostBody()?.place.isMain === true;
  // What the program called directly may become a row: then, it has its place in the log.
  if ((record.isRow || place.isCalled) && !place.isModule) log(createdLine, time, record);
  if (kind === ENTRY) enter(record, promise, time);
  else if (kind === THEN && known?.isRow) log(registeredLine, time, known, record);
  else if (kind === COMBINE) [combinator, combinatorBefore] = [record, combinator];
  else if (kind === REQUEST) requests[place.requestDepth - 1] = record;
  else if (kind !== WRAPPER && record.isRow) record.promise = promise;
  return record;
}

/** An async function was called: it runs. */
function enter(record, promise, time) {
  if (record.place.isModule) {
    // It has been linked; it will run later, and then settle another promise. See `enterModule` and `settle`.
    record.isRow = false;
    linked++;
    record.place.function.module = record;
    return;
  }
  record.own = promise;
  run(record, time);
  log(startedLine, time, record);
}

/** Something reacts on a promise, so its rejection is not unhandled. */
function react(record) {
  record.hasReaction = true;
  if (record.state === REJECTED) openRejections.delete(record);
}

/** A promise that is no row becomes one, because the program uses it itself. */
function use(record, promise, time) {
  if (record.isRow || record.kind === AWAIT || record.kind === WRAPPER || record.kind === NATIVE || record.kind === INPUT || record.kind === REQUEST) return;
  makeRow(record, time);
  if (record.state === SETTLED) record.promise = promise;
}

function makeRow(record, time) {
  record.isRow = true;
  log(createdLine, time, record);
  if (record.state !== PENDING) log(settledLine, time, record);
}

/** A promise that the program uses, but whose creation was not seen. */
function discover(promise, time) {
  const record = new Record(UNKNOWN, unknownPlace, 0, undefined);
  // Whether something else reacts on it is not known either.
  record.hasReaction = record.isRow = true;
  record.promise = promise;
  new Stamp(promise, record);
  log(createdLine, time, record);
  if (look(promise).state !== PENDING) settle(record, promise, time);
  return record;
}

/** A function of Node's or of a package's stops at an `await`: it is no row, but what it calls later belongs where it was called. */
function pass(place, source, time) {
  const wait = new Await(place, undefined, source, context());
  if (source === undefined) return wait;
  wait.isFirst = !source.hasReaction;
  react(source);
  if (source.isRow) log(registeredLine, time, source);
  return wait;
}

/** A body stops at an `await`. */
function suspend(place, source, promise, time) {
  const owner = ownerOf(place);
  if (source === undefined && owner?.isRow) source = discover(promise, time);
  if (source !== undefined) {
    react(source);
    use(source, promise, time);
  }
  const wait = new Await(place, owner, source, 0);
  if (owner !== undefined) {
    owner.body = WAITS;
    owner.own = undefined;
    wait.processorTime = processorTime(owner, time);
    owner.source = source;
    if (!owner.isRow && source?.isRow && place.inGenerator) makeRow(owner, time);
    if (source?.kind === WRAPPER) source.waiter = owner;
    log(awaitingLine, time, owner, wait);
  } else if (source !== undefined) {
    log(registeredLine, time, source);
  }
  return wait;
}

/** Returns the promise whose body is at an `await`: it is the innermost one that runs, unless that belongs to another function. */
function ownerOf(place) {
  if (place.inGenerator) {
    const owner = requests[place.requestDepth - 1];
    requests.length = Math.min(requests.length, place.requestDepth - 1);
    if (owner !== undefined) owner.generator = place.function;
    return owner;
  }
  for (let index = bodies.length - 1; index >= 0; index--) {
    const body = bodies[index];
    if (body.kind === THEN) break;
    if (body.body === RUNS && (body.place.function === place.function || body.generator === place.function)) {
      shorten(bodies, index);
      return body;
    }
  }
  return undefined;
}

/** A combinator watches an input. */
function watchInput(place, input, promise, time) {
  if (input !== undefined && input === combinator) {
    // It was no combinator, but the wrapper of an input that is no promise: both come from the same place.
    input.kind = WRAPPER;
    input.isRow = false;
    // The next row gets its number.
    if (input.number === rows && !input.isWritten) [input.number, rows] = [0, rows - 1];
    combinator = combinatorBefore;
  }
  if (input !== undefined) react(input);
  if (combinator !== newest && input !== newest) correct(place);
  const record = new Record(INPUT, place, 0, input);
  if (combinator === undefined || combinator.state !== PENDING || combinator.place.word !== place.word) return record;
  record.combinator = combinator;
  if (input === undefined && promise !== undefined && combinator.isRow) input = record.from = discover(promise, time);
  if (input === undefined) return record;
  const isEdge = input.kind !== WRAPPER && combinator.isRow;
  if (isEdge) use(input, promise, time);
  if (input.isRow) log(registeredLine, time, input, isEdge ? combinator : undefined);
  return record;
}

/** An input shows that the promise before it was a combinator, and not, as was inferred, one more call of a function. */
function correct(place) {
  if (newest === undefined || !newest.isInferred || newest.isWritten || newest.state !== PENDING || place.combinator === undefined) return;
  step = place.combinator.followed;
  if (innermostBody() === newest) bodies.pop();
  events = events.filter(({ line, record }) => line !== startedLine || record !== newest);
  newest.body = 0;
  newest.kind = COMBINE;
  newest.place = place.combinator;
  newest.context = context();
  newest.isRow = place.combinator.isRow;
  [combinator, combinatorBefore] = [newest, combinator];
}

/** A promise that was resolved with another adopts it: V8 reacts on that one, in a job of the promise that adopts. */
function adopt(place, source, promise, time) {
  const record = new Record(NATIVE, place, 0, source);
  if (source === undefined) return record;
  react(source);
  // Inside a `finally`, the promise that the handler returned is waited for.
  const isFinally = job?.kind === THEN && job.place.word === 'finally';
  if (job === undefined || job.kind === AWAIT || !(job.isAdopting || isFinally)) return record;
  if (job.isRow && !job.place.isFolded && !job.place.isCall) use(source, promise, time);
  if (job.isRow && source.isRow) {
    job.source = source;
    log(adoptedLine, time, job, source);
  }
  return record;
}

function before(promise) {
  job = Stamp.of(promise);
  isJob = true;
  clear();
  if (undecided.length > 0) readUndecided();
  step = job === undefined ? lostStep : job.place.resumed;
  if (job === undefined) return;
  const time = job.kind === AWAIT && job.owner === undefined && job.source?.isRow !== true ? 0 : clock();
  if (job.kind === AWAIT) {
    resume(job, time);
  } else if (job.hasRun || (job.kind !== THEN && job.kind !== INPUT && job.kind !== NATIVE)) {
    // A job of a promise that has no handler to run: it adopts what it was resolved with.
    job.isAdopting = true;
    step = adoptingStep;
    if (job.body === RUNS) stopUnseen(job, time);
    if (job.kind === WRAPPER && !job.place.isFolded) showThenable(job, time);
    bodies.push(job);
  } else {
    job.hasRun = true;
    if (job.from !== undefined) probe(job.from, job.place.word === 'catch' && !job.place.isSubclass ? job : undefined);
    if (job.kind === THEN) {
      run(job, time);
      log(ranLine, time, job, job.from);
    } else if (job.kind === INPUT && job.from?.isRow) {
      log(handledLine, time, job.from, job.combinator);
    }
  }
}

/** A body continues after an `await`. */
function resume(wait, time) {
  const { owner, source } = wait;
  if (source !== undefined) probe(source);
  if (owner !== undefined && owner.state === PENDING) {
    run(owner, time, source?.isRow === true);
    owner.source = undefined;
    owner.awaited = source;
    log(continuedLine, time, owner, source);
  } else {
    bodies.push(wait);
    wait.isFirst = false;
    if (source?.isRow) log(handledLine, time, source);
  }
}

/** What looked like the wrapper of a value adopts a thenable, so it is a row. */
function showThenable(record, time) {
  const { place, waiter } = record;
  if (place.thenable === undefined) {
    place.thenable = new Place(WRAPPER, 'thenable', false);
    ({ text: place.thenable.text, inferredText: place.thenable.inferredText, resumed: place.thenable.resumed } = place);
  }
  record.place = place.thenable;
  makeRow(record, time);
  if (waiter !== undefined) log(awaitingLine, time, waiter, new Await(place, waiter, record, 0));
}

function after() {
  // A body that has ended without having settled its promise returned another one.
  for (let index = bodies.length - 1; index >= 0; index--) {
    const body = bodies[index];
    if (body.body !== RUNS) continue;
    if (body === job || body === job?.owner) stop(body, clock());
    else stopUnseen(body, clock());
  }
  if (job?.kind === AWAIT) job.owner = undefined;
  else if (job?.kind === NATIVE || job?.kind === INPUT) job.from = undefined;
  clear();
  job = undefined;
  isJob = false;
  step = topStep;
  if (undecided.length > 0) readUndecided();
}

/** Nothing runs. */
function clear() {
  shorten(bodies, 0);
  shorten(requests, 0);
}

/** Removes the last elements. Setting `length` would release the memory of the array each time. */
function shorten(array, length) {
  while (array.length > length) array.pop();
}

function settled(promise) {
  const record = Stamp.of(promise);
  if (record === undefined) return;
  if (record.kind !== AWAIT) {
    // The promise is still pending until this hook has returned, so nothing is written before that.
    if (events.length > CAPACITY - SETTLING) flush(true);
    isSettling = true;
    if (record.place.isResolvable && record.isRow && SITES !== 'off') readSettling(record);
    settle(record, promise, clock());
    isSettling = false;
  } else if (record.isFirst && job !== record) {
    // It was the wrapper of a value, and does not react on the function's own promise.
    record.source.hasReaction = false;
    record.source = undefined;
  }
}

function settle(record, promise, time) {
  const running = innermostBody();
  if (isEvaluation(record, running) && running.state === PENDING) settle(running, promise, time);
  record.state = SETTLED;
  if (record.slot >= 0) vacate(record, SETTLED_BEFORE);
  record.own = undefined;
  record.settledAt = time;
  if (record.body === RUNS) {
    stop(record, time);
    const index = bodies.lastIndexOf(record);
    if (record.kind !== THEN && index >= 0) shorten(bodies, index);
    if (index > 0) bodies[index - 1].seenAt = time;
  }
  // Of others, only those are of interest whose rejection nothing handles, see `findFolded`.
  if (!record.isRow && (record.hasReaction || !record.place.isCalled)) return;
  record.promise = promise;
  log(settledLine, time, record, record.kind === COMBINE && job?.combinator === record ? job.from : undefined);
}

/** Whether a promise is that of the evaluation of a module that runs, and not one that the module itself made by `import()`. */
function isEvaluation(record, running) {
  return running?.place.isModule === true && record.place.isEvaluation && record.context !== running.number;
}

/** How long a body has to run, in milliseconds, before its processor time is of interest; and how often that is read, at most. */
const LONG = 20, OFTEN = 25;
/** The processor time that the process had taken, and when. */
let taken = 0;
let takenAt = -Infinity;

function readProcessorTime(now) {
  takenAt = now;
  const { user, system } = apply(cpuUsage, process, []);
  return (taken = (user + system) / 1000);
}

/**
 * A body starts or continues.
 *
 * @param isSeen Whether the log has that it had stopped. For `await null`, for instance, it has not.
 */
function run(record, time, isSeen = true) {
  record.body = RUNS;
  record.seenAt = time;
  bodies.push(record);
  if (!isSeen) return;
  if (time - takenAt > OFTEN) readProcessorTime(time);
  record.runsSince = time;
  record.takenBefore = taken;
}

function stop(record, time) {
  record.body = 0;
  log(finishedLine, time, record, processorTime(record, time));
}

/**
 * Ends a body that has returned a promise, which V8 does not report. Nothing shows that it ran after it had been seen last; what called it may have
 * held the event loop since then.
 */
function stopUnseen(record, time) {
  const { seenAt, runsSince } = record;
  if (time - runsSince < LONG) return stop(record, time);
  record.body = 0;
  log(finishedLine, seenAt, record, seenAt - runsSince < LONG ? 0 : Math.min(processorTime(record, time), seenAt - runsSince));
  const event = events.pop();
  let index = events.length;
  while (index > 0 && events[index - 1].time > seenAt) index--;
  events.splice(index, 0, event);
}

/** Returns the processor time, in milliseconds, that a body took at most since it started or continued; 0 if it did not run for long. */
function processorTime(record, time) {
  if (time - record.runsSince < LONG) return 0;
  return Math.max(0.001, readProcessorTime(time) - record.takenBefore);
}

// Outcomes ------------------------------------------------------------------------------------------------------------------------
// When V8 reports a settlement, the promise is still pending, and nothing says whether it will be fulfilled or rejected. Once its first
// reaction runs, it certainly has a handler, so that another reaction changes nothing: that one reads the outcome. A promise without
// reactions is read by `util.inspect` before its events are written.

/**
 * Adds a reaction that reads the outcome of a settled promise.
 *
 * @param passing The record of the promise of a `catch`, which a value passes through.
 */
function probe(record, passing) {
  const { promise } = record;
  if (record.state !== SETTLED || promise === undefined || record.isProbed) return;
  // `then` of another class, or of a changed one, would call code of the program.
  if (getPrototypeOf(promise) !== PromisePrototype || hasOwn(promise, 'constructor') || PromisePrototype.constructor !== NativePromise) return;
  record.isProbed = true;
  const read = (state) => (value) => {
    if (record.state !== SETTLED) return;
    setOutcome(record, state, value === undefined, state === REJECTED ? typeName(value) : '', VALUES === 'off' ? '' : preview(value), value);
    // Inspecting the promise of the `catch` would take a hundred times as long.
    if (state === FULFILLED && passing?.state === SETTLED && !mayHaveThen(value)) setOutcome(passing, FULFILLED, record.isVoid, '', record.text, value);
  };
  apply(then, promise, [read(FULFILLED), read(REJECTED)]);
}

/**
 * Reads the outcomes that could not be read before, now that no settlement is in progress. Between the report of a settlement and the settlement,
 * other hooks and a getter `then` of the value may run.
 */
function readUndecided() {
  const records = undecided;
  undecided = [];
  for (const record of records) {
    record.isUndecided = false;
    if (record.state === SETTLED && look(record.promise).state === PENDING) {
      record.state = PENDING;
      if (record.slot === SETTLED_BEFORE) watchLater(record.promise, record);
      record.promise = record.source = undefined;
    } else if (!record.isSettled) {
      log(settledLine, clock(), record);
    }
  }
}

/** Reads the outcome of a settled promise that nothing reacted on yet. */
function readNow(record) {
  if (record.promise === undefined || record.isUndecided) return;
  const { state, value, shown: text } = look(record.promise);
  if (state === PENDING && mayBeSettling) {
    record.isUndecided = true;
    undecided.push(record);
    return;
  }
  record.shown = text;
  const type = text === undefined ? typeName(value) : text.startsWith('Symbol(') ? 'symbol' : 'string';
  const shownText = VALUES === 'off' ? '' : text === undefined ? preview(value) : VALUES === 'type' ? type : text;
  setOutcome(record, state, text === undefined && value === undefined, state === REJECTED ? type : '', shownText, value);
}

function setOutcome(record, state, isVoid, type, text, value) {
  record.state = state;
  record.isVoid = isVoid;
  record.type = type;
  record.text = text;
  if (state === REJECTED) {
    record.reason = value;
    record.namesItself = type === 'TypeError' && types.isNativeError(value) && String(stored(value, 'message')).startsWith('Chaining cycle detected');
    if (!record.hasReaction) {
      openRejections.add(record);
      watch(record.promise, record);
    }
  }
  record.promise = undefined;
}

/**
 * Returns the state of a promise, and its value; of a string or a symbol, only the text that shows it. Before `inspect` prints an object, it looks
 * whether it is about to print that already, in a list that is handed to `stylize`: our own list sees the value, and says that it is, so that
 * nothing of the value is read or called.
 */
function look(promise) {
  looked = { state: FULFILLED, value: undefined, shown: undefined };
  lookedAt = promise;
  stage = 0;
  withBuiltins(() => inspect([null, promise], LOOK));
  lookedAt = undefined;
  return looked;
}

/** The promise that `look` inspects, and what it has found. `stage` is 1 when the list is ours, 2 when the promise is printed, 3 when its value is known. */
let looked, lookedAt, stage = 0;

/** Takes what stands for a value that is no object: what `inspect` prints for it, and in which style. */
function takePrimitive(text, style) {
  if (style === 'string' || style === 'symbol') looked.shown = text;
  else looked.value = style === 'number' ? Number(text) : style === 'bigint' ? BigInt(text.slice(0, -1)) : style === 'boolean' ? text === 'true' : style === 'null' ? null : undefined;
}

const seenList = {
  includes(value) {
    if (stage === 1 && value === lookedAt) {
      stage = 2;
      return false;
    }
    if (stage === 2) looked.value = value;
    if (stage === 2) stage = 3;
    return stage === 3;
  },
  push() {},
  pop() {},
  indexOf: () => 0,
  length: 0,
};

const LOOK = {
  depth: 1, customInspect: false, breakLength: Infinity, maxArrayLength: 2, maxStringLength: VALUES === 'preview' ? 130 : 0,
  stylize(text, style) {
    if (stage === 0 && style === 'null' && isObject(this)) {
      stage = 1;
      this.seen = seenList;
    } else if (style === 'special' && (text === '<pending>' || text === '<rejected>')) {
      looked.state = text === '<pending>' ? PENDING : REJECTED;
      stage = 3;
    } else if (stage === 2) {
      takePrimitive(text, style);
      stage = 3;
    }
    return text;
  },
};

/** The rejected promises that nothing reacts on; the errors that Node ended the program for. */
const openRejections = new Set();
let crashes = [];
const modeOfRejections = /--unhandled-rejections[= ](warn|none)/.exec([process.env.NODE_OPTIONS, ...process.execArgv].join(' '))?.[1];
/** Whether a rejection without a handler does not end the program, and whether Node does not even report it. What survives otherwise was handled, seen here or not. */
const isLenient = modeOfRejections !== undefined, isSilent = modeOfRejections === 'none';

function rejectionsAreSurvived() {
  return isLenient || apply(listenerCount, process, ['unhandledRejection']) > 0;
}

/** The script in which Node looks up `process.emit` for each rejection that nothing has handled when all jobs have run. */
const REJECTIONS = 'node:internal/process/promises';

/** Node reports what is unhandled now, even if something handles it later. If that ends the program, the error says of which promise it is. */
function reportUnhandled() {
  if (!rejectionsAreSurvived()) return;
  readUndecided();
  flush(true);
  const now = clock();
  for (const record of openRejections) {
    // Whatever imports a module receives its error.
    if (record.place.isModule) continue;
    openRejections.delete(record);
    log(unhandledLine, now, record);
  }
}

/** Finds the promises that Node found to be unhandled, by the errors that it reported. */
function matchCrashes() {
  for (const crash of crashes) {
    // What fails because of a module stands for it.
    const open = [...openRejections].filter((record) => !record.isUnhandled).sort((one, other) => one.place.isModule - other.place.isModule);
    const record = open.find(({ type }) => typeName(crash) === type) ?? open[0] ?? findFolded();
    if (record === undefined) continue;
    record.isUnhandled = true;
    if (record.type === typeName(crash) && VALUES !== 'off') record.text = preview(crash);
  }
  crashes = [];
}

/** Finds a rejected promise of Node's or of a package's that the program did not use: `readFile` without an `await`, for instance. */
function findFolded() {
  const record = events.find(({ line, record: { isRow, hasReaction, promise } }) => line === settledLine && !isRow && !hasReaction
    && promise !== undefined && look(promise).state === REJECTED)?.record;
  if (record === undefined) return undefined;
  makeRow(record, clock());
  readNow(record);
  return record;
}

/** What is registered: Node 18 may never end if a registry has something to report when it does. */
const watched = parseInt(process.versions.node, 10) < 20 ? new Set() : undefined;

function watch(promise, record) {
  watched?.add(record);
  apply(register, registry, [promise, record, record]);
}

// Registering a promise costs as much as a dozen lines, and a collection of young objects does not free what is registered. So a promise first gets some time to settle.

/** The milliseconds after which a pending promise is registered, or up to twice as many; the most promises that wait for that. */
const PATIENCE = 50, WAITING = 4096;
/** The slots of promises that do not wait. */
const NONE = -1, REGISTERED = -2, SETTLED_BEFORE = -3;
/** The promises that wait to be registered, in a ring in the order of their creation, and their records. */
const waitingPromises = Array(WAITING), waitingRecords = Array(WAITING);
/** The slot of the next promise; what that was at the last look, and when the last look was. */
let nextSlot = 0, formerSlot = 0, lookedSince = 0;

function watchLater(promise, record) {
  endWait(nextSlot);
  waitingPromises[nextSlot] = new WeakRef(promise);
  waitingRecords[nextSlot] = record;
  record.slot = nextSlot;
  nextSlot = (nextSlot + 1) % WAITING;
  if (nextSlot === formerSlot) formerSlot = (formerSlot + 1) % WAITING;
}

function vacate(record, slot) {
  waitingPromises[record.slot] = waitingRecords[record.slot] = undefined;
  record.slot = slot;
}

/** Registers the promise in a slot, or logs that it was freed. */
function endWait(slot) {
  const record = waitingRecords[slot], promise = waitingPromises[slot]?.deref();
  if (record === undefined) return;
  vacate(record, REGISTERED);
  if (promise === undefined) return logReleased(record);
  watch(promise, record);
  logExpected(record);
}

/** Logs the calls that would settle a promise, as the source shows them: once for each place, if a promise of it is pending for a while before any of them has settled. */
function logExpected(record) {
  const { place } = record, { executor } = place;
  if (executor === undefined || place.calls.size > 0 || record.state !== PENDING || !record.isRow || credit <= 0) return;
  place.executor = undefined;
  const start = clock(), calls = quietly(() => expectedCalls(executor), []);
  credit -= Math.min(clock() - start, 0.1);
  if (calls.length > 0) log(expectedLine, clock(), record, calls);
}

/** Registers the promises that were waiting at the last look already. */
function watchPatient(now) {
  if (now - lookedSince < PATIENCE) return;
  const later = (nextSlot - formerSlot + WAITING) % WAITING;
  for (let index = 0; index < WAITING - later; index++) endWait((nextSlot + index) % WAITING);
  formerSlot = nextSlot;
  lookedSince = now;
}

function logReleased(record) {
  if (file < 0 || !record.isRow) return;
  if (record.state === PENDING || (record.state === REJECTED && !record.hasReaction)) log(releasedLine, clock(), record);
}

/** Of the program's realm: V8 may call it when Node has already left another one, which would abort the process. */
const registry = new own.FinalizationRegistry((record) => {
  watched?.delete(record);
  logReleased(record);
});

// The lines of the log ------------------------------------------------------------------------------------------------------------

let sequence = 0, writtenSequence = 0;
const startTime = clock();
let lastTime = startTime;
/** The time of the last line in microseconds since the start. */
let lastMicros = 0;
let writtenAt = 0;
/** The number of events that were not recorded, or not written because a pipe accepts nothing. */
let lost = 0;

/** The lines that tell how a promise settled, or depend on it: a body passes on the error of what it awaited if it ends with that error. */
const OUTCOME_LINES = new Set([settledLine, finishedLine, ranLine, continuedLine]);

/**
 * Writes the events that were kept.
 *
 * @param isFinal Whether all of them are written. Else the first one whose outcome a reaction is about to report, and those behind it,
 *   wait for that.
 */
function flush(isFinal) {
  if (file < 0) return;
  writtenAt = clock();
  addCredit(writtenAt - takenAt > OFTEN ? readProcessorTime(writtenAt) : taken);
  if (backlog.length > BACKLOG_LIMIT) {
    lost += events.length;
    events = [];
    write();
    return;
  }
  let total = 0;
  for (; total < events.length; total++) {
    const { line, record, other } = events[total];
    const mayWait = !isFinal && total < CAPACITY / 2;
    if (record.isRow && record.state === SETTLED && OUTCOME_LINES.has(line)) {
      if (mayWait && record.hasReaction) break;
      readNow(record);
    } else if (mayWait && line === awaitingLine && mayBecomeRow(other.source)) {
      break;
    }
  }
  if (crashes.length > 0) matchCrashes();
  if (isFinal) total = events.length;
  flushLength = events.length - total + PORTION;
  if (total === 0 && !isFinal) return;
  if (count.inferred > 0 && !isSamplingNoted && SITES === 'sampled') samplingLine();
  const written = events;
  events = total === written.length ? [] : written.slice(total);
  let index = 0;
  try {
    for (; index < total; index++) {
      const { line, time, record, other, context: ctx } = written[index];
      line(time, record, other, ctx);
    }
  } finally {
    // If the stack overflows in a line, `dropPartialLine` counts that one.
    lost += total - index - (hasPartialLine() ? 1 : 0);
  }
  if (lost > 0 && events.length === 0) lostLine();
  write();
  watchPatient(writtenAt);
  if (events.length > 0) wake();
}

/** Says how many events are missing, behind all those that may come before them. */
function lostLine() {
  begin(NAMES.lost, lastTime);
  putMember(MEMBERS.count, lost);
  putPhrase(END);
  if (isLimited) losses.push({ seq: sequence, count: lost });
  lost = 0;
}

/** Whether it is decided later if a promise that a body waits for is a row: it is one if it takes its time. */
function mayBecomeRow(source) {
  return source !== undefined && !source.isRow && source.state === PENDING && (source.kind === REQUEST || source.kind === WRAPPER);
}

/** A message that this thread sends to itself arrives when its event loop turns. A timer would show in the stacks of the program's errors. */
const { port1: mailbox, port2: sender } = new MessageChannel();
let isWaking = false;

function wake() {
  if (isWaking) return;
  apply(postMessage, sender, [null]);
  // Set last, because the stack may be used up before the message is sent.
  isWaking = true;
}

/** Writes the events, after a pause if others were written shortly before: a message for each turn of a fast event loop would cost more than the lines. */
function onWake() {
  isWaking = false;
  readUndecided();
  if (events.length === 0) return;
  const left = PAUSE - clock() + writtenAt;
  isWaking = left > 0.5 && callAfter(left, onWakeSafely);
  if (!isWaking) flush(true);
}

// An event now and then proves that the program still ran, and says what memory and processor time it takes. A timer of Node's would show in the stacks of jobs, and to async
// hooks as a resource that they do not know. What `Atomics.waitAsync` waits with is none, and keeps no program alive.

/** Milliseconds after which the first such event is written, and the most that there are between two. */
const FIRST_PAUSE = 1000, LONGEST_PAUSE = 10_000;
const pauseCell = new Int32Array(new SharedArrayBuffer(4));
/** When the last such event was, and how long after it the next one is due. */
let aliveAt = -1, pause = FIRST_PAUSE;
/** When the last such event was written. */
let usageAt = 0;

/** Reading both takes some 8 microseconds, once a second. */
function aliveLine(now) {
  usageAt = now;
  const { user, system } = apply(cpuUsage, process, []);
  begin(NAMES.alive, now);
  putMember(MEMBERS.memory, apply(rss, process, []));
  putMember(MEMBERS.cpu, user + system);
  put('000}\n');
}

function onPause() {
  blindLine();
  const now = clock();
  const latest = events.length > 0 ? events[events.length - 1].time : lastTime;
  if (latest !== aliveAt) pause = FIRST_PAUSE;
  if (events.length === 0 && now - latest >= pause) {
    aliveLine(now);
    aliveAt = lastTime;
    pause = Math.min(2 * pause, LONGEST_PAUSE);
  } else if (now - usageAt >= FIRST_PAUSE * 0.9 && now - latest < FIRST_PAUSE / 4) {
    // The program is busy.
    flush(true);
    aliveLine(clock());
  }
  if (filled > 0) write();
  watchPatient(now);
  awaitPause(latest + pause - now);
}

/**
 * Says at the end that V8 reports promises to somebody else, as far as that is likely: it has not reported any for a while. The loss keeps what
 * was pending then from being called a hang.
 */
function deafLine(now) {
  if (now - Math.max(reportedAt, startTime) < FIRST_PAUSE || isReporting()) return;
  const since = (Math.max(reportedAt - startTime, 0) / 1000).toFixed(3);
  begin(NAMES.lost, now);
  put(',"count":1}\n');
  noteLine(now, `not recorded: promises after ${since} s, because something else took the promise hooks of V8`);
}

/** How many promises of packages are worth a note if the program uses none. */
const MANY_OF_PACKAGES = 100;

/** Says at the end that the program used no promise, but its packages did. A thread may be one of a package. */
function foldedLine(now) {
  if (rows > 0 || ofPackages < MANY_OF_PACKAGES || !isMainThread) return;
  noteLine(now, `not recorded: ${ofPackages} promises of packages, none of which the program uses; PROMISESCOPE_PACKAGES=1 records them`);
}

let isBlindNoted = false;

/** Says once that V8 does not report the program's promises, because they are of a class that replaced its own. */
function blindLine() {
  const replaced = Object.getOwnPropertyDescriptor(own.globalThis, 'Promise')?.value;
  for (let known = replaced, depth = 0; depth < 20; depth++, known = getPrototypeOf(known)) {
    if (known === NativePromise || types.isProxy(known)) return;
    if (!isObject(known)) break;
  }
  if (isBlindNoted) return;
  isBlindNoted = true;
  noteLine(lastTime, 'not recorded: promises of a class that replaced the global Promise');
}

/** Looks again after some milliseconds: a second at most, so that an event in between is noticed. */
function awaitPause(milliseconds) {
  callAfter(Math.min(Math.max(milliseconds, 1), FIRST_PAUSE), onPauseSafely);
}

/** Calls a function later. Returns whether this release of Node can do that. */
function callAfter(milliseconds, action) {
  Atomics.waitAsync?.(pauseCell, 0, 0, milliseconds).value.then(action);
  return Atomics.waitAsync !== undefined;
}

const onWakeSafely = guarded(onWake), onPauseSafely = guarded(onPause);

/** The start of the last line, up to the name of its event, and its length. */
const head = new DataView(new ArrayBuffer(64));
let headLength = 0;
/** The sequence number of that line, and its time in microseconds; where they end in `head`; the least time with one more digit. */
let headSequence = -1, headMicros = 0, sequenceEnd = 0, microsEnd = 0, moreMicros = 0;

/** Turns the start of the last line into that of the next one. Returns false if it has to be made again. */
function advance(next) {
  if (next !== headSequence + 1 || lastMicros >= moreMicros) return false;
  // If the stack overflows before the number is stored, the next start is made again.
  headSequence = -1;
  let index = sequenceEnd - 1;
  for (; head.getUint8(index) === 0x39; index--) head.setUint8(index, 0x30);
  if (head.getUint8(index) === 0x3a) return false;
  head.setUint8(index, head.getUint8(index) + 1);
  if (lastMicros !== headMicros) writeDigits(head, microsEnd, lengthOf(lastMicros), lastMicros);
  [headSequence, headMicros] = [next, lastMicros];
  return true;
}

function makeHead(next) {
  const start = `{"seq":${next}`, time = `${start},"t":${lastMicros}`, text = `${time}${lastMicros === 0 ? '' : '000'},"ev":"`;
  headSequence = -1;
  new Uint8Array(head.buffer).set(encoded(text));
  [headLength, sequenceEnd, microsEnd] = [text.length, start.length, time.length];
  moreMicros = lastMicros === 0 ? 0 : 10 ** lengthOf(lastMicros);
  [headSequence, headMicros] = [next, lastMicros];
}

/** Starts a line: `seq`, `t`, `ev`, `p`, and `ctx`. */
function begin(name, time, record, ctx = 0) {
  if (time > lastTime) {
    lastTime = time;
    lastMicros = Math.round((time - startTime) * 1000);
  }
  lineStart = filled;
  ensure(ROOM);
  if (!advance(sequence + 1)) makeHead(sequence + 1);
  copyWords(head, 0, pageView, filled, headLength);
  filled += headLength;
  sequence++;
  if (record === undefined) return putPhrase(name.alone);
  putPhrase(name.about);
  putNumber(record.number);
  if (ctx === 0) return;
  putMember(MEMBERS.ctx, ctx);
}

function putMember(name, number) {
  putPhrase(name);
  putNumber(number);
}

function noteLine(time, text, record) {
  begin(NAMES.noted, time, record);
  putPhrase(MEMBERS.text);
  putQuoted(text);
  putPhrase(END);
}

// These functions append the lines of an event; for promises that are no rows, they append none.

function createdLine(time, record) {
  if (!record.isRow || record.isWritten) return;
  const { place, from, generator, promise } = record;
  record.isWritten = true;
  numberOf(record);
  if (promise !== undefined && record.state === PENDING) {
    // If a promise that no function settles is freed, it can never settle.
    record.promise = undefined;
    watchLater(promise, record);
  }
  begin(NAMES.created, time, record, record.context);
  if (from?.isWritten) putMember(MEMBERS.from, from.number);
  if (generator === undefined) {
    putPhrase(record.isInferred ? place.end('inferredText') : place.end('text'));
  } else {
    put(',"kind":"async generator","label":');
    putQuoted(generator.name);
    put(record.isInferred ? place.inferredText : place.text);
    putPhrase(END);
  }
  if (record.isLifelong || isListenerUntilEnd(place)) noteLine(time, 'expected to stay pending: it lasts as long as the program', record);
}

/** Whether a promise waits for the end of something, and its call site is also that of a listener that waits for something else. */
function isListenerUntilEnd(place) {
  return place.isUntilEnd && listeners.some((other) => !other.isUntilEnd && other.text === place.text);
}

function registeredLine(time, record, by, ctx) {
  if (!record.isWritten || by?.isSettled) return;
  begin(NAMES.registered, time, record, ctx);
  if (by === undefined || !by.isWritten) return putPhrase(END);
  putMember(MEMBERS.by, by.number);
  putPhrase(by.kind === THEN ? by.place.end('handlers') : BOTH);
}

/** What stands for a promise in the event of a line that the program prints. */
const PRINTED = { isRow: false };

function printedLine(time, record, text, ctx) {
  begin(NAMES.noted, time);
  if (ctx !== 0) putMember(MEMBERS.ctx, ctx);
  putPhrase(MEMBERS.text);
  putQuoted(text);
  putPhrase(END);
}

function startedLine(time, record) {
  if (!record.isWritten || record.isStarted) return;
  record.isStarted = true;
  begin(NAMES.started, time, record, record.kind === ENTRY ? record.context : 0);
  putPhrase(END);
}

function finishedLine(time, record, processorTaken) {
  if (!record.isStarted) return;
  const outcome = record.state === REJECTED && !returnedItself(record) ? 'threw' : record.state !== FULFILLED ? 'promise' : record.isVoid ? 'void' : 'value';
  begin(NAMES.finished, time, record);
  if (!(processorTaken > 0)) return putPhrase(OUTCOMES[outcome]);
  put(`,"outcome":"${outcome}"`);
  putProcessorTime(processorTaken);
  putPhrase(END);
}

/** Whether Node rejected a promise because its handler returned that promise; an error that a handler throws again is another's. */
function returnedItself({ kind, isStarted, from, namesItself }) {
  return kind === THEN && isStarted && namesItself === true && from?.namesItself !== true;
}

function ranLine(time, record, from) {
  if (!record.isWritten) return handledLine(time, from);
  if (!handlerRan(record, from)) return;
  // What runs in Node or a package is no body of the program: its promise is in flight.
  if (!record.place.isFolded) startedLine(time, record);
  if (record.place.word !== 'finally') handledLine(time, from, record);
}

/** Whether the handler of `then`, `catch`, or `finally` was called, and the outcome did not just pass through. */
function handlerRan(record, from) {
  const { word } = record.place;
  if (word === 'finally' || from === undefined) return true;
  if (from.state === FULFILLED) return word === 'then';
  if (word === 'catch' || record.state !== REJECTED) return true;
  return !hasReasonOf(record, from);
}

/** Whether a rejected promise has the reason of another one; of one that nothing reacts on, only what `inspect` prints is known. */
function hasReasonOf(record, from) {
  if (record.shown === undefined && from.shown === undefined || from.state !== REJECTED) return record.reason === from.reason;
  const text = (settled) => settled.shown ?? (typeof settled.reason === 'string' || typeof settled.reason === 'symbol' ? inspect(settled.reason, { maxStringLength: LOOK.maxStringLength }) : undefined);
  return text(record) === text(from);
}

/** Appends the member `cpu`, in nanoseconds. */
function putProcessorTime(milliseconds) {
  putMember(MEMBERS.cpu, Math.ceil(milliseconds * 1000));
  put('000');
}

function awaitingLine(time, record, { source, place, processorTime: processorTaken }) {
  if (record.isWritten && source?.kind === REQUEST && mayBecomeRow(source)) {
    // The step of an iteration that takes its time.
    source.isRow = true;
    createdLine(time, source);
  }
  if (!source?.isWritten || source === record) return;
  if (!record.isWritten) {
    begin(NAMES.registered, time, source);
    putPhrase(END);
    return;
  }
  if (record.isAwaitWritten) return;
  record.isAwaitWritten = true;
  startedLine(time, record);
  begin(NAMES.awaiting, time, record);
  putMember(MEMBERS.source, source.number);
  if (!(processorTaken > 0)) return putPhrase(place.end('awaitText'));
  put(place.awaitText);
  putProcessorTime(processorTaken);
  putPhrase(END);
}

function continuedLine(time, record, source) {
  if (record.isAwaitWritten) {
    begin(NAMES.continued, time, record);
    putPhrase(END);
  }
  record.isAwaitWritten = false;
  if (passesOn(record, source)) record.passedOn = source;
  else handledLine(time, source, record);
}

/** Whether the body of `record` ended with the error of `source`, which it awaited last: no `catch` took the error, or it was thrown again. */
function passesOn(record, source) {
  return record.kind === ENTRY && record.state === REJECTED && source?.state === REJECTED && record.awaited === source && hasReasonOf(record, source);
}

function adoptedLine(time, record, source) {
  if (!record.isWritten || !source.isWritten) return;
  begin(NAMES.adopted, time, record);
  putMember(MEMBERS.source, source.number);
  putPhrase(END);
}

/** The rejection of `record` was taken; by a row, if `by` is one. */
function handledLine(time, record, by) {
  if (record === undefined || record.state !== REJECTED || !record.isWritten || record.isHandled) return;
  record.isHandled = true;
  begin(NAMES.handled, time, record);
  if (by?.isWritten) putMember(MEMBERS.by, by.number);
  putPhrase(END);
}

function settledLine(time, record, via, ctx) {
  if (record.isUndecided) return;
  const { kind, place: { word, isFolded, skipsCatch }, from, source, passedOn, isStarted } = record;
  const isItself = returnedItself(record);
  record.from = record.source = record.awaited = record.passedOn = record.waiter = undefined;
  if (!record.isWritten || record.isSettled || (record.state !== FULFILLED && record.state !== REJECTED)) return;
  record.isSettled = true;
  const isRejected = record.state === REJECTED;
  let cause = 'resolver';
  if (record.isAdopting && source !== undefined && (isRejected || word !== 'finally')) {
    [cause, via] = ['adopted', source];
  } else if (kind === COMBINE) {
    cause = 'combinator';
  } else if (kind === THEN && !isFolded && !isItself) {
    const isPassed = word === 'finally' && from !== undefined && from.state === record.state && hasReasonOf(record, from);
    cause = !isStarted ? 'passthrough' : isRejected && !isPassed ? 'threw' : 'returned';
    via = !isStarted || isPassed ? from : undefined;
  } else if (kind === ENTRY || kind === REQUEST) {
    cause = isRejected ? 'threw' : 'returned';
    if (isRejected) via = passedOn;
  }
  if (cause === 'resolver') for (const call of record.way ?? []) calledLine(time, record, call);
  record.way = undefined;
  if (isItself) noteLine(time, 'a promise cannot be resolved with itself', record);
  if (isRejected && skipsCatch) noteLine(time, 'returned without await from a try block, whose catch block does not see the rejection', record);
  begin(isRejected ? NAMES.rejected : NAMES.fulfilled, time, record, ctx === record.number ? 0 : ctx);
  if (record.text !== '' && VALUES !== 'off') {
    putPhrase(isRejected ? MEMBERS.error : MEMBERS.value);
    putQuoted(record.text);
  }
  record.text = '';
  if (isRejected) {
    putPhrase(MEMBERS.type);
    putQuoted(record.type);
  }
  putPhrase(CAUSES[cause]);
  if (via?.isWritten) putMember(MEMBERS.via, via.number);
  if (isRejected) put(record.type === 'AbortError' ? ',"cancelled":true' : ',"cancelled":false');
  const site = cause === 'resolver' ? record.settling || (record.passed?.[isRejected ? 'onError' : 'onValue'] ?? '') : cause === 'threw' && via === undefined ? throwText(record) : '';
  if (site !== '') put(site);
  record.passed = undefined;
  putPhrase(END);
}

/** The calls that would settle a promise. */
function expectedLine(time, record, calls) {
  for (const call of calls) calledLine(time, record, call);
}

/** The call of the resolver that settles a promise, or a call that led to it. */
function calledLine(time, record, { text, instead }) {
  begin(NAMES.called, time, record);
  put(`${text}}`);
  if (instead > 0) putMember(MEMBERS.instead, instead);
  putPhrase(END);
}

function releasedLine(time, record) {
  if (record.state !== PENDING) {
    if (!openRejections.delete(record) || !(record.isUnhandled || rejectionsAreSurvived())) return;
    unhandledLine(time, record);
  }
  begin(NAMES.released, time, record);
  put(record.state === PENDING ? ',"state":"pending"}\n' : ',"state":"rejected"}\n');
}

function unhandledLine(time, record) {
  if (!record.isSettled) return;
  begin(NAMES.unhandled, time, record);
  putPhrase(END);
}

function headerLine() {
  const argv = VALUES === 'off' ? '' : `,"argv":[${process.argv.map(quotedExactly).join()}]`;
  return `{"schema":"promisescope.log","version":1,"unit":"ns","started":"${new Date(Date.now() - clock() + startTime).toISOString()}","program":${quoted(programName())},` +
    `"pid":${process.pid},"sourceRoot":${quotedExactly(sourceRoot)},"values":"${VALUES}","seed":null,"runtime":"node ${process.versions.node}",` +
    `"adapter":"promisescope-node 1.0"${argv}${isMainThread ? '' : `,"thread":${threadId}`}${RUN === '' ? '' : `,"run":${quotedExactly(RUN)}`},"sites":"${SITES}"}\n`;
}

let isSamplingNoted = false;

/** Says, before the first call site that is inferred, that there are some. */
function samplingLine() {
  isSamplingNoted = true;
  noteLine(lastTime, 'from here on, call sites are inferred where no stack was read');
}

/** Says at the end how many were. */
function sampleLine() {
  const { read, inferred } = count;
  if (inferred === 0 || SITES !== 'sampled') return;
  const share = Math.round((read + inferred) / Math.max(1, read));
  begin(NAMES.noted, clock());
  put(`,"text":"call sites: 1 in ${share} was read from a stack, the others are inferred","stacks":{"read":${read},"inferred":${inferred}}}\n`);
}

// Start and end -------------------------------------------------------------------------------------------------------------------

const unknownPlace = new Place(UNKNOWN, 'promise', false);
/** What removes each of the hooks. */
const v8Hooks = v8.promiseHooks;
const stopHooks = { init() {}, before() {}, after() {}, settled() {} };
/** Whether the event loop has run empty. A listener may revive it. */
let isDrained = false;

function end() {
  readUndecided();
  const now = clock();
  for (const record of waitingRecords) {
    if (record === undefined) continue;
    if (waitingPromises[record.slot].deref() === undefined) endWait(record.slot);
    else logExpected(record);
  }
  // What was rejected since then may not have had a chance to be handled.
  const writtenBefore = writtenAt;
  flush(true);
  sampleLine();
  blindLine();
  deafLine(now);
  foldedLine(now);
  for (const record of openRejections) {
    if (record.isUnhandled || (rejectionsAreSurvived() && record.settledAt < writtenBefore)) unhandledLine(now, record);
    // Whatever imported a module received its error.
    else if (record.place.isModule) handledLine(now, record);
  }
  // What has revived it ends the program from a callback or a job.
  const reason = isDrained && executionAsyncId() === 0 && !isJob ? 'drained' : 'exit';
  begin(NAMES.ended, now);
  put(`,"reason":"${reason}"}\n`);
  write();
  drainPipe();
  endRecording();
}

function endRecording() {
  dropCopy();
  const isOurs = file >= 0 && file !== UNOPENED && isStillOurs(), descriptor = file;
  file = -1;
  for (const name of ['init', 'before', 'after', 'settled']) stopHooks[name]();
  apply(close, mailbox, []);
  events = [];
  watched?.forEach((record) => apply(unregister, registry, [record]));
  if (isOurs) quietly(() => closeSync(descriptor));
}

/** Says in the log, which is opened once more, that the recording ended before the program did. What was not written is lost. */
function noteEnd(reason) {
  const { O_WRONLY, O_APPEND, O_NOFOLLOW = 0 } = constants;
  const descriptor = openSync(logPath, O_WRONLY | O_APPEND | O_NOFOLLOW);
  if (identity(fstatSync(descriptor)) === fileIdentity) {
    const count = Math.max(1, sequence - writtenSequence);
    sequence = writtenSequence;
    filled = lineStart = 0;
    begin(NAMES.lost, lastTime);
    putMember(MEMBERS.count, count);
    putPhrase(END);
    noteLine(lastTime, `not recorded: what followed, because ${reason}`);
    writeSync(descriptor, page, 0, filled);
  }
  closeSync(descriptor);
}

/** Ends the recording because of a fault; the program continues. */
function fail(error) {
  endRecording();
  // The message of another fault may have text of the program.
  const reason = error?.message === CLOSED ? CLOSED : typeof error?.syscall === 'string' ? 'the log could not be written' : 'of a fault in the recording';
  if (fileIdentity !== '') quietly(() => noteEnd(reason));
  complain(`${error?.syscall === undefined ? 'the recording ended' : 'the log cannot be written'}, the program continues: ${error?.message ?? error}`);
}

/**
 * Learns how the program ends. A listener could be counted, so this watches where Node looks up `process.emit`: just before it reports the end, or an error
 * that nothing has caught. For that report alone, there is a listener.
 */
function watchProcess() {
  const emitter = getPrototypeOf(getPrototypeOf(process)), { prependOnceListener, hasUncaughtExceptionCaptureCallback } = process;
  // Node reports an error as two events, unless a function captures it.
  let isSecond = false;
  const onError = guarded((error, origin) => {
    isDrained = false;
    isSecond = !apply(hasUncaughtExceptionCaptureCallback, process, []);
    if (origin === 'unhandledRejection') crashes.push(error);
  });
  const observe = guarded(() => {
    // The first frames are of this file.
    const caller = readStack(8)[0]?.getScriptNameOrSourceURL();
    if (process._exiting === true) return end();
    if (caller === undefined) isDrained = true;
    if (caller === REJECTIONS) return isSilent && apply(listenerCount, process, ['unhandledRejection']) === 0 ? undefined : reportUnhandled();
    if (caller !== 'node:internal/process/execution') return undefined;
    if (!isSecond) apply(prependOnceListener, process, ['uncaughtExceptionMonitor', onError]);
    isSecond = false;
  });
  const property = (value) => ({
    configurable: true,
    enumerable: true,
    get() {
      if (this === process && file >= 0) observe();
      return value ?? emitter.emit;
    },
    set(next) {
      Object.defineProperty(this, 'emit', this === process ? property(next) : { value: next, configurable: true, enumerable: true, writable: true });
    },
  });
  Object.defineProperty(getPrototypeOf(process), 'emit', property());
  const { reallyExit } = process;
  const exit = guarded(end);
  process.reallyExit = Object.defineProperty(function (...values) {
    exit();
    return apply(reallyExit, this, values);
  }, 'name', { value: reallyExit.name, configurable: true });
}

/** Makes each line that the program prints a note, which belongs to the body that prints it. */
function recordLines() {
  const { stdout } = process, { write } = stdout;
  let rest = '';
  const note = guarded((chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop().slice(0, 1000);
    for (const line of lines) log(printedLine, clock(), PRINTED, line);
  });
  stdout.write = function (chunk, ...others) {
    note(typeof chunk === 'string' ? chunk : '');
    return apply(write, this, [chunk, ...others]);
  };
}

function startRecording() {
  if (typeof v8.promiseHooks?.createHook !== 'function') {
    complain(`Node ${process.versions.node} does not report its promises (16.14 and later do): nothing is recorded, the program continues`);
    return;
  }
  file = UNOPENED;
  if (isMainThread) guarded(write)();
  if (file < 0) return;
  mailbox.on('message', onWakeSafely);
  mailbox.unref();
  watchProcess();
  if (WITH_LINES) recordLines();
  stopHooks.init = v8Hooks.onInit(hooks.created);
  stopHooks.before = v8Hooks.onBefore(hooks.before);
  stopHooks.after = v8Hooks.onAfter(hooks.after);
  stopHooks.settled = v8Hooks.onSettled(hooks.settled);
  rehearse();
}

startRecording();
guarded(awaitPause)(FIRST_PAUSE);
