'use strict';
/* The start of the single executable: as bin/edgewright.js, but the files of dist/ are assets inside of it. */
const path = require('node:path');
const { getRawAsset } = require('node:sea');
const { load } = require('./code-cache.js');
const userCache = require('./user-cache.js');

// Beside the executable, where there is no such file: for stack traces.
const dist = path.join(path.dirname(process.execPath), 'dist');
const readAsset = (file) => Buffer.from(getRawAsset(path.relative(dist, file).replaceAll(path.sep, '/')));
load(path.join(dist, 'main.cjs'), readAsset).run(userCache);
