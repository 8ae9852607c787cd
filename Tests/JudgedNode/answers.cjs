// Programs with code that bypasses the calls that settle others, and one that settles on both paths; the first argument says which one runs. Errors and
// warnings are on the lines with a mark, and nowhere else.
'use strict';
const { EventEmitter } = require('node:events');
const { all, sleep } = require('./helpers.cjs');

const programs = {
  async f_answer() {
    const port = new EventEmitter(), open = new Map();
    port.on('answer', ({ id, value, error }) => {
      if (error) { //! never-settled
        console.error(error);
        return;
      }
      open.get(id).resolve(value);
      open.delete(id);
    });
    function ask(question, id = open.size + 1) {
      setTimeout(() => port.emit('answer', question === 'why' ? { id, error: 'unknown' } : { id, value: question.length }), 2);
      return new Promise((resolve, reject) => { open.set(id, { resolve, reject }); });
    }
    await ask('what');
    await ask('how');
    await all(['where', 'why'], (question, index) => ask(question, 10 + index));
  },
  async f_flight() {
    const flights = new Map();
    function fly(key, load) {
      if (flights.has(key)) return flights.get(key);
      const flight = {};
      flights.set(key, new Promise((resolve, reject) => { Object.assign(flight, { resolve, reject }); }));
      load().then(flight.resolve, flight.reject);
      return flights.get(key);
    }
    const read = (name) => { if (name === '') throw new SyntaxError('no name'); return sleep(2, name); };
    async function setting(name) {
      return fly(name, () => read(name)); //! never-settled
    }
    await all(['color', 'size'], setting);
    await all(['', 'font'], (name) => setting(name).catch((error) => error.message));
    await setting('');
  },
  async c_answer() {
    const port = new EventEmitter(), open = new Map();
    port.on('answer', ({ id, value, error }) => {
      const { resolve, reject } = open.get(id) ?? {};
      if (!open.delete(id)) return;
      if (error) reject(new Error(error));
      else resolve(value);
    });
    function ask(question, id = open.size + 1) {
      setTimeout(() => port.emit('answer', question === 'why' ? { id, error: 'unknown' } : { id, value: question.length }), 2);
      return new Promise((resolve, reject) => { open.set(id, { resolve, reject }); });
    }
    await ask('what');
    await all(['where', 'why'], (question, index) => ask(question, 10 + index).catch((error) => error.message));
  },
};

void programs[process.argv[2]]();
