// A global variable has the resolver. The function of a timer that is running reaches it, too.
async function waits() {
  await new Promise((resolve) => { globalThis.resume = resolve; }); /*@*/
}
waits();
setTimeout(function report() {
  process.stdout.write('ready\n');
  for (;;);
}, 20);
