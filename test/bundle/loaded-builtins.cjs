/* Preloaded into a run: prints to stderr at its end which modules of Node it has loaded. */
const fs = require('node:fs');

const before = new Set(process.moduleLoadList);
process.on('exit', () => {
  const loaded = process.moduleLoadList.filter(
    (name) => /^NativeModule (?!internal)/.test(name) && !before.has(name),
  );
  fs.writeSync(2, loaded.map((name) => name.replace('NativeModule ', '')).join('\n'));
});
