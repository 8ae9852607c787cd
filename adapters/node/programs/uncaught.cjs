// Exceptions outside of promises, in a program that continues after some of them.
'use strict';
let count = 0;
process.on('uncaughtException', (error, origin) => { console.log(error.message, origin); if (++count === 3) throw new Error('the last one'); });
setTimeout(() => { throw new Error('in a timer'); }, 1);
setTimeout(() => { Promise.reject(new Error('in a promise')); }, 5);
setTimeout(() => { process.nextTick(() => { throw new Error('in a tick'); }); }, 10);
