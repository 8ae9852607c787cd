// What the adapter costs: `node bench/bench.cjs [ROUNDS] [loop | service | waiting | offered | VARIANT]...`. Alternates between the variants, or only those that are
// named and the program without the adapter, and prints the medians as the tables of docs/adapters.md. The cost is the processor time of the recorded process, which other processes disturb less than the time that passes.
// "hooks alone" is what no adapter can avoid: a callback for each promise that does nothing.
'use strict';

const { execFileSync, spawn } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const http = require('node:http');
const os = require('node:os');
const path = require('node:path');

const adapter = path.join(__dirname, '..', 'promisescope.cjs');
const cwd = fs.mkdtempSync(path.join(os.tmpdir(), 'promisescope-bench-'));
// `pscope` records previews of values, too.
const record = (sites) => ({ flags: ['--require', adapter], env: { PROMISESCOPE: `${cwd}/`, PROMISESCOPE_SITES: sites, PROMISESCOPE_VALUES: 'preview' } });
const variants = {
  without: { flags: [], env: {} },
  'hooks alone': { flags: ['--require', path.join(__dirname, 'hooks.cjs')], env: {} },
  'recorded, sites off': record('off'),
  recorded: record('sampled'),
  'recorded, all sites': { ...record('all'), rounds: 50_000 },
  '`--enable-source-maps`': { flags: ['--enable-source-maps'], env: {} },
  '`--cpu-prof`': { flags: ['--cpu-prof', `--cpu-prof-dir=${cwd}`], env: {} },
};
const CONNECTIONS = 50;
const WARM_UP = 1500;
const REQUESTS = 6000;

function environment({ env }) {
  return { ...process.env, NODE_OPTIONS: '', PROMISESCOPE: '', ...env };
}

function loop(variant) {
  return JSON.parse(execFileSync(process.execPath, [...variant.flags, path.join(__dirname, 'loop.cjs'), String(variant.rounds ?? 500_000)], { env: environment(variant), encoding: 'utf8' }));
}

/**
 * Sends requests and returns their times in milliseconds.
 *
 * @param rate How many are sent per second. If it is 0, some connections each send the next one when the last is answered.
 */
async function load(port, total, rate) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: rate > 0 ? Infinity : CONNECTIONS });
  const times = [];
  const begin = performance.now();
  let sent = 0;
  const connection = async () => {
    while (sent < total) {
      // The time counts from when a request is due, however late it is sent.
      const due = rate > 0 ? begin + (sent * 1000) / rate : performance.now();
      const path = `/${++sent}`;
      if (rate > 0) await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
      await new Promise((resolve, reject) => {
        http.get({ port, host: '127.0.0.1', path, agent }, (response) => response.resume().on('end', resolve)).on('error', reject);
      });
      times.push(performance.now() - due);
    }
  };
  await Promise.all(Array.from({ length: rate > 0 ? total : CONNECTIONS }, connection));
  agent.destroy();
  return times;
}

/** Measures the service; `delay` is the time, in milliseconds, that its database takes for an answer; `rate` as in `load`. */
async function service(variant, delay = 0, requests = REQUESTS, rate = 0) {
  const child = spawn(process.execPath, [...variant.flags, path.join(__dirname, 'service.cjs'), String(delay)], { env: environment(variant), stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(child.stdout, 'data');
  await load(Number(port), WARM_UP, 0);
  const former = logSize();
  child.kill('SIGUSR2');
  const start = performance.now();
  const times = (await load(Number(port), requests, rate)).sort((a, b) => a - b);
  const seconds = (performance.now() - start) / 1000;
  const logged = (logSize() - former) / 1024 / requests;
  child.kill('SIGTERM');
  const [output] = await once(child.stdout, 'data');
  await once(child, 'exit');
  const { cpu, rss } = JSON.parse(output);
  return { 'µs of processor time per request': (cpu * 1000) / requests, 'requests/s': requests / seconds, 'p99, ms': times[Math.floor(times.length * 0.99)], 'memory, MB': rss, 'log, KB per request': logged };
}

/** The size of the logs, in bytes. */
const logSize = () => fs.readdirSync(cwd).filter((name) => name.endsWith('.ndjson')).reduce((sum, name) => sum + fs.statSync(path.join(cwd, name)).size, 0);

const waiting = (variant) => service(variant, 20, REQUESTS / 2);
const offered = (variant) => service(variant, 10, REQUESTS / 3, 300);

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

/** Prints the medians as a table, the first column also relative to the program without the adapter. */
function summary(results) {
  const keys = Object.keys(results.without[0]);
  console.log(`| | ${keys.join(' | ')} | |\n|${' --- |'.repeat(keys.length + 2)}`);
  const medians = (name) => keys.map((key) => median(results[name].map((round) => round[key])));
  const [base] = medians('without');
  for (const name of Object.keys(results)) {
    const values = medians(name);
    console.log(`| ${name} | ${values.map((value) => Number(value.toPrecision(3))).join(' | ')} | ${(values[0] / base).toFixed(2)} × |`);
  }
}

(async () => {
  const rounds = Number(process.argv[2] ?? 5);
  const only = process.argv.slice(3);
  console.log(`node ${process.versions.node}, ${os.cpus()[0].model}, ${rounds} rounds, load ${os.loadavg()[0].toFixed(1)}`);
  for (const [title, measure] of [['`await` in an empty loop', loop], ['a service at full load', service], ['a service that waits for its database', waiting],
    ['the same, with 300 requests per second', offered]]) {
    if (only.some((word) => !(word in variants)) && !only.includes(measure.name)) continue;
    const results = {};
    for (let round = 0; round < rounds; round++) {
      for (const [name, variant] of Object.entries(variants)) {
        if (only.some((word) => word in variants) && name !== 'without' && !only.includes(name)) continue;
        (results[name] ??= []).push(await measure(variant));
        for (const file of fs.readdirSync(cwd)) fs.rmSync(path.join(cwd, file), { recursive: true });
      }
    }
    console.log(`\n${title}\n`);
    summary(results);
  }
  fs.rmSync(cwd, { recursive: true });
})();
