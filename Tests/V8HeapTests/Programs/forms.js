// Suspended functions in forms of code that change the order of points of suspension. Each hangs at the mark @, and has other points around it.
const kept = [];
const never = () => new Promise((resolve) => kept.push(resolve));
const now = async (value) => value;
async function* numbers(n) { for (let i = 0; i < n; i++) yield await now(i); }
const functions = [
  async () => { await now(
    await never()); /*@*/
    await now(1); },
  async () => { await never( /*@*/
    await now(1));
    await now(2); },
  async () => { for (let i = await now(0); i < await now(1); i += await now(1)) await now(2);
    await never(); /*@*/ await now(3); },
  async () => { for (let i = 0; i < 3;
    i += await never()) /*@*/
    await now(1);
    await now(2); },
  async () => { for (let i = 0; i < await now(2); i += await now(1)) { [1].map((x) => x + i);
    await never(); /*@*/ } await now(2); },
  async () => { for (let i = 0; i < 2;
    i += await never()) { /*@*/
    [1].map(() => i); await now(1); } },
  async () => { switch (await now(2)) { case await now(1): await now(1); break;
    case await never(): await now(5); break; /*@*/
    default: await now(3); } },
  async () => { switch (2) { case await now(1): await now(4);
    case await now(2):
    await never(); /*@*/
    case await now(3): await now(9); } },
  async () => { const { a = await now(1), [await now('b')]: b } = await now({ b: 2 });
    await never(); /*@*/ return a + b; },
  async () => { const { a = await never() } = /*@*/
    await now({}); return a; },
  async () => { let a; [a = await now(1)] = [await now(undefined)];
    [a = await now(2), a] =
      await never(); /*@*/ },
  async () => { const o = {}; o[await now('k')] = await now(1);
    o[await now('k')] = await never(); /*@*/ await now(2); },
  async () => { for await (const { x = await now(1) } of await now([{}, {}]))
    await never(); /*@*/ },
  async () => { for await (const x of numbers(2)) { if (x === 1) break; await now(x); } await now(1);
    await never(); /*@*/ },
  async () => { for (const x of await now([1])) { await now(x); } for (const k in await now({ a: 1 })) { await now(k);
    await never(); /*@*/ } },
  async () => { const give = { [Symbol.asyncIterator]() { return this; }, async next() { return { value: 1 }; }, return: never };
    for await (const x of give) { await now(x); break; } /*@*/
    await now(1); },
  async () => { if (false) { await now(1); } else if (await now(true)) { await now(2);
    await never(); /*@*/ } else await now(3); },
  async () => { if (await now(false)) { return await now(1); await now(2); }
    await never(); /*@*/ },
  async () => { while (false) await now(1); do { await now(2); } while (await now(false)); while (true) { if (await now(true)) break; await now(3); }
    await never(); /*@*/ },
  async () => { label: for (;;) { for (;;) { if (await now(false)) break; await now(1); break label; await now(2); } await now(3); }
    await never(); /*@*/ },
  async () => { try { await now(1); } catch { await now(2); } finally { await now(3); } try { throw await now(1); } catch ({ m = await now(4) }) { await now(5);
    await never(); /*@*/ } },
  async () => { const c = `a${await now(`b${await now(1)}`)}c ${`}`} await ${{ a: await now(2) }.a}`; await now(c);
    String.raw`x${await never()}y`; /*@*/ },
  async () => { const r = [/[/\]"'`]await/g, 4 / await now(2) / 1, (1) / 2, +/await/.test('await')]; await now(r);
    await never(); /*@*/ },
  async () => { class A extends (await now(Object)) { [await now('m')]() { return 1; } static s = (() => 1)(); f = async () => { await now(1); }; static { now(2); } get g() { return 1; } }
    await new A().f(); await never(); /*@*/ },
  async () => { const o = { async *g() { yield await now(1); }, get x() { return 1; }, set x(v) {}, async: 1, get: 2, [await now('k')]: await now(1), ...await now({}), async m() { await now(3); }, f: async (a) => await now(a) };
    await o.m(); await never(); /*@*/ },
  async () => { const a = await now(1) ?? await now(2), b = await now(0) || await now(3), d = await now(0) ? await now(1) : await now(2) ? await now(3) : 4;
    await never(); /*@*/ return a + b + d; },
  async () => { const f = (await now(1), async x => await now(x)), g = async function () { await now(2); }, h = (a, b = () => 1) => a; await f(1); await g(); h();
    await never(); /*@*/ },
  async () => { await (async () => { await now(1); })(); const x = await now(1)
    await never() /*@*/
    return x },
  async () => { let x = 4; x /= await now(2); x **= 2; x ??= await now(1); x >>>= 1; if (x < 3 && 2 > 1 || !x) await now(x++);
    await never(); /*@*/ },
  async () => { const o = { f: never }; await now(o?.f); o?.["f"]; x => x; (await now(o)).f?.name;
    await o?.f?.(); /*@*/ },
  async () => { const { f } = { async f() { await now(1); } }; await f(); new (await now(Map))(); typeof await now(1); void await now(2); !await now(3); delete {}[await now(4)];
    await never(); /*@*/ },
  async (a, { b = 1, c: [d] = [2] } = {}, ...rest) => { await now(a + b + d + rest.length);
    await never(); /*@*/ },
  async (x) => x ||
    await never(), /*@*/
  async function () { await now(1); async function inner() { await now(2); } await inner(); function* g() { yield 1; } [...g()];
    await never(); /*@*/ },
  async () => { await now(/* await */ 1); // await
    const s = 'it\'s await', t = "\"await", u = '\\'; await now(s + t + u);
    await never(); /*@*/ },
  async () => { const x = 0x1e+1, y = 1e-5, z = .5, w = 1_000n, v = 5..toString(); await now([x, y, z, w, v]);
    await never(); /*@*/ },
  async () => { async function* g() { const x = yield 1; await now(x); yield* numbers(2); yield 2; return await now(3); }
    for await (const x of g()) await now(x); await never(); /*@*/ },
  async () => { async function* g() { yield* numbers(1); await now(1); yield 1;
      await never(); /*@*/ }
    for await (const x of g()) void x; /*@*/ },
  async () => { async function* g() { if (await now(false)) return now(2); yield 1; return now(1);  }
    for await (const x of g()) await now(x); await never(); /*@*/ },
  async () => { async function* g() { if (await now(false)) return now(2);
      yield never(); /*@*/ }
    for await (const x of g()) await now(x); /*@*/ },
  async () => { async function* g() { await now(1);
      yield* { [Symbol.asyncIterator]() { return this; }, next: never }; /*@*/ }
    for await (const x of g()) await now(x); /*@*/ },
];
for (const f of functions) f();
setInterval(() => kept.length, 1000);
console.log('ready');
