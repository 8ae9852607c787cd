// The ways in which a program ends.
'use strict';
process.on('beforeExit', (code) => { console.log('beforeExit', code); if (!process.revived) { process.revived = true; setTimeout(() => console.log('revived'), 5); } });
process.on('exit', (code) => { Promise.resolve().then(() => console.log('never')); console.log('exit', code); process.exitCode = 7; });
(async () => { await null; console.log('ran'); await new Promise(() => {}); })();
