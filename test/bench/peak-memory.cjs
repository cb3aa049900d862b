/* Preloaded into a measured process: writes its peak resident memory in KiB when it ends. */
const { writeFileSync } = require('node:fs');
process.on('exit', () =>
  writeFileSync(process.env.EDGEWRIGHT_BENCH_PEAK, String(process.resourceUsage().maxRSS)),
);
