const later = (milliseconds, value) => new Promise((done) => setTimeout(done, milliseconds, value));

const isPrime = (number) => {
  for (let divisor = 2; divisor * divisor <= number; divisor++) if (number % divisor === 0) return false;
  return true;
};

async function countPrimes() {
  await later(5);
  let count = 0;
  for (let number = 2; number < 1_000_000; number++) {
    if (isPrime(number)) count++;
    if (number % 10_000 === 0) await later(0);
  }
  console.log(`${count} primes`);
}

async function answer() {
  await later(20);
  console.log('hello');
}

Promise.all([countPrimes(), answer()]).then(function end() {
  console.log('done');
});
