#!/usr/bin/env node
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { load } = require('./code-cache.js');
const userCache = require('./user-cache.js');

/** Exit code of an input/output error: 1, with which Node would exit, means findings. */
const notInstalled = 74;

const bundle = path.join(__dirname, '..', 'dist', 'main.cjs');
if (!fs.existsSync(bundle)) {
  fs.writeSync(2, 'error: `dist/main.cjs` is missing\n  = help: in a clone run `npm run build`\n');
  process.exit(notInstalled);
}
load(bundle).run(userCache);
