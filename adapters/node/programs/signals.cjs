// A signal that the program handles, and one that it does not.
'use strict';
process.on('SIGTERM', async (signal) => { console.log(signal); await null; console.log('then another'); setTimeout(() => process.kill(process.pid, 'SIGINT'), 20); });
(async () => { await null; process.kill(process.pid, 'SIGTERM'); })();
setTimeout(() => {}, 10_000);
