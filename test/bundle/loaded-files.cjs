/* Preloaded into a run: writes into $LOADED_FILES which files of dist/ it read, a line each. */
const fs = require('node:fs');
const path = require('node:path');

const read = fs.readFileSync;
fs.readFileSync = (file, ...rest) => {
  if (path.basename(path.dirname(String(file))) === 'dist') {
    fs.appendFileSync(process.env.LOADED_FILES, `${path.basename(file)}\n`);
  }
  return read(file, ...rest);
};
