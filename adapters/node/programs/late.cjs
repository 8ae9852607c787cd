// Rejections that are handled late, and the events about them.
'use strict';
process.on('unhandledRejection', (reason, promise) => console.log('unhandled', reason, promise));
process.on('rejectionHandled', (promise) => console.log('handled', promise));
process.on('warning', ({ name }) => console.log('warning', name));
const early = Promise.reject(1);
early.catch(() => console.log('at once'));
const late = Promise.reject(new Error('late').message);
setTimeout(() => late.catch((reason) => console.log('caught', reason)), 20);
const derived = Promise.resolve(2).then(() => { throw 3; });
setTimeout(async () => { try { await derived; } catch (reason) { console.log('awaited', reason); } }, 30);
const all = Promise.all([Promise.reject(4), Promise.reject(5)]);
setTimeout(() => Promise.allSettled([all]).then(console.log), 40);
(async () => { throw 6; })();
Promise.race([Promise.reject(7), new Promise(() => {})]);
new Promise((resolve, reject) => { reject(8); resolve(9); });
