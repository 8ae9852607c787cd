// A module that waits at top level for a generator of a class with private methods, and the module is waited for by Node itself.
import { EventEmitter } from 'node:events';
const gate = {};
gate.opened = new Promise((resolve) => { gate.open = resolve; });
class Feed {
  async #page(n) { if (n === 3) await gate.opened; /*@*/ return [n]; }
  async *pages() { for (let n = 1; ; n++) yield* await this.#page(n); } /*@*/
  async read() { let sum = 0; for await (const p of this.pages()) sum += p; return sum; } /*@*/
}
globalThis.gate = gate;
export default class extends EventEmitter {}
const reading = new Feed().read();
setTimeout(() => console.log('ready'), 100);
setInterval(() => {}, 1000);
export const first = await Promise.resolve(1);
export const total = await reading; /*@*/
