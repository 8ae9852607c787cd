// A top-level await that never settles: Node ends with 13.
console.log('start');
await new Promise(() => {});
console.log('never');
