// The least that an adapter needs: a callback for each promise. It does nothing.
'use strict';

require('node:v8').promiseHooks.createHook({ init() {} });
