// The adapter does no harm: each program prints the same and ends in the same way with it and without it, whatever is recorded.
'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { adapter, programs, folder, run, read } = require('../support/record.cjs');

const modes = {
  'as it is by default': {},
  'with everything': { PROMISESCOPE_VALUES: 'preview', PROMISESCOPE_SITES: 'all', PROMISESCOPE_PACKAGES: '1' },
  'without call sites': { PROMISESCOPE_SITES: 'off', PROMISESCOPE_VALUES: 'type' },
};
/** The options of Node; behind `--`, the program's arguments. */
const options = {
  'collected.cjs': [['--expose-gc'], ['--expose-gc', '--', 'beforeExit']],
  'memory.cjs': [['--expose-gc']],
  'overflow.cjs': [['--stack-size=200']],
  'rejections.cjs': [[], ...['warn', 'none', 'strict', 'throw', 'warn-with-error-code'].map((mode) => [`--unhandled-rejections=${mode}`])],
  'stacks.cjs': [[], ['--enable-source-maps'], ['--stack-trace-limit=3']],
};

/** Warnings name the process. */
const withoutProcess = (result) => ({ ...result, stderr: result.stderr.replace(/\(node:\d+\)/g, '(node)') });

for (const name of fs.readdirSync(programs)) {
  for (const flags of options[name] ?? [[]]) {
    test([...flags, name].join(' '), (t) => {
      const cwd = folder();
      const end = flags.indexOf('--');
      const words = end < 0 ? [...flags, path.join(programs, name)] : [...flags.slice(0, end), path.join(programs, name), ...flags.slice(end + 1)];
      const expected = run(cwd, words);
      for (const [mode, environment] of Object.entries(modes)) {
        const target = path.join(cwd, mode) + path.sep;
        const recorded = run(cwd, words, { ...environment, PROMISESCOPE: target, NODE_OPTIONS: `--require="${adapter}"` });
        assert.deepStrictEqual(withoutProcess(recorded), withoutProcess(expected), mode);
        // What was recorded follows the rules, also if the program ended by a signal.
        const logs = fs.readdirSync(target);
        assert.ok(logs.length > 0);
        for (const log of logs) read(path.join(target, log));
      }
    });
  }
}
