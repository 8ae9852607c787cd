// `process.exit` in a body, while much is pending.
'use strict';
process.on('exit', (code) => console.log('exit', code));
(async () => { await new Promise((resolve) => setTimeout(resolve, 3)); await Promise.all([new Promise(() => {}), (async () => { await null; process.exit(5); })()]); })();
setInterval(() => {}, 1000);
