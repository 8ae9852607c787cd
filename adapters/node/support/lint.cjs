// Checks a log against every rule of docs/event-log.md: the header, the form of each line, the life cycle of each promise, and the order of
// causes and effects. It shares no code with the adapter.
'use strict';

const ID = (value) => Number.isSafeInteger(value) && value >= 1;
const TEXT = (value) => typeof value === 'string' && [...value].length <= 120 && !/[\p{Cc}\p{Zl}\p{Zp}\p{Cf}\p{Cs}]/u.test(value);
const PATH = (value) => typeof value === 'string';
const BOOLEAN = (value) => typeof value === 'boolean';
const WORD = (...words) => (value) => words.includes(value);
const SIDES = (value) => Array.isArray(value) && new Set(value).size === value.length && value.every(WORD('fulfilled', 'rejected'));
const SITE = (value) => PATH(value.file) && ID(value.line) && ordered(Object.keys(value), ['file', 'line', 'function', 'inferred']);

const HEADER = {
  'schema!': WORD('promisescope.log'), 'version!': WORD(1), 'unit!': WORD('ns'), 'started!': (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value),
  'program!': TEXT, 'pid!': ID, 'sourceRoot!': PATH, 'values!': WORD('preview', 'type', 'off'), 'seed!': (value) => value === null,
  'runtime!': TEXT, 'adapter!': TEXT, argv: (value) => Array.isArray(value) && value.every(PATH), sites: WORD('sampled', 'all', 'off'), thread: ID,
};
const CAUSES = ['resolver', 'returned', 'adopted', 'passthrough', 'combinator'];
/** The members of each event, in their order; required ones with an exclamation mark. */
const EVENTS = {
  created: { 'kind!': TEXT, from: ID, label: TEXT, site: SITE },
  registered: { by: ID, handles: SIDES },
  started: {},
  finished: { 'outcome!': WORD('value', 'void', 'promise', 'threw') },
  awaiting: { 'source!': ID, site: SITE },
  continued: {},
  adopted: { 'source!': ID },
  fulfilled: { value: TEXT, 'cause!': WORD(...CAUSES), via: ID },
  rejected: { error: TEXT, 'type!': TEXT, 'cause!': WORD(...CAUSES, 'threw'), via: ID, 'cancelled!': BOOLEAN },
  handled: { by: ID },
  unhandled: {},
  released: { 'state!': WORD('pending', 'fulfilled', 'rejected') },
  noted: { 'text!': TEXT, stacks: (value) => typeof value === 'object' },
  lost: { 'count!': ID },
  ended: { 'reason!': WORD('exit', 'drained', 'signal') },
};
const WITHOUT_PROMISE = new Set(['noted', 'lost', 'ended']);
const AFTER_SETTLING = new Set(['handled', 'unhandled', 'registered', 'noted', 'released']);

function ordered(names, order) {
  const places = names.map((name) => order.indexOf(name));
  return places.every((place, index) => place >= 0 && (index === 0 || place > places[index - 1]));
}

/** Returns the faults of a log, each with its line number; none for a log that follows the rules. */
function lint(text) {
  const faults = [];
  const promises = new Map();
  let number = 0;
  let [sequence, time, hasEnded, values, hasLost] = [0, 0, false, 'off', false];
  const fault = (sentence) => faults.push(`line ${number}: ${sentence}`);

  function members(object, form, fixed) {
    const names = Object.keys(form).map((name) => name.replace('!', ''));
    if (!ordered(Object.keys(object), [...fixed, ...names])) fault(`members ${Object.keys(object)}: expected this order: ${[...fixed, ...names]}`);
    for (const [key, check] of Object.entries(form)) {
      const name = key.replace('!', '');
      if (object[name] === undefined) {
        if (key.endsWith('!')) fault(`"${name}" is missing`);
      } else if (!check(object[name])) {
        fault(`"${name}" is ${JSON.stringify(object[name])}`);
      }
    }
  }

  function event(object) {
    const { seq, t, ev, p, ctx } = object;
    if (hasEnded) fault('an event follows the end');
    if (seq !== ++sequence) fault(`expected sequence ${sequence}, found ${seq}`);
    if (!Number.isSafeInteger(t) || t < time) fault(`time ${t} is below ${time}`);
    time = Math.max(time, t);
    if (EVENTS[ev] === undefined) return fault(`unknown event "${ev}"`);
    members(object, EVENTS[ev], ['seq', 't', 'ev', 'p', 'ctx']);
    if (values === 'off' && (object.value !== undefined || object.error !== undefined)) fault('it has a value');
    if (ev === 'ended') hasEnded = true;
    if (ev === 'lost') hasLost = true;
    if (!WITHOUT_PROMISE.has(ev) && !ID(p)) return fault('"p" is missing');
    for (const name of ['ctx', 'from', 'by', 'source', 'via']) {
      if (object[name] !== undefined && !promises.has(object[name]) && !hasLost) fault(`"${name}": #${object[name]} was never created`);
    }
    if (p === undefined) return undefined;
    if (ev === 'created') {
      if (promises.has(p)) fault(`#${p} was created twice`);
      promises.set(p, { state: 'pending' });
      return undefined;
    }
    const promise = promises.get(p);
    if (promise === undefined) return hasLost ? undefined : fault(`#${p} was never created`);
    return cycle(object, promise);
  }

  function cycle(object, promise) {
    const { ev, p } = object;
    const isSettled = promise.state !== 'pending';
    if (promise.isReleased) fault(`#${p} has been released`);
    if (isSettled && !AFTER_SETTLING.has(ev)) fault(`#${p} has settled, but has "${ev}"`);
    const isOpen = promise.isStarted && !promise.isFinished;
    switch (ev) {
      case 'started':
        if (promise.isStarted) fault(`#${p} started twice`);
        promise.isStarted = true;
        break;
      case 'finished':
        if (!isOpen) fault(`#${p} finished, but did not run`);
        promise.isFinished = true;
        break;
      case 'awaiting':
        if (!isOpen || promise.source !== undefined) fault(`#${p} stopped, but did not run`);
        if (object.source === p) fault(`#${p} waits for itself`);
        promise.source = object.source;
        break;
      case 'continued':
        if (promise.source === undefined) fault(`#${p} continued, but had not stopped`);
        if (promises.get(promise.source)?.state === 'pending' && !hasLost) fault(`#${p} continued, but #${promise.source} is pending`);
        promise.source = undefined;
        break;
      case 'adopted':
        if (promise.adopted !== undefined) fault(`#${p} adopted twice`);
        if (object.source === p) fault(`#${p} adopted itself`);
        promise.adopted = object.source;
        break;
      case 'fulfilled': case 'rejected':
        settle(object, promise, isOpen);
        break;
      case 'handled':
        if (promise.state !== 'rejected') fault(`#${p} was handled, but is ${promise.state}`);
        if (promise.isHandled) fault(`#${p} was handled twice`);
        promise.isHandled = true;
        break;
      case 'unhandled':
        if (promise.state !== 'rejected' || promise.isHandled) fault(`#${p} is unhandled, but is ${promise.isHandled ? 'handled' : promise.state}`);
        break;
      case 'released':
        if (object.state !== promise.state) fault(`#${p} was released while ${object.state}, but is ${promise.state}`);
        promise.isReleased = true;
        break;
      default:
    }
  }

  function settle({ ev, p, cause, via }, promise, isOpen) {
    promise.state = ev;
    if (isOpen) fault(`#${p} settled, but still runs`);
    if (cause === 'passthrough' && promise.isStarted) fault(`#${p} ran, so nothing passed through`);
    if (['passthrough', 'adopted'].includes(cause)) {
      if (via === undefined) fault(`#${p}: "${cause}" without "via"`);
      else if (promises.get(via)?.state !== ev) fault(`#${p} was ${ev} because of #${via}, which is ${promises.get(via)?.state}`);
    }
    if (cause === 'adopted' && promise.adopted !== via) fault(`#${p} adopted #${promise.adopted}, not #${via}`);
    if (via !== undefined && promises.get(via)?.state === 'pending') fault(`#${p} settled because of #${via}, which is pending`);
    if (promise.adopted !== undefined && cause === 'resolver') fault(`#${p} was locked in, but a resolver settled it`);
  }

  if (!text.endsWith('\n')) faults.push('the last line is not terminated');
  for (const line of text.split('\n').slice(0, -1)) {
    number++;
    let object;
    try {
      object = JSON.parse(line);
    } catch (error) {
      fault(error.message);
      continue;
    }
    if (/^\s|\s$|[{,]\s+"/.test(line.replace(/"(?:[^"\\]|\\.)*"/g, '""')) || JSON.stringify(object).length > line.length) fault('white space');
    if (number > 1) event(object);
    else {
      members(object, HEADER, []);
      values = object.values;
    }
  }
  return faults;
}

module.exports = { lint };
