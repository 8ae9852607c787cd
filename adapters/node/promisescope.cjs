// Records what the promises of a Node program do, in the format of docs/event-log.md. The program is not changed: V8 reports every
// promise to four hooks (`v8.promiseHooks`), and this file turns their reports into rows, edges, and outcomes.
//
//     PROMISESCOPE=run.ndjson node --require ./promisescope.cjs app.js
//
// From top to bottom: the settings; the log file; text; call sites; which call site a promise belongs to; what is remembered about a
// promise; the four hooks; outcomes; the lines of the log; start and end.
//
// Three rules hold everywhere. The program must not notice that it is watched: no property on its objects, no listener that changes how
// it ends, no call of its code, no promise kept alive. What is not known is not logged: no edge and no handler is guessed. And a fault
// in this file ends the recording, never the program.
'use strict';

const fs = require('node:fs');
const { SourceMap, findSourceMap } = require('node:module');
const path = require('node:path');
const { performance } = require('node:perf_hooks');
const { fileURLToPath } = require('node:url');
const util = require('node:util');
const v8 = require('node:v8');
const vm = require('node:vm');
const { isMainThread, threadId, MessageChannel } = require('node:worker_threads');

const VERSION = '1.0';

// ---------------------------------------------------------------------------------------------------------------------------------
// Settings

const settings = {
  /** The log file; or, with a separator at the end, a folder in which each process and each worker thread writes its own file. */
  target: process.env.PROMISESCOPE ?? '',
  /** How much of values and errors is recorded: `off` (only the types of errors), `type`, or `preview`. */
  values: choice('PROMISESCOPE_VALUES', ['off', 'type', 'preview']),
  /** `sampled`: as many stacks as the budget allows; `all`: one for each promise; `off`: no call site in the log. */
  sites: choice('PROMISESCOPE_SITES', ['sampled', 'all', 'off']),
  /** Whether the promises of packages are rows, too. */
  packages: process.env.PROMISESCOPE_PACKAGES === '1',
};

/** The share of the time that reading stacks may take. */
const BUDGET = 0.05;
/** The number of promises of each call site whose stacks are read in any case. */
const FIRST = 100;
/** Milliseconds for reading stacks: those available at the start, and the limit of the debt that the first ones of each site may run up. */
const CREDIT = 50;
const DEBT = -250;
/** Milliseconds between an event and its line in the file, at most. */
const DELAY = 10;
/** How often the event loop may turn before that, if it turns fast. */
const TURNS = 8;
/** The number of events that are kept before they are written. */
const CAPACITY = 8192;

/** Returns the value of an environment variable: one of `words`, else the first of them. */
function choice(name, words) {
  const word = process.env[name];
  if (word && !words.includes(word)) complain(`${name}: expected one of ${words.join(', ')}, found "${word}"`);
  return words.includes(word) ? word : words[0];
}

/** Writes one sentence to standard error. */
function complain(sentence) {
  try {
    fs.writeSync(2, `promisescope: ${sentence}\n`);
  } catch {
    // Standard error is closed.
  }
}

// ---------------------------------------------------------------------------------------------------------------------------------
// The log file. It is written synchronously, in whole lines, so that it survives `process.exit` and a crash.

/** The functions that the recording calls later, when the program may have replaced them. */
const { writeSync, closeSync, readFileSync } = fs;
const clock = performance.now.bind(performance);

/** The descriptor of the log file; -1 while nothing is recorded. */
let file = -1;
const UNOPENED = Number.MAX_SAFE_INTEGER;
/** Bytes that a pipe did not accept yet. */
let backlog = Buffer.alloc(0);
const BACKLOG_LIMIT = 64 * 1024 * 1024;

const scriptPath = process.argv[1] && isFile(process.argv[1]) ? path.resolve(process.argv[1]) : '';

/** The name of the script. A worker thread learns it only after this file has been loaded. */
function programName() {
  return (path.basename(process.argv[1] ?? '').replace(/\.[cm]?[jt]sx?$/, '') || 'node').slice(0, 80);
}

function isFile(name) {
  try {
    return fs.statSync(name).isFile();
  } catch {
    return false;
  }
}

/** Opens the log. Throws if that is impossible. */
function openLog() {
  const { O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_TRUNC, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants;
  const thread = isMainThread ? '' : `.w${threadId}`;
  const createNew = (start) => {
    for (let number = 1; ; number++) {
      const name = `${start}.${process.pid}${thread}${number > 1 ? `.${number}` : ''}.ndjson`;
      try {
        return fs.openSync(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
      } catch (error) {
        if (error.code !== 'EEXIST') throw error;
      }
    }
  };
  const target = path.resolve(settings.target);
  if (/[\\/]$/.test(settings.target)) {
    makeFolder(target);
    return createNew(path.join(target, programName().replace(/[^\w.-]/g, '_')));
  }
  const status = fs.statSync(target, { throwIfNoEntry: false });
  // Opened for reading, too, a pipe does not wait for its reader.
  if (status?.isFIFO()) return fs.openSync(target, O_RDWR | O_NONBLOCK);
  if (!isMainThread || (status?.isFile() && (isOfFamily(status) || belongsToRunningProcess(target)))) return createNew(target.replace(/\.ndjson$/, ''));
  return fs.openSync(target, O_WRONLY | O_CREAT | O_TRUNC, 0o600);
}

function makeFolder(name) {
  try {
    fs.mkdirSync(name, 0o700);
  } catch (error) {
    if (error.code === 'EEXIST' && fs.statSync(name).isDirectory()) return;
    if (error.code !== 'ENOENT' || path.dirname(name) === name) throw error;
    makeFolder(path.dirname(name));
    fs.mkdirSync(name, 0o700);
  }
}

/** Whether a log was written since the recording started of which this process is a part: by another process, even if that has ended. */
function isOfFamily(status) {
  return status.size > 0 && status.mtimeMs / 1000 >= Number(process.env.PROMISESCOPE_SINCE ?? Infinity);
}

/** Whether a log has no end and its process still runs: the parent of this process, for instance. */
function belongsToRunningProcess(name) {
  try {
    const text = readPart(name, 0);
    const { pid } = JSON.parse(text.slice(0, text.indexOf('\n')));
    return pid !== process.pid && !readPart(name, fs.statSync(name).size - 200).includes('"ev":"ended"') && process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Reads the part of a file that starts at a position: at most 64 KiB. */
function readPart(name, position) {
  const descriptor = fs.openSync(name, 'r');
  try {
    const bytes = Buffer.alloc(65_536);
    return bytes.toString('utf8', 0, fs.readSync(descriptor, bytes, 0, bytes.length, Math.max(0, position)));
  } finally {
    closeSync(descriptor);
  }
}

/** Appends whole lines to the log. */
function write(text) {
  if (file === UNOPENED) {
    file = openLog();
    text = headerLine() + text;
  }
  let bytes = Buffer.from(text);
  if (backlog.length > 0) bytes = Buffer.concat([backlog, bytes]);
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(file, bytes, written, bytes.length - written);
  } catch (error) {
    if (error.code !== 'EAGAIN') throw error;
  }
  backlog = bytes.subarray(written);
}

/** Waits until a pipe has accepted everything: at the end of the program, for at most two seconds. */
function drainPipe() {
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  for (let left = 1000; left > 0 && backlog.length > 0; left--) {
    Atomics.wait(sleeper, 0, 0, 2);
    write('');
  }
}

// ---------------------------------------------------------------------------------------------------------------------------------
// Text

/** Controls; separators; invisible and bidirectional format characters; halves of surrogate pairs. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cf}\p{Cs}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u3164\ufe00-\ufe0f\uffa0]/gu;
const SHORT = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function code(text) {
  let result = '';
  for (let index = 0; index < text.length; index++) result += `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`;
  return result;
}

/** Returns a JSON string for a text that is meant for people: one line, at most 120 characters, nothing that could affect a terminal. */
function quoted(text) {
  const line = text.slice(0, 130).replace(UNSAFE, (unsafe) => SHORT[unsafe] ?? code(unsafe));
  const isLong = line.length > 120;
  return `"${(isLong ? line.slice(0, 119).replace(/[\ud800-\udbff]$/, '') : line).replace(/["\\]/g, '\\$&')}${isLong ? '…' : ''}"`;
}

/** Returns a JSON string for a name that a reader uses: a path, for instance. */
function quotedExactly(text) {
  return `"${text.replace(/["\\]/g, '\\$&').replace(UNSAFE, code)}"`;
}

/** Returns a property without calling a getter or a trap: only a value that is stored in the object or in its prototypes. */
function stored(object, name) {
  for (let depth = 0; object !== null && depth < 20; depth++) {
    if ((typeof object !== 'object' && typeof object !== 'function') || util.types.isProxy(object)) return undefined;
    const property = Object.getOwnPropertyDescriptor(object, name);
    if (property !== undefined) return property.value;
    object = Object.getPrototypeOf(object);
  }
  return undefined;
}

const domExceptionName = typeof DOMException === 'function' ? Object.getOwnPropertyDescriptor(DOMException.prototype, 'name')?.get : undefined;

/** Returns the name of a value's type. */
function typeName(value) {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return value === null ? 'null' : typeof value;
  if (util.types.isProxy(value)) return 'Proxy';
  const name = stored(stored(value, 'constructor'), 'name');
  if (name === 'DOMException' && domExceptionName !== undefined) {
    try {
      return domExceptionName.call(value);
    } catch {
      // It only bears the name.
    }
  }
  return typeof name === 'string' && name !== '' ? name : 'Object';
}

/**
 * Returns a short text for a value that a promise was settled with. `util.inspect` would call getters of classes.
 *
 * @param depth How many levels of the value are shown.
 */
function preview(value, depth = 1) {
  if (settings.values === 'type') return typeName(value);
  if (typeof value === 'string') return `'${value.slice(0, 130)}'`;
  if (typeof value === 'bigint') return `${value}n`;
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return String(value);
  const type = typeName(value);
  if (util.types.isProxy(value) || typeof value === 'function') return type;
  if (util.types.isNativeError(value)) return String(stored(value, 'message') || type);
  if (util.types.isDate(value)) return Number.isNaN(Date.prototype.getTime.call(value)) ? 'Invalid Date' : Date.prototype.toISOString.call(value);
  const size = sizeOf(value);
  if (size !== undefined) return `${type}(${size})`;
  const isArray = Array.isArray(value);
  if (depth === 0) return isArray ? `[${value.length}]` : type === 'Object' ? '{…}' : type;
  const parts = [];
  for (const name of isArray ? value.keys() : Object.keys(value)) {
    if (parts.length === 5) {
      parts.push('…');
      break;
    }
    const property = Object.getOwnPropertyDescriptor(value, name);
    const text = property === undefined || !('value' in property) ? '…' : preview(property.value, depth - 1);
    parts.push(isArray ? text : `${name}: ${text}`);
  }
  return isArray ? `[${parts.join(', ')}]` : `${type === 'Object' ? '' : `${type} `}{${parts.join(', ')}}`;
}

function sizeOf(value) {
  if (util.types.isMap(value)) return Reflect.getOwnPropertyDescriptor(Map.prototype, 'size').get.call(value);
  if (util.types.isSet(value)) return Reflect.getOwnPropertyDescriptor(Set.prototype, 'size').get.call(value);
  return ArrayBuffer.isView(value) ? value.byteLength : undefined;
}

// ---------------------------------------------------------------------------------------------------------------------------------
// Call sites: scripts, functions, and places

const USER = 0, PACKAGE = 1, INTERNAL = 2;

/** The folder that the files of call sites are relative to. */
const sourceRoot = findSourceRoot();
/** The folders whose contents are packages, besides `node_modules`; and the package that the program itself is, such as npm's. */
const packageFolders = (process.env.NODE_PATH ?? '').split(path.delimiter).concat('/usr/share/nodejs').filter(Boolean).map((name) => name.replace(/\/*$/, '/'));
const ownPackage = findOwnPackage();

function findSourceRoot() {
  let folder = '';
  try {
    folder = process.cwd();
  } catch {
    // The folder was removed.
  }
  if (scriptPath === '' || (folder !== '' && scriptPath.startsWith(folder + path.sep))) return folder;
  const start = path.dirname(realPath(scriptPath));
  for (folder = start; ; folder = path.dirname(folder)) {
    if (isFile(path.join(folder, 'package.json'))) return folder;
    if (folder === path.dirname(folder)) return start;
  }
}

function realPath(name) {
  try {
    return fs.realpathSync(name);
  } catch {
    return name;
  }
}

function findOwnPackage() {
  const script = realPath(scriptPath);
  const folder = packageFolders.find((name) => script.startsWith(name));
  const start = Math.max(script.lastIndexOf('/node_modules/') + 1 && script.lastIndexOf('/node_modules/') + 14, folder?.length ?? 0);
  return start === 0 ? undefined : script.slice(0, start) + /^(@[^/]*\/)?[^/]*/.exec(script.slice(start))[0] + '/';
}

/** A file with code, or what stands for one. */
class Script {
  constructor(name, number) {
    this.number = number;
    this.functions = new Map();
    this.path = name ?? '';
    if (this.path.startsWith('file:')) {
      this.isModule = true;
      try {
        this.path = fileURLToPath(this.path);
      } catch {
        // An address that is no path is shown as it is.
      }
    }
    this.category = categoryOf(this.path);
    this.file = shown(this.path);
  }

  /** The lines of the file; empty if it cannot be read. */
  get lines() {
    if (lastRead.script !== this) lastRead = { script: this, lines: readLines(this.path) };
    return lastRead.lines;
  }

  /** The source map that belongs to the file, or undefined. */
  get map() {
    if (this.sourceMap === undefined) this.sourceMap = readSourceMap(this) ?? null;
    return this.sourceMap ?? undefined;
  }
}

/** The lines of the file that was read last: call sites of one file are often looked up in a row. */
let lastRead = {};

function readLines(name) {
  try {
    return path.isAbsolute(name) ? readFileSync(name, 'utf8').split('\n') : [];
  } catch {
    return [];
  }
}

function categoryOf(name) {
  if (name.startsWith('node:') || name === __filename) return INTERNAL;
  if (settings.packages) return USER;
  if (ownPackage !== undefined && name.startsWith(ownPackage)) return name.includes('/node_modules/', ownPackage.length) ? PACKAGE : USER;
  return /[\\/]node_modules[\\/]/.test(name) || packageFolders.some((folder) => name.startsWith(folder)) ? PACKAGE : USER;
}

function shown(name) {
  return sourceRoot !== '' && name.startsWith(sourceRoot + path.sep) ? name.slice(sourceRoot.length + 1) : name;
}

function readSourceMap(script) {
  if (!path.isAbsolute(script.path)) return undefined;
  try {
    const known = findSourceMap(script.path);
    if (known !== undefined) return known;
    const tail = script.lines.slice(-20).join('\n');
    const address = [...tail.matchAll(/^\/[/*][#@]\s*sourceMappingURL=([^\s*]+)/gm)].pop()?.[1];
    if (address === undefined) return undefined;
    const inline = /^data:[^,]*?(;base64)?,(.*)$/.exec(address);
    const text = inline === null ? readFileSync(path.resolve(path.dirname(script.path), decodeURI(address)), 'utf8')
      : inline[1] ? Buffer.from(inline[2], 'base64').toString() : decodeURIComponent(inline[2]);
    return new SourceMap(JSON.parse(text));
  } catch {
    return undefined;
  }
}

const scripts = new Map();
/** Whether a function of the program has been seen. */
let hasProgramRun = false;

function scriptOf(frame) {
  const name = frame.getScriptNameOrSourceURL();
  let script = scripts.get(name);
  if (script === undefined) {
    scripts.set(name, (script = new Script(name, scripts.size)));
    hasProgramRun ||= script.category === USER;
  }
  return script;
}

/** Returns the location of a frame in the source that its author wrote: the file and the line. */
function locationOf(frame) {
  const script = scriptOf(frame);
  const line = frame.getLineNumber();
  const entry = script.map?.findEntry(line - 1, frame.getColumnNumber() - 1);
  if (entry?.originalSource === undefined) return script.path === '' ? undefined : { file: script.file, line };
  const root = script.map.payload.sourceRoot ?? '';
  let source = entry.originalSource;
  try {
    source = source.startsWith('file:') ? fileURLToPath(source)
      : /^[a-z][\w+.-]+:/i.test(source) ? source : path.resolve(path.dirname(script.path), source.startsWith('/') ? '' : root, source);
  } catch {
    // It is shown as the map has it.
  }
  return { file: shown(source), line: entry.originalLine + 1 };
}

/** A function, as far as stacks identify it: by its script and position. */
function functionOf(frame) {
  const { functions } = scriptOf(frame);
  const key = `${frame.getEnclosingLineNumber()}:${frame.getEnclosingColumnNumber()}`;
  let known = functions.get(key);
  if (known === undefined) functions.set(key, (known = { name: frame.getFunctionName() ?? '', module: undefined }));
  return known;
}

/** How a promise came into being, from the point of view of the code at the top of the stack. */
const ENTRY = 1;      // a call of an async function: the stack's first function is the one that was called
const AWAIT = 2;      // what V8 makes for an `await`: it is no promise of the program
const THEN = 3;       // `then`, `catch`, and `finally`, called by the program
const COMBINE = 4;    // `all`, `race`, `any`, `allSettled`
const INPUT = 5;      // the reaction of such a combinator on one of its inputs
const REQUEST = 6;    // what `next` of an async generator returns
const NATIVE = 7;     // made by V8 alone: the reaction through which a promise adopts another
const ROOT = 8;       // `new Promise`, `Promise.resolve`, and whatever else starts a chain
const WRAPPER = 9;    // what V8 makes for `await value`, if the value is no promise
const UNKNOWN = 10;   // a promise from before the recording, or one whose origin was not looked at

const COMBINATORS = new Set(['all', 'race', 'any', 'allSettled']);
const HANDLERS = { then: '', catch: ',"handles":["rejected"]', finally: ',"handles":["fulfilled","rejected"]' };

/** What all promises share that come from the same expression, called from the same line. */
class Place {
  constructor(kind, word, isFolded) {
    this.number = ++Place.count;
    this.kind = kind;
    /** The runtime's own word for it. */
    this.word = word;
    /** Whether its promises are no rows, unless the program itself uses them. */
    this.isFolded = isFolded;
    /** The function at the top of the stack. */
    this.function = undefined;
    /** Whether its promises are rows from the start; whether the function is a module; whether the promise is of another class. */
    this.isRow = this.isModule = this.isSubclass = false;
    /** Whether a function of the program is among the callers. */
    this.isCalled = false;
    /** How many calls of `next` of async generators are on the stack; whether the top function is the generator of the innermost. */
    this.requestDepth = 0;
    this.inGenerator = false;
    /** Whether V8 does not say what made the promise: `import()`, or an addon. */
    this.isCall = false;
    /** Whether it is the promise of a module's evaluation. */
    this.isEvaluation = false;
    /** How many of its promises were located by a stack. */
    this.stacks = 0;
    /** What happens after a promise from here has resumed its function or started its handler; see `locate`. */
    this.resumed = new Step(0);
    /** The members of a `created` line: `kind`; `label` and `site`; the same without having looked at a stack. */
    this.kindText = `,"kind":${quoted(word)}`;
    this.text = this.inferredText = '';
  }

  describe(label, location, name) {
    const labelText = label === '' ? '' : `,"label":${quoted(label)}`;
    this.text = this.inferredText = labelText;
    if (settings.sites === 'off' || location === undefined) return;
    const site = `,"site":{"file":${quotedExactly(location.file)},"line":${location.line}${name === '' ? '' : `,"function":${quoted(name)}`}`;
    this.text = `${labelText}${site}}`;
    this.inferredText = `${labelText}${site},"inferred":true}`;
  }
}
Place.count = 0;

// ---------------------------------------------------------------------------------------------------------------------------------
// Stacks. They are read in a realm of their own, so that the program's `Error.prepareStackTrace` and `Error.stackTraceLimit` are neither
// used nor changed.

const StackError = vm.runInContext('Error', vm.createContext(Object.create(null)));
StackError.prepareStackTrace = (_, frames) => frames;

/** Frames of this file above the hook's caller: they are left out. */
function readStack(limit) {
  StackError.stackTraceLimit = limit;
  const frames = new StackError().stack;
  if (!Array.isArray(frames)) return [];
  let first = 0;
  while (first < frames.length && frames[first].getScriptNameOrSourceURL() === __filename) first++;
  return frames.slice(first);
}

/** Whether a frame is a function of V8's own, such as `Promise.then`. */
function isBuiltin(frame) {
  return frame.getLineNumber() === null && frame.getScriptNameOrSourceURL() == null;
}

/**
 * Returns the place that a stack shows.
 *
 * @param promise The new promise.
 * @param hasParent Whether V8 named another promise that it reacts on.
 */
function readPlace(promise, hasParent) {
  let frames = readStack(12);
  let parts = takeApart(frames, promise);
  if (frames.length === 12 && parts.caller === undefined && hasProgramRun) {
    frames = readStack(60);
    parts = takeApart(frames, promise);
  }
  const { builtins, top, isFolded, caller, requestDepth } = parts;
  // V8 computes a function's positions when they are first asked for, so only those of the program's functions are.
  const start = top === undefined ? '' : `${scriptOf(top).number}:${isFolded ? top.getFunctionName() : top.getPosition()}`;
  const key = `${builtins.join()}|${hasParent}|${requestDepth}|${start}|${caller === undefined ? '' : `${scriptOf(caller).number}:${caller.getPosition()}`}`;
  let place = places.get(key);
  if (place === undefined) places.set(key, (place = newPlace(promise, hasParent, parts)));
  if (linked > 0 && place.kind !== NATIVE) enterModule(frames);
  stale = countStale(frames, place, place.kind === ENTRY ? caller : isFolded ? caller : top);
  return place;
}

const places = new Map();

/** The number of modules with a top-level `await` that have not run yet. */
let linked = 0;

/** Finds out whether such a module runs now. */
function enterModule(frames) {
  for (const frame of frames) {
    if (frame.isAsync()) return;
    const module = isBuiltin(frame) || scriptOf(frame).category !== USER ? undefined : functionOf(frame).module;
    if (module === undefined || module.body !== 0 || module.state !== PENDING) continue;
    linked--;
    module.body = RUNS;
    bodies.push(module);
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
    const isRecursive = bodies.some((other, before) => before < index && other.place.function === called);
    if (!isRecursive && functionOf(innermost) === called) break;
    const calls = callsOf(called, frames) - (place.kind === ENTRY && place.function === called ? 1 : 0);
    if (calls >= bodies.filter((other, before) => before <= index && other.kind === ENTRY && other.place.function === called).length) break;
    result++;
  }
  return result;
}

/** Returns how often a function is on the stack; infinitely often if the stack is deeper than what was read. */
function callsOf(called, frames) {
  if (frames.length === 12) frames = readStack(60);
  let calls = 0;
  for (const frame of frames) {
    if (frame.isAsync()) break;
    if (!isBuiltin(frame) && scriptOf(frame).category === USER && functionOf(frame) === called) calls++;
  }
  return frames.length === 60 ? Infinity : calls;
}

/**
 * Divides a stack into `builtins`, the functions of V8 at its top, from the inside out; `top`, the function that called them; `caller`,
 * the first function of the program that called that one; and `callee`, the function that the program called there.
 */
function takeApart(frames, promise) {
  const isSubclass = Object.getPrototypeOf(promise) !== PromisePrototype;
  const builtins = [];
  let index = 0;
  let subclass = '';
  for (; index < frames.length && !frames[index].isAsync(); index++) {
    const frame = frames[index];
    if (isBuiltin(frame)) builtins.push(frame.getFunctionName() ?? '');
    else if (isSubclass && frame.isConstructor() && builtins[builtins.length - 1] === 'Promise' && scriptOf(frame).category !== INTERNAL) subclass = frame.getFunctionName() ?? '';
    else break;
  }
  const top = frames[index]?.isAsync() === false ? frames[index] : undefined;
  const isFolded = top === undefined || scriptOf(top).category !== USER;
  // An async function is called by the next one; anything else by the function at the top.
  const isCall = builtins.length === 0;
  let caller, callee;
  let requestDepth = 0;
  for (let next = 0; next < frames.length && !frames[next].isAsync(); next++) {
    const frame = frames[next];
    if (isRequest(frame)) requestDepth++;
    if (next < index || isBuiltin(frame) || caller !== undefined) continue;
    if (scriptOf(frame).category === USER && (next > index || !isCall)) caller = frame;
    else callee = frame;
  }
  return { builtins, top, isFolded, caller, callee, subclass, isSubclass, requestDepth, isGenerator: isCall && isRequest(frames[index + 1]) };
}

/** Whether a frame is `next`, `return`, or `throw` of an async generator. */
function isRequest(frame) {
  return frame !== undefined && isBuiltin(frame) && REQUESTS.has(frame.getFunctionName());
}

const REQUESTS = new Set(['next', 'return', 'throw']);

function newPlace(promise, hasParent, { builtins, top, isFolded, caller, callee, subclass, isSubclass, requestDepth, isGenerator }) {
  const outermost = builtins[builtins.length - 1];
  if (top === undefined) {
    const place = new Place(NATIVE, 'promise', true);
    place.isEvaluation = !hasParent && outermost === undefined;
    return place;
  }
  const script = scriptOf(top);
  const isCall = builtins.length === 0 && !hasParent;
  const isEntered = isCall && !isFolded && isEntry(top, script);
  let kind = ROOT;
  let word = outermost ?? 'promise';
  let label = '';
  if (builtins.length === 0 && hasParent) {
    kind = AWAIT;
  } else if (isEntered) {
    kind = ENTRY;
    word = 'async function';
    label = top.getFunctionName() ?? '';
  } else if (isCall) {
    if (!isFolded) word = calledWord(script.lines[top.getLineNumber() - 1] ?? '', top.getColumnNumber() - 1);
  } else if (outermost in HANDLERS && (hasParent || isSubclass)) {
    kind = THEN;
  } else if (COMBINATORS.has(outermost)) {
    // A combinator of a subclass first wraps inputs that are no promises.
    kind = builtins.includes('then') ? INPUT : builtins.includes('resolve') ? NATIVE : COMBINE;
  } else if (REQUESTS.has(outermost)) {
    kind = REQUEST;
  } else if (hasParent) {
    kind = NATIVE;
  } else if (outermost === 'Promise') {
    word = `new ${subclass || 'Promise'}`;
  }
  // If the program uses a promise of Node's or of a package's, it is shown as what the program called, and where.
  if (isFolded && kind !== AWAIT) word = shortName(callee ?? top) || word;
  const place = new Place(kind, word, isFolded || kind === REQUEST || kind === NATIVE);
  place.isSubclass = isSubclass;
  place.requestDepth = requestDepth;
  place.isRow = !place.isFolded && kind !== AWAIT && kind !== INPUT;
  place.isCall = isCall && !isEntered;
  place.isEvaluation = place.isCall && script.category === INTERNAL && /\b(modules|vm)\b/.test(script.path);
  const site = isEntered ? caller ?? top : isFolded ? caller : top;
  if (site === undefined) return place;
  const isModule = isEntered && script.isModule && label === '' && top.getEnclosingLineNumber() === 1 && top.getEnclosingColumnNumber() === 1;
  if (!isFolded) {
    place.function = functionOf(top);
    place.inGenerator = isGenerator;
    place.isModule = isModule;
  }
  if (isModule) {
    place.kindText = ',"kind":"module"';
    label = script.file;
  }
  place.isCalled = caller !== undefined;
  place.describe(label, locationOf(site), site.getFunctionName() ?? '');
  return place;
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
  const text = script.category === INTERNAL ? '' : sourceBetween(script.lines, firstLine, firstColumn, line, column + 1);
  if (/^(static|async|function|\*|\[|#|'|"|\w)/.test(text)) return /^[^({;]*\($/.test(text.replace(/\[[^\]]*\]/, ''));
  return line === firstLine && column - firstColumn <= (frame.getFunctionName() ?? '').length + 'async function * '.length;
}

/** Names a call that is not on the stack: V8 leaves out `import()`, and `Promise.resolve` in optimized code. */
function calledWord(text, column) {
  if (/^(Promise\s*\.\s*)?resolve\b/.test(text.slice(column))) return 'resolve';
  return text.includes('import(') ? 'import' : 'promise';
}

function sourceBetween(lines, firstLine, firstColumn, line, column) {
  if (line > lines.length || line - firstLine > 20) return '';
  const part = lines.slice(firstLine - 1, line);
  part[part.length - 1] = part[part.length - 1].slice(0, column - 1);
  part[0] = part[0].slice(firstColumn - 1);
  return part.join('\n');
}

// ---------------------------------------------------------------------------------------------------------------------------------
// Which place a promise belongs to. A stack costs as much as a hundred promises, so only a share of them is read. Code that runs again
// mostly makes the same promises in the same order: after stacks have shown the order once, a promise is located by what was created
// before it since its function was resumed. A stack now and then verifies that; where it finds something else, that step is never
// inferred again.

/** A point in the execution of the program: what was created since a function was resumed. */
class Step {
  constructor(depth) {
    this.depth = depth;
    /** The next promise, by what it reacts on. */
    this.edges = new Map();
  }
}

class Edge {
  constructor(place, next) {
    this.place = place;
    this.next = next;
    this.stale = stale;
    this.seen = 1;
    /** Whether different places were found here. */
    this.isMixed = false;
    /** The other steps, by their places. */
    this.others = undefined;
  }
}

/** Where the execution is; undefined inside of functions whose promises are not looked at, for lack of time. */
let step = new Step(0);
const topStep = step;
const lostStep = new Step(0);
const adoptingStep = new Step(0);
let steps = 0;
const STEPS = 20_000;
const DEPTH = 32;

/** Milliseconds for reading stacks; the time up to which the budget was added. */
let credit = CREDIT;
let creditedUntil = 0;
/** How many promises were located by a stack, by inference, and not at all. */
const count = { read: 0, inferred: 0, skipped: 0 };
/** Whether the place that was found last is an inference. */
let isInferred = false;

function addCredit(now) {
  credit = Math.min(CREDIT, credit + (now - creditedUntil) * BUDGET);
  creditedUntil = now;
}

/**
 * Returns the place of a new promise, or undefined if there is no time to look at it.
 *
 * @param known What is known about the promise that it reacts on.
 * @param running The innermost running body.
 */
function locate(promise, hasParent, known, running) {
  const reactsOn = !hasParent ? 0 : known === undefined ? -1 : known === running ? -2 : known.place.number;
  const edge = step?.edges.get(reactsOn);
  if (settings.sites !== 'all') {
    if (edge !== undefined && !edge.isMixed && edge.seen > 2) {
      const isLearned = edge.place.stacks >= (settings.sites === 'off' ? 3 : FIRST);
      if (isLearned && (credit <= 0 || (settings.sites === 'off' && (edge.seen++ & 63) !== 0))) {
        step = edge.next;
        stale = edge.stale;
        isInferred = true;
        count.inferred++;
        return edge.place;
      }
    }
    // A function that is a row needs to know what happens in it; other ones are left out, with all that they call.
    if (credit <= 0 && (step === undefined || credit <= DEBT || edge?.isMixed) && !running?.isRow) {
      step = undefined;
      count.skipped++;
      return undefined;
    }
  }
  const start = clock();
  const place = readPlace(promise, hasParent);
  credit -= clock() - start;
  count.read++;
  place.stacks++;
  isInferred = false;
  step = stepAfter(step ?? lostStep, edge, reactsOn, place);
  return place;
}

/** Learns what a stack has shown: returns the step that follows. */
function stepAfter(from, edge, reactsOn, place) {
  if (edge === undefined) {
    const next = nextStep(from, place);
    from.edges.set(reactsOn, new Edge(place, next));
    return next;
  }
  edge.seen++;
  if (edge.stale !== stale) edge.isMixed = true;
  if (edge.place === place) return edge.next;
  edge.isMixed = true;
  edge.others ??= new Map();
  let next = edge.others.get(place);
  if (next === undefined) edge.others.set(place, (next = nextStep(from, place)));
  return next;
}

function nextStep(from, place) {
  // Deep in a function, for instance after many rounds of a loop, only the last promise counts.
  if (from.depth >= DEPTH || steps >= STEPS) return (place.followed ??= new Step(DEPTH));
  steps++;
  return new Step(from.depth + 1);
}

// ---------------------------------------------------------------------------------------------------------------------------------
// What is remembered about a promise. It is attached to the promise as a private field, which no code can see, and which is freed with
// the promise.

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

const PENDING = 0;
/** Settled, but the outcome has not been read. */
const SETTLED = 1;
const FULFILLED = 2;
const REJECTED = 3;

const RUNS = 1, WAITS = 2;

class Record {
  constructor(kind, place, context, from) {
    this.kind = kind;
    this.place = place;
    this.isInferred = isInferred;
    this.id = ++Record.count;
    /** The row inside whose body it was created, or 0. */
    this.context = context;
    /** What it reacts on. */
    this.from = from;
    /** The combinator whose input it watches. */
    this.combinator = undefined;
    /** Whether it is a row; how far its lines are written: its creation, the start of its body, its settlement. */
    this.isRow = place.isRow && kind === place.kind;
    this.isWritten = this.isStarted = this.isSettled = false;
    /** Whether its creation is among the events that are not written yet. */
    this.isKept = false;
    this.state = PENDING;
    /** Whether anything reacts on it. */
    this.hasReaction = place.isSubclass;
    /** Whether its handler has been called. */
    this.hasRun = false;
    this.body = 0;
    /** What its body waits for, or what it has adopted. */
    this.source = undefined;
    this.isAdopting = false;
    /** The promise, from its settlement until its outcome has been read. */
    this.promise = undefined;
    this.isProbed = false;
    /** The outcome, as far as it is recorded. */
    this.reason = undefined;
    this.type = this.text = '';
    this.isVoid = false;
    this.settledAt = 0;
    /** Whether the log has its `handled`, and its last `awaiting`. */
    this.isHandled = this.isAwaitWritten = false;
    /** Whether Node found it unhandled. */
    this.isUnhandled = false;
    /** The generator that a request runs; the body that waits for a wrapper. */
    this.generator = this.waiter = undefined;
  }
}
Record.count = 0;

/** What V8 makes for an `await`: when it runs, the body of `owner` continues. */
class Await {
  constructor(place, owner, source, ctx) {
    this.kind = AWAIT;
    this.place = place;
    this.owner = owner;
    this.source = source;
    /** In place of an owner that is no row: the row that it belongs to, and whether it is the first reaction on `source`. */
    this.isRow = this.isFirst = false;
    this.context = ctx;
    this.body = 0;
  }
}

// ---------------------------------------------------------------------------------------------------------------------------------
// The events that are not written yet, in columns.

const CREATED = 1, REGISTERED = 2, STARTED = 3, STOPPED = 4, AWAITING = 5, CONTINUED = 6, RAN = 7, ADOPTED = 8, SETTLING = 9, OBSERVED = 10, RELEASED = 11;

const events = {
  kinds: new Uint8Array(CAPACITY),
  times: new Float64Array(CAPACITY),
  contexts: new Float64Array(CAPACITY),
  records: new Array(CAPACITY).fill(undefined),
  others: new Array(CAPACITY).fill(undefined),
  count: 0,
};

function log(kind, time, record, other) {
  // While jobs run, events are written between two of them: in between, a promise may be about to be settled.
  if (kind === CREATED || kind === RAN || kind === CONTINUED) {
    if (events.count > CAPACITY / 2 || (time - writtenAt > DELAY && events.count > 0)) flush(false);
  }
  if (events.count === CAPACITY) flush(true);
  const index = events.count++;
  events.kinds[index] = kind;
  events.times[index] = time;
  events.contexts[index] = context();
  events.records[index] = record;
  events.others[index] = other;
  if (kind === CREATED) record.isKept = true;
  if (index === 0) wake();
}

// ---------------------------------------------------------------------------------------------------------------------------------
// The hooks

/** The bodies that run, from the outside in; at each `before`, how many there were, and what has run since. */
const bodies = [];
const depths = [];
const jobs = [];
/** The newest combinator and the one before it. */
let combinator, combinatorBefore;
/** The requests to async generators whose `next` is on the stack, from the outside in. */
const requests = [];
/** Whether a hook is running: what it creates itself is not recorded. */
let isBusy = false;

function guarded(hook) {
  return (promise, parent) => {
    if (isBusy || file < 0) return;
    isBusy = true;
    try {
      hook(promise, parent);
    } catch (error) {
      // Where the program's own recursion has used up the stack, an event is lost.
      if (error instanceof RangeError && /call stack/.test(error.message)) lost++;
      else fail(error);
    }
    isBusy = false;
  };
}

/** The row whose body runs, or inside which it was called; 0 if there is none. */
function context() {
  const running = bodies[bodies.length - 1];
  return running === undefined ? 0 : running.isRow ? running.id : running.context;
}

function created(promise, parent) {
  let known = parent === undefined ? undefined : Stamp.of(parent);
  const place = locate(promise, parent !== undefined, known, bodies[bodies.length - 1]);
  if (place !== undefined && stale > 0) bodies.length -= Math.min(stale, bodies.length);
  const running = bodies[bodies.length - 1];
  if (place === undefined) {
    if (known !== undefined) react(known);
    return;
  }
  const time = clock();
  if (requests.length > place.requestDepth) requests.length = place.requestDepth;
  if (parent !== undefined && known === undefined && place.isRow) known = discover(parent, time);
  let record;
  switch (place.kind) {
    case AWAIT:
      if (place.isFolded) {
        record = pass(place, known, time);
      } else if (known !== undefined && known === (place.inGenerator ? requests[place.requestDepth - 1] : running)) {
        // The value of an `await` that is no promise: V8 wraps it first, and names the function's own promise as the parent.
        record = new Record(WRAPPER, place, context(), undefined);
        log(CREATED, time, record);
      } else {
        record = suspend(place, known, parent, time);
      }
      break;
    case ENTRY:
      record = new Record(ENTRY, place, context(), undefined);
      log(CREATED, time, record);
      if (place.isModule) {
        // It has been linked; it will run later, and then settle another promise. See `enterModule` and `settle`.
        record.isKept = false;
        record.isRow = false;
        linked++;
        place.function.module = record;
        break;
      }
      record.body = RUNS;
      bodies.push(record);
      log(STARTED, time, record);
      break;
    case THEN:
      if (known !== undefined) react(known);
      if (place.isRow && known !== undefined) use(known, parent, time);
      record = new Record(THEN, place, context(), known);
      log(CREATED, time, record);
      if (known !== undefined) log(REGISTERED, time, known, record);
      break;
    case COMBINE:
      record = new Record(COMBINE, place, context(), undefined);
      combinatorBefore = combinator;
      combinator = record;
      log(CREATED, time, record);
      break;
    case INPUT:
      record = watchInput(place, known, parent, time);
      break;
    case NATIVE:
      record = adopt(place, known, parent, time);
      break;
    default:
      record = new Record(place.kind, place, context(), undefined);
      if (place.kind === REQUEST) requests[place.requestDepth - 1] = record;
      else if (record.isRow) record.promise = promise;
      log(CREATED, time, record);
  }
  new Stamp(promise, record);
}

/** Something reacts on a promise, so its rejection is not unhandled. */
function react(record) {
  record.hasReaction = true;
  if (record.state === REJECTED) openRejections.delete(record);
}

/** A promise that is no row becomes one, because the program uses it itself. */
function use(record, promise, time) {
  if (record.isRow || record.kind === WRAPPER || record.kind === NATIVE || record.kind === INPUT || record.kind === REQUEST) return;
  makeRow(record, time);
  if (record.state === SETTLED) record.promise = promise;
}

function makeRow(record, time) {
  record.isRow = true;
  if (record.isKept) return;
  log(CREATED, time, record);
  if (record.state !== PENDING) log(SETTLING, time, record);
}

/** A promise that the program uses, but whose creation was not seen. */
function discover(promise, time) {
  const record = new Record(UNKNOWN, unknownPlace, 0, undefined);
  // Whether something else reacts on it is not known either.
  record.hasReaction = record.isRow = true;
  record.promise = promise;
  new Stamp(promise, record);
  log(CREATED, time, record);
  if (look(promise).state !== PENDING) settle(record, promise, time);
  return record;
}

/** A function of Node's or of a package's stops at an `await`: it is no row, but what it calls later belongs where it was called. */
function pass(place, source, time) {
  const record = new Await(place, undefined, source, context());
  if (source === undefined) return record;
  record.isFirst = !source.hasReaction;
  react(source);
  log(REGISTERED, time, source, undefined);
  return record;
}

/** A body stops at an `await`. */
function suspend(place, source, promise, time) {
  const owner = ownerOf(place);
  if (source !== undefined) {
    react(source);
    use(source, promise, time);
  } else if (owner?.isRow) {
    source = discover(promise, time);
    react(source);
  }
  if (owner !== undefined) {
    owner.body = WAITS;
    owner.source = source;
    if (!owner.isRow && source?.isRow && place.inGenerator) makeRow(owner, time);
    if (source?.kind === WRAPPER) source.waiter = owner;
    log(AWAITING, time, owner, source);
  } else if (source !== undefined) {
    log(REGISTERED, time, source, undefined);
  }
  return new Await(place, owner, source, 0);
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
      bodies.length = index;
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
    combinator = combinatorBefore;
  }
  if (input !== undefined) react(input);
  const record = new Record(INPUT, place, 0, input);
  if (combinator === undefined || combinator.state !== PENDING || combinator.place.word !== place.word) return record;
  record.combinator = combinator;
  if (input === undefined && promise !== undefined && combinator.isRow) input = record.from = discover(promise, time);
  if (input === undefined || input.kind === WRAPPER || !combinator.isRow) {
    if (input !== undefined) log(REGISTERED, time, input, undefined);
    return record;
  }
  use(input, promise, time);
  log(REGISTERED, time, input, combinator);
  return record;
}

/** A promise that was resolved with another adopts it: V8 reacts on that one, in a job of the promise that adopts. */
function adopt(place, source, promise, time) {
  const record = new Record(NATIVE, place, 0, source);
  if (source === undefined) return record;
  react(source);
  const adopter = jobs[jobs.length - 1];
  // Inside a `finally`, the promise that the handler returned is waited for.
  const isFinally = adopter?.kind === THEN && adopter.place.word === 'finally';
  if (adopter === undefined || adopter.kind === AWAIT || !(adopter.isAdopting || isFinally)) return record;
  if (adopter.isRow && !adopter.place.isFolded && !adopter.place.isCall) use(source, promise, time);
  if (adopter.isRow && source.isRow) {
    adopter.source = source;
    log(ADOPTED, time, adopter, source);
  }
  return record;
}

function before(promise) {
  const job = Stamp.of(promise);
  if (depths.length === 0) {
    bodies.length = requests.length = 0;
    if (credit <= 0) addCredit(clock());
  }
  depths.push(bodies.length);
  jobs.push(job);
  if (job === undefined) {
    step = credit > 0 ? lostStep : undefined;
    return;
  }
  step = job.place.resumed;
  const time = clock();
  if (job.kind === AWAIT) {
    const { owner, source } = job;
    if (source !== undefined) probe(source);
    if (owner !== undefined && owner.state === PENDING) {
      owner.body = RUNS;
      owner.source = undefined;
      bodies.push(owner);
      log(CONTINUED, time, owner, source);
    } else {
      bodies.push(job);
      job.isFirst = false;
      if (source !== undefined) log(OBSERVED, time, source, undefined);
    }
  } else if (job.hasRun || (job.kind !== THEN && job.kind !== INPUT && job.kind !== NATIVE)) {
    // A job of a promise that has no handler to run: it adopts what it was resolved with.
    job.isAdopting = true;
    step = adoptingStep;
    if (job.body === RUNS) {
      job.body = 0;
      log(STOPPED, time, job);
    }
    if (job.kind === WRAPPER && !job.place.isFolded) {
      job.place.thenable ??= thenablePlace(job.place);
      job.place = job.place.thenable;
      makeRow(job, time);
      if (job.waiter !== undefined) log(AWAITING, time, job.waiter, job);
    }
    bodies.push(job);
  } else {
    job.hasRun = true;
    if (job.from !== undefined) probe(job.from);
    if (job.kind === THEN) {
      job.body = RUNS;
      bodies.push(job);
      log(RAN, time, job, job.from);
    } else if (job.kind === INPUT && job.from !== undefined) {
      log(OBSERVED, time, job.from, job.combinator);
    }
  }
}

function after() {
  const depth = depths.pop() ?? 0;
  const job = jobs.pop();
  if (job !== undefined) {
    const time = clock();
    for (let index = bodies.length - 1; index >= depth; index--) {
      const body = bodies[index];
      if (body.body !== RUNS) continue;
      // The body has ended without having settled its promise: it returned another one.
      body.body = 0;
      log(STOPPED, time, body);
    }
    if (job.kind === AWAIT) job.owner = job.source = undefined;
    else if (job.kind === NATIVE) job.from = undefined;
    else if (job.kind === INPUT) job.from = undefined;
  }
  bodies.length = Math.min(bodies.length, depth);
  step = depths.length === 0 ? topStep : undefined;
}

function settled(promise) {
  const record = Stamp.of(promise);
  if (record === undefined) return;
  if (record.kind !== AWAIT) {
    settle(record, promise, clock());
  } else if (record.isFirst && jobs[jobs.length - 1] !== record) {
    // It was the wrapper of a value, and does not react on the function's own promise.
    record.source.hasReaction = false;
    record.source = undefined;
  }
}

function settle(record, promise, time) {
  const running = bodies[bodies.length - 1];
  if (running?.place.isModule && record.place.isEvaluation && running.state === PENDING) settle(running, promise, time);
  record.state = SETTLED;
  record.settledAt = time;
  if (record.isRow || (!record.hasReaction && record.place.isCalled)) record.promise = promise;
  let via = record.isAdopting ? record.source : undefined;
  const job = jobs[jobs.length - 1];
  if (record.kind === COMBINE && job?.combinator === record) via = job.from;
  if (record.body === RUNS) {
    record.body = 0;
    log(STOPPED, time, record);
    const index = bodies.lastIndexOf(record);
    if (record.kind !== THEN && index >= 0) bodies.length = index;
  }
  log(SETTLING, time, record, via);
}

// ---------------------------------------------------------------------------------------------------------------------------------
// Outcomes. When V8 reports a settlement, the promise is still pending, and nothing says whether it will be fulfilled or rejected. Once
// its first reaction runs, it certainly has a handler, so that another reaction changes nothing: that one reads the outcome. A promise
// without reactions is read by `util.inspect` before its events are written.

const NativePromise = Promise;
const PromisePrototype = Promise.prototype;
const { then } = PromisePrototype;
const { apply, getPrototypeOf } = Reflect;
const { hasOwn } = Object;

function probe(record) {
  const { promise } = record;
  if (record.state !== SETTLED || promise === undefined || record.isProbed) return;
  // `then` of another class, or of a changed one, would call code of the program.
  if (getPrototypeOf(promise) !== PromisePrototype || hasOwn(promise, 'constructor') || PromisePrototype.constructor !== NativePromise) return;
  record.isProbed = true;
  apply(then, promise, [(value) => read(record, FULFILLED, value), (reason) => read(record, REJECTED, reason)]);
}

function read(record, state, value) {
  if (record.state !== SETTLED) return;
  record.state = state;
  record.isVoid = value === undefined;
  if (state === REJECTED) {
    record.reason = value;
    record.type = typeName(value);
    if (!record.hasReaction) {
      openRejections.add(record);
      registry.register(record.promise, record);
    }
  }
  if (settings.values !== 'off') record.text = preview(value);
  record.promise = undefined;
}

/**
 * Returns the state of a promise and a text for its value. The state comes from the structure of what `inspect` prints, because the text
 * of the value can contain anything.
 */
function look(promise) {
  let state = FULFILLED;
  const isShown = settings.values === 'preview';
  const text = util.inspect(promise, {
    depth: 0, customInspect: false, breakLength: Infinity, maxArrayLength: isShown ? 5 : 0, maxStringLength: isShown ? 60 : 0,
    stylize(part, style) {
      if (style === 'special' && part === '<pending>') state = PENDING;
      if (style === 'special' && part === '<rejected>') state = REJECTED;
      return part;
    },
  });
  const value = text.slice(text.indexOf('{') + 1, text.lastIndexOf('}')).replace('<rejected>', '').trim();
  return { state, value };
}

/** Returns the name of a type for what `inspect` prints for a value. */
function typeOfText(value) {
  if (/^['"`]/.test(value)) return 'string';
  if (/^-?\d+n$/.test(value)) return 'bigint';
  if (/^(-?\d|NaN|-?Infinity)/.test(value)) return 'number';
  if (/^(true|false)$/.test(value)) return 'boolean';
  if (/^Symbol\(/.test(value)) return 'symbol';
  return /^\[?([\p{ID_Start}$_][\p{ID_Continue}$]*)/u.exec(value)?.[1] ?? 'Object';
}

/** Reads the outcome of a settled promise that nothing reacted on yet. */
function readNow(record) {
  if (record.promise === undefined) return;
  const { state, value } = look(record.promise);
  record.state = state;
  if (state === REJECTED) {
    record.type = typeOfText(value);
    // An error is printed with its stack; its message ends before the first line of that.
    record.text = value.replace(/^\[?[\w$.]*Error(?: \[\w+\])?: /, '').split(/\n|\]$/)[0].replace(/^\[\w+$/, '');
    if (!record.hasReaction) {
      openRejections.add(record);
      registry.register(record.promise, record);
    }
  } else if (settings.values !== 'off') {
    record.text = settings.values === 'type' ? typeOfText(value) : value;
  }
  record.isVoid = value === 'undefined';
  record.promise = undefined;
}

/** The rejected promises that nothing reacts on; the errors that Node ended the program for. */
const openRejections = new Set();
let crashes = [];
/** Whether a rejection without a handler does not end the program. Else whatever survives it was handled, seen here or not. */
const isLenient = /--unhandled-rejections[= ](warn|none)/.test([process.env.NODE_OPTIONS, ...process.execArgv].join(' '));

function rejectionsAreSurvived() {
  return isLenient || process.listenerCount('unhandledRejection') > 0;
}

/** Finds the promises that Node found to be unhandled, by the errors that it reported. */
function matchCrashes() {
  for (const crash of crashes) {
    const open = [...openRejections].filter((record) => !record.isUnhandled);
    const record = open.find(({ type }) => typeName(crash) === type) ?? open[0] ?? findFolded();
    if (record === undefined) continue;
    record.isUnhandled = true;
    if (record.type === typeName(crash) && settings.values !== 'off') record.text = preview(crash);
  }
  crashes = [];
}

/** Finds a rejected promise of Node's or of a package's that the program did not use: `readFile` without an `await`, for instance. */
function findFolded() {
  const { kinds, records, count: total } = events;
  for (let index = 0; index < total; index++) {
    const record = records[index];
    if (kinds[index] !== SETTLING || record.isRow || record.hasReaction || record.promise === undefined || look(record.promise).state !== REJECTED) continue;
    makeRow(record, clock());
    readNow(record);
    return record;
  }
  return undefined;
}

const registry = new FinalizationRegistry((record) => {
  if (file < 0 || !record.isRow) return;
  if (record.state === PENDING || (record.state === REJECTED && !record.hasReaction)) log(RELEASED, clock(), record);
});

// ---------------------------------------------------------------------------------------------------------------------------------
// The lines of the log

let sequence = 0;
const startTime = clock();
let lastTime = 0;
let writtenAt = 0;
/** The number of events that were not written, because a pipe accepts nothing. */
let lost = 0;

/**
 * Writes the events that were kept.
 *
 * @param isFinal Whether all of them are written. Else the first one whose outcome a reaction is about to report, and those behind it,
 *   wait for that.
 */
function flush(isFinal) {
  if (file < 0) return;
  writtenAt = clock();
  addCredit(writtenAt);
  if (backlog.length > BACKLOG_LIMIT) {
    lost += events.count;
    forget(events.count);
    write('');
    return;
  }
  const { kinds, times, contexts, records, others } = events;
  let total = 0;
  for (; total < events.count; total++) {
    const mayWait = !isFinal && total < CAPACITY / 2;
    const record = records[total];
    if (record.isRow && record.state === SETTLED && (kinds[total] === SETTLING || kinds[total] === STOPPED || kinds[total] === RAN)) {
      if (mayWait && record.hasReaction) break;
      readNow(record);
    } else if (mayWait && kinds[total] === AWAITING && mayBecomeRow(others[total])) {
      break;
    }
  }
  if (crashes.length > 0) matchCrashes();
  if (isFinal) total = events.count;
  let text = lost > 0 ? `${line('lost', lastTime)},"count":${lost}}\n` : '';
  lost = 0;
  for (let index = 0; index < total; index++) text += lines(kinds[index], times[index], contexts[index], records[index], others[index]);
  write(text);
  forget(total);
}

/** Whether it is decided later if a promise that a body waits for is a row: it is one if it takes its time. */
function mayBecomeRow(source) {
  return source !== undefined && !source.isRow && source.state === PENDING && (source.kind === REQUEST || source.kind === WRAPPER);
}

/** Removes the first events. */
function forget(total) {
  const { kinds, times, contexts, records, others, count: all } = events;
  for (const column of [kinds, times, contexts, records, others]) column.copyWithin(0, total, all);
  records.fill(undefined, all - total, all);
  others.fill(undefined, all - total, all);
  events.count = all - total;
  if (events.count > 0) wake();
  lastRead = {};
}

/** A message that this thread sends to itself arrives when its event loop turns. A timer would show in the stacks of the program's errors. */
const { port1: mailbox, port2: sender } = new MessageChannel();
let turns = 0;

function wake() {
  sender.postMessage(null);
}

function onWake() {
  if (events.count === 0) return;
  if (clock() - writtenAt < 1 && ++turns < TURNS) {
    wake();
  } else {
    turns = 0;
    flush(true);
  }
}

/** Starts a line: `seq`, `t`, `ev`, and `p`. */
function line(name, time, record) {
  if (time > lastTime) lastTime = time;
  const micros = Math.round((lastTime - startTime) * 1000);
  return `{"seq":${++sequence},"t":${micros}${micros === 0 ? '' : '000'},"ev":"${name}"${record === undefined ? '' : `,"p":${record.id}`}`;
}

/** Returns the lines of an event; none for promises that are no rows. */
function lines(kind, time, ctx, record, other) {
  switch (kind) {
    case CREATED:
      record.isKept = false;
      return record.isRow && !record.isWritten ? createdLine(time, record) : '';
    case REGISTERED: return registeredLine(time, ctx, record, other);
    case STARTED: return record.isWritten && !record.isStarted ? startedLine(time, record) : '';
    case STOPPED: return record.isWritten && record.isStarted ? finishedLine(time, record) : '';
    case AWAITING: return awaitingLine(time, record, other);
    case CONTINUED: return continuedLine(time, record, other);
    case RAN: return ranLines(time, record, other);
    case ADOPTED: return record.isWritten && other.isWritten ? `${line('adopted', time, record)},"source":${other.id}}\n` : '';
    case SETTLING: return settledLine(time, ctx, record, other);
    case OBSERVED: return handledLine(time, record, other);
    default: return releasedLine(time, record);
  }
}

function createdLine(time, record) {
  const { place, from, promise } = record;
  record.isWritten = true;
  if (promise !== undefined && record.state === PENDING) {
    // If a promise that no function settles is freed, it can never settle.
    record.promise = undefined;
    registry.register(promise, record);
  }
  const label = record.generator === undefined ? '' : `,"label":${quoted(record.generator.name)}`;
  const site = label + (record.isInferred ? place.inferredText : place.text);
  return `${line('created', time, record)}${record.context === 0 ? '' : `,"ctx":${record.context}`}${record.generator === undefined ? place.kindText : `,"kind":"async generator"`}${
    from?.isWritten ? `,"from":${from.id}` : ''}${site}}\n`;
}

function registeredLine(time, ctx, record, by) {
  if (!record.isWritten || by?.isSettled) return '';
  const isRow = by !== undefined && by.isWritten;
  const handles = !isRow ? '' : by.kind === THEN ? HANDLERS[by.place.word] ?? '' : ',"handles":["fulfilled","rejected"]';
  return `${line('registered', time, record)}${ctx === 0 ? '' : `,"ctx":${ctx}`}${isRow ? `,"by":${by.id}` : ''}${handles}}\n`;
}

function startedLine(time, record) {
  record.isStarted = true;
  return `${line('started', time, record)}}\n`;
}

function finishedLine(time, record) {
  const outcome = record.state === REJECTED ? 'threw' : record.state !== FULFILLED ? 'promise' : record.isVoid ? 'void' : 'value';
  return `${line('finished', time, record)},"outcome":"${outcome}"}\n`;
}

function ranLines(time, record, from) {
  if (!record.isWritten) return handledLine(time, from, undefined);
  if (!handlerRan(record, from)) return '';
  return startedLine(time, record) + (record.place.word === 'finally' ? '' : handledLine(time, from, record));
}

/** Whether the handler of `then`, `catch`, or `finally` was called, and the outcome did not just pass through. */
function handlerRan(record, from) {
  const { word } = record.place;
  if (word === 'finally' || from === undefined) return true;
  if (from.state === FULFILLED) return word === 'then';
  if (word === 'catch' || record.state !== REJECTED) return true;
  return record.reason !== from.reason;
}

function awaitingLine(time, record, source) {
  let text = '';
  if (record.isWritten && source?.kind === REQUEST && mayBecomeRow(source)) {
    // The step of an iteration that takes its time.
    source.isRow = true;
    text = createdLine(time, source);
  }
  if (!source?.isWritten || source === record) return text;
  if (!record.isWritten) return `${line('registered', time, source)}}\n`;
  if (record.isAwaitWritten) return text;
  if (!record.isStarted) text += startedLine(time, record);
  record.isAwaitWritten = true;
  return `${text}${line('awaiting', time, record)},"source":${source.id}}\n`;
}

function continuedLine(time, record, source) {
  const text = record.isAwaitWritten ? `${line('continued', time, record)}}\n` : '';
  record.isAwaitWritten = false;
  return text + handledLine(time, source, record);
}

/** The rejection of `record` was taken; by a row, if `by` is one. */
function handledLine(time, record, by) {
  if (record === undefined || record.state !== REJECTED || !record.isWritten || record.isHandled) return '';
  record.isHandled = true;
  return `${line('handled', time, record)}${by?.isWritten ? `,"by":${by.id}` : ''}}\n`;
}

function settledLine(time, ctx, record, via) {
  if (!record.isWritten || record.isSettled || (record.state !== FULFILLED && record.state !== REJECTED)) return '';
  record.isSettled = true;
  const { kind, place: { word }, from, source, isStarted } = record;
  const isRejected = record.state === REJECTED;
  let cause = 'resolver';
  if (record.isAdopting && source !== undefined && (isRejected || word !== 'finally')) {
    [cause, via] = ['adopted', source];
  } else if (kind === COMBINE) {
    cause = 'combinator';
  } else if (kind === THEN) {
    const isPassed = word === 'finally' && from !== undefined && from.state === record.state && from.reason === record.reason;
    cause = !isStarted ? 'passthrough' : isRejected && !isPassed ? 'threw' : 'returned';
    via = !isStarted || isPassed ? from : undefined;
  } else if (kind === ENTRY || kind === REQUEST) {
    cause = isRejected ? 'threw' : 'returned';
  }
  const name = isRejected ? 'error' : 'value';
  const value = record.text === '' || settings.values === 'off' ? '' : `,"${name}":${quoted(record.text)}`;
  const type = isRejected ? `,"type":${quoted(record.type)}` : '';
  const end = isRejected ? `,"cancelled":${record.type === 'AbortError'}}\n` : '}\n';
  record.from = record.source = record.waiter = undefined;
  record.text = '';
  return `${line(isRejected ? 'rejected' : 'fulfilled', time, record)}${ctx === 0 || ctx === record.id ? '' : `,"ctx":${ctx}`}${value}${type},"cause":"${cause}"${
    via?.isWritten ? `,"via":${via.id}` : ''}${end}`;
}

function releasedLine(time, record) {
  if (record.state === PENDING) return `${line('released', time, record)},"state":"pending"}\n`;
  if (!openRejections.delete(record) || !(record.isUnhandled || rejectionsAreSurvived())) return '';
  return `${line('unhandled', time, record)}}\n${line('released', time, record)},"state":"rejected"}\n`;
}

// ---------------------------------------------------------------------------------------------------------------------------------
// Start and end

const unknownPlace = new Place(UNKNOWN, 'promise', false);
let stopHooks = () => {};
let drainedAt = -1;

function thenablePlace(place) {
  const result = new Place(WRAPPER, 'thenable', false);
  result.text = place.text;
  result.inferredText = place.inferredText;
  result.resumed = place.resumed;
  return result;
}

function headerLine() {
  const { values, sites } = settings;
  const argv = values === 'off' ? '' : `,"argv":[${process.argv.map(quotedExactly).join()}]`;
  return `{"schema":"promisescope.log","version":1,"unit":"ns","started":"${new Date().toISOString()}","program":${quoted(programName())},` +
    `"pid":${process.pid},"sourceRoot":${quotedExactly(sourceRoot)},"values":"${values}","seed":null,"runtime":"node ${process.versions.node}",` +
    `"adapter":"promisescope-node ${VERSION}"${argv},"sites":"${sites}"${isMainThread ? '' : `,"thread":${threadId}`}}\n`;
}

/** Ends the recording because of a fault; the program continues. */
function fail(error) {
  stop();
  complain(`${error?.syscall === undefined ? 'the recording ended' : 'the log cannot be written'}, the program continues: ${error?.message ?? error}`);
}

function stop() {
  const descriptor = file;
  file = -1;
  stopHooks();
  mailbox.close();
  events.records.fill(undefined);
  events.others.fill(undefined);
  try {
    if (descriptor >= 0 && descriptor !== UNOPENED) closeSync(descriptor);
  } catch {
    // The program closed it.
  }
}

/** What was sampled: the screen says so beside the call sites. */
function sampleLine() {
  const { read, inferred, skipped } = count;
  if (inferred + skipped === 0) return '';
  const share = Math.round((read + inferred + skipped) / Math.max(1, read));
  return `${line('noted', clock())},"text":"sites of 1 in ${share}","stacks":{"read":${read},"inferred":${inferred},"skipped":${skipped}}}\n`;
}

function end() {
  if (file < 0) return;
  try {
    const now = clock();
    // What was rejected since then may not have had a chance to be handled.
    const writtenBefore = writtenAt;
    flush(true);
    let text = sampleLine();
    for (const record of openRejections) {
      if (record.isUnhandled || (rejectionsAreSurvived() && record.settledAt < writtenBefore)) text += `${line('unhandled', now, record)}}\n`;
    }
    // The loop ran empty, and nothing has revived it since.
    const isDrained = drainedAt >= 0 && now - drainedAt < DELAY;
    write(`${text}${line('ended', now)},"reason":"${isDrained ? 'drained' : 'exit'}"}\n`);
    drainPipe();
    stop();
  } catch (error) {
    fail(error);
  }
}

/** Runs a callback of the recording: none of its faults reaches the program. */
function quietly(action) {
  return (...values) => {
    isBusy = true;
    try {
      action(...values);
    } catch (error) {
      fail(error);
    }
    isBusy = false;
  };
}

function start() {
  if (typeof v8.promiseHooks?.createHook !== 'function') {
    complain(`Node ${process.versions.node} does not report its promises (16.14 and later do): nothing is recorded, the program continues`);
    return;
  }
  file = UNOPENED;
  try {
    if (isMainThread) write('');
  } catch (error) {
    return fail(error);
  }
  mailbox.on('message', quietly(onWake));
  mailbox.unref();
  process.on('beforeExit', () => { drainedAt = clock(); });
  process.on('uncaughtExceptionMonitor', (error, origin) => { if (origin === 'unhandledRejection') crashes.push(error); });
  process.on('exit', end);
  stopHooks = v8.promiseHooks.createHook({ init: guarded(created), before: guarded(before), after: guarded(after), settled: guarded(settled) });
}

delete require.cache[__filename];
if (settings.target !== '') start();
