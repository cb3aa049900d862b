/* Preloaded into a run: writes into $LOADED_FILES which files of dist/ it read, a line each. */
const fs = require('node:fs');
const path = require('node:path');

const dist = path.join(__dirname, '../../dist') + path.sep;
const read = fs.readFileSync;

fs.readFileSync = (file, ...rest) => {
  const name = String(file);
  if (name.startsWith(dist)) fs.appendFileSync(process.env.LOADED_FILES, `${name.slice(dist.length)}\n`);
  return read(file, ...rest);
};
