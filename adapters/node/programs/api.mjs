// Node's own promises.
import { execFile, fork } from 'node:child_process';
import { once, on, EventEmitter } from 'node:events';
import fs from 'node:fs/promises';
import http from 'node:http';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep, setInterval as every } from 'node:timers/promises';
import { promisify } from 'node:util';

const emitter = new EventEmitter();
setTimeout(() => emitter.emit('done', 1), 2);
console.log(await once(emitter, 'done'));
setTimeout(() => { emitter.emit('part', 1); emitter.emit('part', 2); }, 2);
let parts = 0;
for await (const part of on(emitter, 'part')) { console.log(part); if (++parts === 2) break; }
console.log((await fs.readFile(new URL(import.meta.url), 'utf8')).length > 100, await fs.readFile('/nowhere').catch(({ code }) => code));
for await (const tick of every(1, 'tick')) { console.log(tick); break; }
await pipeline(Readable.from(['a', 'b']), new Transform({ transform(chunk, encoding, done) { setTimeout(done, 1, null, `${chunk}!`); } }), async function (source) { for await (const chunk of source) console.log(String(chunk)); });
console.log((await promisify(execFile)(process.execPath, ['-p', '1 + 1'])).stdout);
const server = http.createServer(async (request, response) => { await sleep(1); response.end(`hello ${request.url}`); });
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address();
console.log(await Promise.all(['/a', '/b'].map(async (path) => (await fetch(`http://127.0.0.1:${port}${path}`)).text())));
const aborted = new AbortController();
setTimeout(() => aborted.abort(), 2);
console.log(await sleep(1000, null, { signal: aborted.signal }).catch(({ name, code }) => [name, code]));
server.close();
server.closeAllConnections();
await once(server, 'close');
const child = fork(new URL('./order.cjs', import.meta.url), { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
console.log(String(Buffer.concat(await child.stdout.toArray())).length);
console.log(await import('./nowhere.mjs').catch(({ code }) => code));
