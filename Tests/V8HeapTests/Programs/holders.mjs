// Promises whose resolvers are reached in ways that have names, and functions that hold what others wait for.
import { EventEmitter, once } from 'node:events';
class Channel { #takers = []; take() { return new Promise((resolve) => this.#takers.push(resolve)); } }
class Lock {
  constructor() { this.isTaken = false; this.waiting = []; }
  async acquire() { if (this.isTaken) await new Promise((resolve) => this.waiting.push(resolve)); this.isTaken = true; }
  release() { this.isTaken = false; this.waiting.shift()?.(); }
}
const [channel, database, gate] = [new Channel(), new EventEmitter(), new Lock()];
const accounts = new Map([['a', new Lock()], ['b', new Lock()]]);
const answer = Symbol('answer');
const prompt = {};
async function consume() { await channel.take(); }
async function connect() { await once(database, 'ready'); }
async function ask() { await new Promise((resolve) => { prompt[answer] = [resolve]; }); }
async function transfer(from, to) {
  await from.acquire();
  await null;
  await to.acquire();
  to.release(); from.release();
}
async function transaction(work) {
  await gate.acquire();
  await work();
  gate.release();
}
async function query() { await gate.acquire(); gate.release(); }
consume(); connect(); ask();
transfer(accounts.get('a'), accounts.get('b')); transfer(accounts.get('b'), accounts.get('a'));
transaction(() => query());
setInterval(() => [channel, database, accounts, prompt], 1000);
setTimeout(() => console.log('ready'), 100);
