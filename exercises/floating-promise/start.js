const later = (milliseconds, value) => new Promise((done) => setTimeout(done, milliseconds, value));

async function sendReceipt(order) {
  await later(20);
  throw new Error(`no address for order ${order}`);
}

async function confirm(order) {
  await later(10);
  sendReceipt(order);
  await later(40);
  console.log(`order ${order} is confirmed`);
}

confirm(7).catch(function explain(error) {
  console.log(`sorry: ${error.message}`);
});
