// Promises that are freed when the event loop has ended. Needs --expose-gc.
'use strict';
for (let count = 0; count < 100; count++) new Promise(() => {});
process.once(process.argv[2] ?? 'exit', () => { gc(); });
