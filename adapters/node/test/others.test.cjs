// Programs that were not written for these tests, each skipped if it is not installed: they print the same and end in the same way with the
// adapter, no error is found in them (npm cleans its logs without awaiting it, which is a warning), and the tree has what a person looks for.
'use strict';

const assert = require('node:assert');
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { adapter, folder, read, run } = require('../support/record.cjs');

/** Returns the script behind a command on PATH, or undefined. */
function scriptOf(command) {
  const found = process.env.PATH.split(path.delimiter).map((name) => path.join(name, command)).find((name) => fs.existsSync(name));
  return found && fs.realpathSync(found);
}

const PACKAGE = {
  'package.json': '{"name":"own","version":"1.0.0","main":"index.js","files":["index.js"]}',
  'index.js': `
    const fs = require('fs/promises');
    exports.sum = async function sum(file) { return (await fs.readFile(file, 'utf8')).split(' ').map(Number).reduce((a, b) => a + b, 0); };
  `,
  'numbers.txt': '1 2 3',
  'test/sum.js': `
    const assert = require('assert');
    const { sum } = require('..');
    describe('sum', () => {
      it('adds', async () => { assert.equal(await sum('numbers.txt'), 6); });
      it('rejects without a file', () => assert.rejects(sum('nowhere')));
      it('fails', async () => { throw new Error('on purpose'); });
      it('takes a callback', (done) => { setTimeout(done, 1); });
    });
  `,
};

/** Runs a command in a package with and without the adapter; returns the events. */
function compare(command, ...words) {
  const cwd = folder();
  for (const [name, text] of Object.entries(PACKAGE)) {
    fs.mkdirSync(path.dirname(path.join(cwd, name)), { recursive: true });
    fs.writeFileSync(path.join(cwd, name), text);
  }
  const log = path.join(cwd, '..', `${path.basename(cwd)}.ndjson`);
  const environment = { NODE_PATH: '/usr/share/nodejs', npm_config_update_notifier: 'false', npm_config_offline: 'true' };
  const expected = run(cwd, [scriptOf(command), ...words], environment);
  const recorded = run(cwd, [scriptOf(command), ...words], { ...environment, PROMISESCOPE: log, NODE_OPTIONS: `--require="${adapter}"` });
  const withoutTimes = ({ stdout, stderr, status }) => [stdout, stderr, status].join('\n').replace(/\(?\d+ms\)?/g, '').replace(/ +$/gm, '').replace(/\d{4}-\d\d-\d\dT[\w-]+/g, '');
  assert.strictEqual(withoutTimes(recorded), withoutTimes(expected));
  if (process.env.PSCOPE) {
    const { stdout, status } = spawnSync(process.env.PSCOPE, ['check', log, '--fail-on', 'error'], { encoding: 'utf8' });
    assert.strictEqual(status, 0, stdout);
  }
  const names = read(log).events.filter(({ ev }) => ev === 'created').map(({ label, kind }) => label ?? kind);
  return { expected, names };
}

const skip = (command) => ({ skip: scriptOf(command) === undefined && `there is no ${command} on PATH` });

test('mocha with the tests of a package', skip('mocha'), () => {
  const { expected, names } = compare('mocha');
  assert.match(expected.stdout, /3 passing[^]*1 failing/);
  assert.strictEqual(names.filter((name) => name === 'sum').length, 2);
  assert.ok(names.length < 40, names.join());
});

test('eslint', skip('eslint'), () => {
  compare('eslint', '--no-eslintrc', '--parser-options=ecmaVersion:2018', 'index.js');
});

test('npm ls', skip('npm'), () => {
  const { names } = compare('npm', 'ls');
  for (const name of ['load', 'loadActual', 'stat']) assert.ok(names.some((other) => other.endsWith(name)), `${name}: ${names}`);
});

test('npm pack', skip('npm'), () => {
  const { names } = compare('npm', 'pack', '--dry-run');
  assert.ok(names.includes('readFile') || names.includes('open'), names.join());
});
