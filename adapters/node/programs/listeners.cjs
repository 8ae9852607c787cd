// The listeners of the process are those of the program, and it may remove them all.
'use strict';

console.log(process.eventNames().length, ['exit', 'beforeExit', 'uncaughtExceptionMonitor'].map((name) => process.listenerCount(name)).join());
console.log(process.emit === require('node:events').prototype.emit, Object.hasOwn(process, 'emit'));
for (let count = 0; count < 10; count++) process.on('beforeExit', () => {});
process.removeAllListeners();
const { emit } = process;
process.emit = function (...values) { return emit.apply(this, values); };
process.on('exit', (code) => console.log('exit', code, process.listenerCount('exit')));
setTimeout(() => process.reallyExit(3), 5);
