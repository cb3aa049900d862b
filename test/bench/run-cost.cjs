/* Preloaded into a measured process: writes its processor time and its peak resident memory when it ends. */
const { writeFileSync } = require('node:fs');
process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const cost = { cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMiB: maxRSS / 1024 };
  writeFileSync(process.env.EDGEWRIGHT_BENCH_COST, JSON.stringify(cost));
});
