// Where the log goes: files, folders, processes, threads, pipes, and what cannot be written.
'use strict';

const assert = require('node:assert');
const { execFileSync, spawn } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { adapter, folder, lint, read, record, run, tree } = require('../support/record.cjs');

const mode = (name) => (fs.statSync(name).mode & 0o777).toString(8);

function write(cwd, files) {
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(cwd, name), text);
}

test('the header', (t) => {
  const cwd = folder();
  write(cwd, { 'app.js': 'Promise.resolve(1);' });
  run(cwd, ['--require', adapter, 'app.js', 'a "word"'], { PROMISESCOPE: 'run.ndjson', PROMISESCOPE_VALUES: 'preview' });
  const { header } = read(path.join(cwd, 'run.ndjson'));
  assert.strictEqual(header.program, 'app');
  assert.strictEqual(header.sourceRoot, cwd);
  assert.strictEqual(header.runtime, `node ${process.versions.node}`);
  assert.match(header.adapter, /^promisescope-node \d/);
  assert.deepStrictEqual(header.argv.slice(1), [path.join(cwd, 'app.js'), 'a "word"']);
  assert.ok(Math.abs(Date.parse(header.started) - Date.now()) < 60_000);
  run(cwd, ['--require', adapter, 'app.js', 'secret'], { PROMISESCOPE: 'run.ndjson' });
  assert.strictEqual(read(path.join(cwd, 'run.ndjson')).header.argv, undefined);
});

test('without PROMISESCOPE, nothing is recorded', (t) => {
  const cwd = folder();
  write(cwd, { 'app.js': 'Promise.resolve(1);' });
  assert.deepStrictEqual(run(cwd, ['--require', adapter, 'app.js']), { stdout: '', stderr: '', status: 0, signal: null });
  assert.deepStrictEqual(fs.readdirSync(cwd), ['app.js']);
});

test('a file of its own for each process and thread of a folder, private', (t) => {
  const cwd = folder();
  write(cwd, {
    'my app.js': `
      const { Worker } = require('node:worker_threads');
      const { fork, spawnSync } = require('node:child_process');
      new Worker('./thread.js');
      new Worker('./thread.js');
      fork('./child.js');
      spawnSync(process.execPath, ['-e', 'Promise.resolve()']);
    `,
    'thread.js': `(async () => { await null; })();`,
    'child.js': `(async () => { await null; })();`,
  });
  const result = run(cwd, ['my app.js'], { NODE_OPTIONS: `--no-warnings --require "${adapter}"`, PROMISESCOPE: 'logs/deep/' });
  assert.deepStrictEqual(result, { stdout: '', stderr: '', status: 0, signal: null });
  const logs = path.join(cwd, 'logs/deep');
  assert.deepStrictEqual(fs.readdirSync(logs).map((name) => name.replace(/\.\d+/, '.PID')).sort(),
    ['child.PID.ndjson', 'my_app.PID.ndjson', 'node.PID.ndjson', 'thread.PID.w1.ndjson', 'thread.PID.w2.ndjson']);
  assert.strictEqual(mode(logs), '700');
  for (const name of fs.readdirSync(logs)) {
    assert.strictEqual(mode(path.join(logs, name)), '600');
    const { header, events } = read(path.join(logs, name));
    assert.strictEqual(header.thread, name.includes('.w') ? Number(/\.w(\d)/.exec(name)[1]) : undefined);
    assert.strictEqual(header.pid, Number(/\.(\d+)/.exec(name)[1]));
    assert.strictEqual(events[events.length - 1].ev, 'ended');
  }
});

test('a log is for its owner alone, or as PROMISESCOPE_MODE says, also if others may read the one that it replaces', (t) => {
  const cwd = folder();
  write(cwd, { 'app.js': 'Promise.resolve(1);' });
  for (const [name, word, expected] of [['new', '', '600'], ['old', '', '600'], ['old', '0640', '640'], ['old', 'rw', '600']]) {
    fs.writeFileSync(path.join(cwd, 'old'), '');
    fs.chmodSync(path.join(cwd, 'old'), 0o644);
    const { stderr } = run(cwd, ['--require', adapter, 'app.js'], { PROMISESCOPE: name, PROMISESCOPE_MODE: word });
    assert.strictEqual(mode(path.join(cwd, name)), expected);
    assert.strictEqual(stderr, word === 'rw' ? 'promisescope: PROMISESCOPE_MODE: expected an octal number from 0600 to 0777, such as 0640, found "rw"; 0600 is used\n' : '');
  }
});

test('a worker thread has a tree of its own', (t) => {
  const cwd = folder();
  write(cwd, {
    'app.js': `
      const { Worker } = require('node:worker_threads');
      const { once } = require('node:events');
      (async function main() { const worker = new Worker('./thread.js', { argv: ['x'] }); const [answer] = await once(worker, 'message'); console.log(answer); })();
    `,
    'thread.js': `
      const { parentPort } = require('node:worker_threads');
      const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
      (async function work() { await sleep(1); parentPort.postMessage(process.argv[2]); })();
    `,
  });
  const { stdout } = run(cwd, ['app.js'], { NODE_OPTIONS: `--require "${adapter}"`, PROMISESCOPE: 'logs/' });
  assert.strictEqual(stdout, 'x\n');
  const trees = fs.readdirSync(path.join(cwd, 'logs')).sort().map((name) => tree(read(path.join(cwd, 'logs', name)).events));
  assert.deepStrictEqual(trees, ['1 ✔ main · async function:4 ~2\n2 ✔   once:4', '1 ✔ work · async function:4 ~2\n2 ✔   setTimeout:3']);
});

test('a name that exists is not overwritten in a folder', (t) => {
  const cwd = folder();
  write(cwd, { 'app.js': `console.log(process.pid);` });
  fs.mkdirSync(path.join(cwd, 'logs'));
  // The shell's process becomes Node's.
  execFileSync('sh', ['-c', `touch logs/app.$$.ndjson; exec "$0" --require "$1" app.js`, process.execPath, adapter], { cwd, env: { ...process.env, NODE_OPTIONS: '', PROMISESCOPE: 'logs/' } });
  assert.deepStrictEqual(fs.readdirSync(path.join(cwd, 'logs')).map((name) => name.replace(/\d{2,}/, 'PID')).sort(), ['app.PID.2.ndjson', 'app.PID.ndjson']);
});

test('a file is replaced, unless the process that writes it still runs', (t) => {
  const cwd = folder();
  write(cwd, {
    'app.js': `
      const { spawnSync } = require('node:child_process');
      const { Worker } = require('node:worker_threads');
      (async () => {
        await null;
        spawnSync(process.execPath, ['child.js']);
        new Worker('./child.js');
      })();
    `,
    'child.js': `(async () => { await null; })();`,
    'run.ndjson': 'something else',
  });
  for (let round = 1; round <= 2; round++) {
    const result = run(cwd, ['app.js'], { NODE_OPTIONS: `--require "${adapter}"`, PROMISESCOPE: 'run.ndjson' });
    assert.deepStrictEqual(result, { stdout: '', stderr: '', status: 0, signal: null });
    assert.strictEqual(read(path.join(cwd, 'run.ndjson')).header.program, 'app');
    const logs = fs.readdirSync(cwd).filter((name) => name.endsWith('.ndjson')).map((name) => name.replace(/\d{2,}/, 'PID')).sort();
    assert.deepStrictEqual(logs, [...Array(round).fill('run.PID.ndjson'), ...Array(round).fill('run.PID.w1.ndjson'), 'run.ndjson'].sort());
  }
});

test('a log that cannot be written is one sentence, and the program continues', (t) => {
  const cwd = folder();
  write(cwd, { 'app.js': `(async () => { await null; console.log('done'); process.exitCode = 3; })();`, file: '' });
  for (const target of ['nowhere/run.ndjson', 'file/', '/proc/nowhere/']) {
    const { stdout, stderr, status } = run(cwd, ['--require', adapter, 'app.js'], { PROMISESCOPE: target });
    assert.deepStrictEqual([stdout, status], ['done\n', 3]);
    assert.match(stderr, /^promisescope: the log cannot be written, the program continues: [^\n]*\n$/);
  }
});

test('a disk that is full ends the recording, not the program', { skip: !fs.existsSync('/dev/full') }, (t) => {
  const cwd = folder();
  write(cwd, { 'app.js': `(async () => { await null; setTimeout(() => console.log('done'), 20); })();` });
  const { stdout, stderr, status } = run(cwd, ['--require', adapter, 'app.js'], { PROMISESCOPE: '/dev/full' });
  assert.deepStrictEqual([stdout, status], ['done\n', 0]);
  assert.match(stderr, /^promisescope: the log cannot be written, the program continues: ENOSPC[^\n]*\n$/);
});

test('wrong settings are named', (t) => {
  const cwd = folder();
  write(cwd, { 'app.js': '' });
  const { stderr, status } = run(cwd, ['--require', adapter, 'app.js'], { PROMISESCOPE: 'run.ndjson', PROMISESCOPE_VALUES: 'all', PROMISESCOPE_SITES: 'some' });
  assert.strictEqual(stderr, 'promisescope: PROMISESCOPE_VALUES: expected one of off, type, preview, found "all"\npromisescope: PROMISESCOPE_SITES: expected one of sampled, all, off, found "some"\n');
  assert.strictEqual(status, 0);
});

test('a pipe', { skip: process.platform === 'win32' }, async (t) => {
  const cwd = folder();
  execFileSync('mkfifo', ['pipe'], { cwd });
  write(cwd, { 'app.js': `const run = async (n) => { await null; return n; }; (async () => { for (let i = 0; i < 3000; i++) await run(i); })(); setTimeout(() => console.log('done'), 100);` });
  const child = spawn(process.execPath, ['--require', adapter, 'app.js'], { cwd, env: { ...process.env, NODE_OPTIONS: '', PROMISESCOPE: 'pipe' }, stdio: ['ignore', 'pipe', 'inherit'] });
  const [bytes] = await Promise.all([execReader(cwd), once(child, 'exit')]);
  write(cwd, { 'copy.ndjson': bytes });
  lint(path.join(cwd, 'copy.ndjson'));
  assert.ok(bytes.includes('"ev":"created"'));
});

/** Reads the pipe until its writers are gone. */
async function execReader(cwd) {
  const reader = spawn('cat', ['pipe'], { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  return Buffer.concat(await reader.stdout.toArray()).toString();
}

test('paths and names with blanks and other characters', (t) => {
  const cwd = path.join(folder(), 'ö "x" \\ é');
  fs.mkdirSync(cwd);
  write(cwd, { 'a b.js': `(async function f() { await null; })();` });
  const copy = path.join(cwd, 'adapter copy.cjs');
  fs.copyFileSync(adapter, copy);
  run(cwd, ['--require', copy, 'a b.js'], { PROMISESCOPE: path.join(cwd, 'run it.ndjson') });
  const { header, events } = read(path.join(cwd, 'run it.ndjson'));
  assert.strictEqual(header.sourceRoot, cwd);
  assert.strictEqual(events[0].site.file, 'a b.js');
  assert.strictEqual(tree(events), '1 ✔ f · async function:1');
});

test('two adapters at a time do not disturb each other', (t) => {
  const cwd = folder();
  write(cwd, { 'app.js': `(async function f() { await null; })();` });
  fs.copyFileSync(adapter, path.join(cwd, 'second.cjs'));
  const result = run(cwd, ['--require', adapter, '--require', './second.cjs', 'app.js'], { PROMISESCOPE: 'logs/' });
  assert.deepStrictEqual(result, { stdout: '', stderr: '', status: 0, signal: null });
  const logs = fs.readdirSync(path.join(cwd, 'logs'));
  assert.strictEqual(logs.length, 2);
  for (const name of logs) read(path.join(cwd, 'logs', name));
});

test('a size limit keeps the latest part, and counts what it drops', (t) => {
  const cwd = folder();
  write(cwd, {
    'app.js': `
      const { Worker, isMainThread } = require('node:worker_threads');
      if (isMainThread) new Worker(__filename);
      const run = async (n) => { await null; return n; };
      (async () => { for (let n = 0; n < 500; n++) { await run(n); if (n % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 1)); } })();
    `,
  });
  const environment = { NODE_OPTIONS: `--require "${adapter}"`, PROMISESCOPE_SITES: 'all' };
  const total = (name) => read(path.join(cwd, name)).events.reduce((sum, { ev, count }) => sum + (ev === 'lost' ? count : 1), 0);
  // On a slow machine, there are some that say only that the program runs.
  const alive = (name) => read(path.join(cwd, name)).events.filter(({ ev }) => ev === 'alive').length;
  run(cwd, ['app.js'], { ...environment, PROMISESCOPE: 'all/' });
  const expected = fs.readdirSync(path.join(cwd, 'all')).map((name) => total(`all/${name}`) - alive(`all/${name}`));
  assert.strictEqual(expected.length, 2);
  for (const limit of ['4K', '20480']) {
    run(cwd, ['app.js'], { ...environment, PROMISESCOPE: `${limit}/`, PROMISESCOPE_LIMIT: limit });
    const names = fs.readdirSync(path.join(cwd, limit));
    names.forEach((name, index) => {
      const more = total(`${limit}/${name}`) - expected[index];
      assert.ok(more >= 0 && more < 60, `${more} events more`);
    });
    for (const name of names) {
      const { header, text, events: [lost] } = read(path.join(cwd, limit, name));
      assert.ok(text.length < parseInt(limit, 10) * (limit === '4K' ? 1024 : 1) && header.program === 'app');
      assert.deepStrictEqual([lost.ev, lost.count], ['lost', lost.seq]);
      assert.strictEqual(mode(path.join(cwd, limit, name)), '600');
    }
  }
});

test('a program that only waits shows that it runs, and does not notice', async (t) => {
  const cwd = folder();
  write(cwd, {
    'app.js': `
      const { Worker, isMainThread } = require('node:worker_threads');
      new Promise(() => {});
      if (isMainThread) new Worker(__filename);
      else setTimeout(() => { new Promise(() => {}); }, 1500);
      setTimeout(() => { if (isMainThread) console.log(process.getActiveResourcesInfo().filter((name) => name !== 'PipeWrap').join()); }, 3100);
    `,
  });
  const result = run(cwd, ['app.js'], { NODE_OPTIONS: `--require "${adapter}"`, PROMISESCOPE: 'logs/' });
  assert.deepStrictEqual(result, { stdout: 'Timeout\n', stderr: '', status: 0, signal: null });
  const times = fs.readdirSync(path.join(cwd, 'logs')).sort().map((name) => {
    const { events } = read(path.join(cwd, 'logs', name));
    return events.map(({ ev, t: time }) => (ev === 'alive' ? Math.round(time / 5e8) / 2 : ev));
  });
  assert.deepStrictEqual(times, [['created', 1, 3, 'ended'], ['created', 1, 'created', 2.5, 'ended']]);
});

test('a program that closes every descriptor keeps its files', (t) => {
  const { stdout, stderr, text } = record(t, `
    const fs = require('node:fs');
    // The event loop needs its own.
    const isLog = (fd) => { try { return fs.readlinkSync('/proc/self/fd/' + fd).endsWith('.ndjson'); } catch { return false; } };
    (async () => {
      for (let fd = 3; fd < 64; fd++) if (isLog(fd)) fs.closeSync(fd);
      const own = fs.openSync('own.txt', 'w');
      await new Promise((resolve) => setTimeout(resolve, 30));
      for (let i = 0; i < 2000; i++) await Promise.resolve();
      fs.writeSync(own, 'mine');
      process.on('exit', () => { fs.writeSync(own, '!'); console.log(fs.readFileSync('own.txt', 'utf8')); });
    })();`, { mayFail: true });
  assert.strictEqual(stdout, 'mine!\n');
  assert.match(stderr, /^promisescope: the recording ended, the program continues: the program has closed its descriptor\n$/);
  assert.ok(!text.includes('"ended"'));
  assert.match(text, /"ev":"lost","count":\d+}\n.*"text":"not recorded: what followed, because the program has closed its descriptor"}\n$/);
});
