/*
 * Preloaded into a run: writes into $LOADED_FILES which files of dist/ it read, a line each, and after each second half
 * the modules that were asked of either half until the end.
 */
const fs = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');

const note = (line) => fs.appendFileSync(process.env.LOADED_FILES, `${line}\n`);
const read = fs.readFileSync;
const run = vm.Script.prototype.runInThisContext;
const asked = new Set();

fs.readFileSync = (file, ...rest) => {
  if (path.basename(path.dirname(String(file))) === 'dist') note(path.basename(file));
  return read(file, ...rest);
};

vm.Script.prototype.runInThisContext = function (...args) {
  const bundle = run.apply(this, args);
  return (exports, requireInBundle, ...rest) =>
    bundle(
      exports,
      (name) => {
        if (name.startsWith('src/')) asked.add(name);
        return requireInBundle(name);
      },
      ...rest,
    );
};

process.on('exit', () => {
  if (process.env.LOADED_FILES_WHY) for (const name of asked) note(`asked for ${name}`);
});
