'use strict';

// The lines that a program prints: notes of the body that prints them, if they are asked for.

const assert = require('node:assert');
const { test } = require('node:test');
const { record } = require('../support/record.cjs');

const text = `
  process.stdout.write('one ');
  console.log('line');
  Promise.resolve().then(() => console.log('inside\\nof a body'));
`;

test('each line that a program prints is a note of the body that prints it', (t) => {
  const { events, stdout } = record(t, text, { environment: { PROMISESCOPE_LINES: '1' } });
  const then = events.find(({ kind }) => kind === 'then').p;
  const notes = events.filter(({ ev }) => ev === 'noted').map(({ text: line, ctx }) => [line, ctx]);
  assert.deepStrictEqual(notes, [['one line', undefined], ['inside', then], ['of a body', then]]);
  assert.strictEqual(stdout, 'one line\ninside\nof a body\n');
});

test('no line is recorded unless that is asked for', (t) => {
  assert.deepStrictEqual(record(t, text).events.filter(({ ev }) => ev === 'noted'), []);
});

test('a preview is one line of at most 120 characters, whatever they are', (t) => {
  const long = 'x'.repeat(118);
  const values = ['a "b" \\ c', 'one\ntwo\tthree', 'é \u202e 🎉', `${long}yz`, `${long.slice(2)}\n`, `${long.slice(1)}\n`, `${'…'.repeat(118)}\n`, `${'…'.repeat(130)}`];
  const expected = values.map((value) => {
    const line = `'${value}'`.replace(/\n/g, '\\n').replace(/\t/g, '\\t').replace('\u202e', '\\u202e');
    return line.length > 120 ? `${line.slice(0, 119)}…` : line;
  });
  const { events } = record(t, values.map((value) => `Promise.resolve(${JSON.stringify(value)}).then(String);`).join('\n'));
  const kinds = new Map(events.flatMap(({ ev, p, kind }) => (ev === 'created' ? [[p, kind]] : [])));
  assert.deepStrictEqual(events.filter(({ ev, p }) => ev === 'fulfilled' && kinds.get(p) === 'resolve').map(({ value }) => value), expected);
});
