// An order is confirmed at once, and what happens to its receipt is handled.
'use strict';

const later = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

async function sendReceipt(order) {
  await later(10);
  throw new Error(`no address for order ${order}`);
}

async function confirm(order) {
  await later(5);
  sendReceipt(order).catch((error) => console.log(`no receipt: ${error.message}`));
  await later(20);
  return `order ${order} is confirmed`;
}

confirm(7).then(console.log);
