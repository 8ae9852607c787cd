// A rejected promise of Node's that nothing waits for.
'use strict';
require('node:fs').promises.readFile('/there/is/no/such/file');
process.on('uncaughtException', ({ code }, origin) => console.log(code, origin));
