// An order is confirmed without waiting for its receipt. Sending the receipt fails, and no code hears of it.
'use strict';

const later = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

async function sendReceipt(order) {
  await later(10);
  throw new Error(`no address for order ${order}`);
}

async function confirm(order) {
  await later(5);
  sendReceipt(order);
  await later(20);
  return `order ${order} is confirmed`;
}

process.on('unhandledRejection', () => {});
confirm(7).then(console.log);
