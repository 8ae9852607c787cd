// What the adapter costs: `node bench/bench.cjs [ROUNDS] [loop | service | waiting]`. Alternates between the variants and prints the medians as the tables
// of docs/adapters.md. The cost is the processor time of the recorded process, which other processes disturb less than the time that passes.
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
const record = (sites) => ({ flags: ['--require', adapter], env: { PROMISESCOPE: `${cwd}/`, PROMISESCOPE_SITES: sites } });
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

/** Sends requests over some connections, each the next one when the last is answered; returns their times in milliseconds. */
async function load(port, total) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times = [];
  let sent = 0;
  const connection = async () => {
    while (sent++ < total) {
      const start = process.hrtime.bigint();
      await new Promise((resolve, reject) => {
        http.get({ port, host: '127.0.0.1', path: `/${sent}`, agent }, (response) => response.resume().on('end', resolve)).on('error', reject);
      });
      times.push(Number(process.hrtime.bigint() - start) / 1e6);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  agent.destroy();
  return times;
}

/** Measures the service; `delay` is the time, in milliseconds, that its database takes for an answer. */
async function service(variant, delay = 0, requests = REQUESTS) {
  const child = spawn(process.execPath, [...variant.flags, path.join(__dirname, 'service.cjs'), String(delay)], { env: environment(variant), stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(child.stdout, 'data');
  await load(Number(port), WARM_UP);
  child.kill('SIGUSR2');
  const start = process.hrtime.bigint();
  const times = (await load(Number(port), requests)).sort((a, b) => a - b);
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  child.kill('SIGTERM');
  const [output] = await once(child.stdout, 'data');
  await once(child, 'exit');
  const { cpu, rss } = JSON.parse(output);
  return { 'µs of processor time per request': (cpu * 1000) / requests, 'requests/s': requests / seconds, 'p99, ms': times[Math.floor(times.length * 0.99)], 'memory, MB': rss };
}

const waiting = (variant) => service(variant, 20, REQUESTS / 2);

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
  for (const [title, measure] of [['`await` in an empty loop', loop], ['a service at full load', service], ['a service that waits for its database', waiting]]) {
    if (only.length > 0 && !only.includes(measure.name)) continue;
    const results = {};
    for (let round = 0; round < rounds; round++) {
      for (const [name, variant] of Object.entries(variants)) {
        (results[name] ??= []).push(await measure(variant));
        for (const file of fs.readdirSync(cwd)) fs.rmSync(path.join(cwd, file), { recursive: true });
      }
    }
    console.log(`\n${title}\n`);
    summary(results);
  }
  fs.rmSync(cwd, { recursive: true });
})();
