// A rejection without a handler.
'use strict';
async function fails() { await null; throw new TypeError('without a handler'); }
process.on('exit', (code) => console.log('exit', code));
setTimeout(() => console.log('a timer'), 5);
fails();
