// Recursion that uses up the stack, and a program that lives on.
'use strict';

const walkers = [
  (walk, n) => { Promise.resolve(n).then(() => n); return walk(n + 1); },
  (walk, n) => new Promise((resolve, reject) => { walk(n + 1).then(resolve, reject); }),
  async (walk, n) => [await walk(n + 1)],
  async (walk, n) => { await Promise.all([walk(n + 1), n]); },
];

async function main() {
  for (const walker of walkers) {
    const walk = (n) => walker(walk, n);
    try {
      await walk(0);
    } catch (error) {
      console.log('caught', error.message);
    }
  }
  console.log('alive');
}

main();
