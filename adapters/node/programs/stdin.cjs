// Reads its input to the end.
'use strict';
(async () => { let text = ''; for await (const chunk of process.stdin) text += chunk; console.log('read', text.length); })();
