// `await` in an empty loop: prints the nanoseconds of each round.
'use strict';

async function step() {}

async function loop(rounds) {
  for (let round = 0; round < rounds; round++) await step();
}

(async () => {
  const rounds = Number(process.argv[2] ?? 500_000);
  await loop(rounds / 10);
  const start = process.cpuUsage();
  await loop(rounds);
  const { user, system } = process.cpuUsage(start);
  console.log(JSON.stringify({ 'ns per round': ((user + system) * 1000) / rounds, 'memory, MB': process.memoryUsage.rss() / 1048576 }));
  process.exit();
})();
