const cake = Promise.resolve('cake');
console.log('script starts');

setTimeout(() => {
  console.log('timer');
}, 0);

cake
  .then(function first() {
    console.log('first handler');
  })
  .then(function second() {
    console.log('second handler');
  });

async function main() {
  console.log('main starts');
  await null;
  console.log('main goes on');
}

main();
console.log('script ends');
