/*
 * Preloaded into a measured process: counts what it writes to files, and how often it waits for the disk. Written when
 * it ends.
 */
const fs = require('node:fs');

const counted = { bytes: 0, syncs: 0 };
const { writeSync } = fs;
fs.writeSync = function (file, data, ...rest) {
  const done = writeSync.call(this, file, data, ...rest);
  // Not what it says.
  if (file > 2) counted.bytes += done;
  return done;
};
fs.promises.open(__filename).then(async (handle) => {
  const handles = Object.getPrototypeOf(handle);
  const { sync } = handles;
  handles.sync = function () {
    counted.syncs++;
    return sync.call(this);
  };
  await handle.close();
});
process.on('exit', () => fs.writeFileSync(process.env.EDGEWRIGHT_BENCH_WRITES, JSON.stringify(counted)));
