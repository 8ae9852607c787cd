const kept = [];
async function first() {
  await new Promise((resolve) => kept.push(resolve)); /*@@*/
}
first(); (async () => {
  await first(); /*@*/
})();
setInterval(() => kept, 1000);
setTimeout(() => console.log('ready'), 100);
//# sourceMappingURL=mapped.js.map
