import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { tallies } from './history/tallies.ts';

/** Prints the combined counts of all shards as the last line of a run. */
export default function setup(): () => void {
  rmSync(tallies, { recursive: true, force: true });
  return () => {
    const found = existsSync(tallies) ? readdirSync(tallies) : [];
    const sum = { histories: 0, violations: 0 };
    for (const file of found) {
      const each = JSON.parse(readFileSync(path.join(tallies, file), 'utf8')) as typeof sum;
      sum.histories += each.histories;
      sum.violations += each.violations;
    }
    process.stdout.write(`${sum.histories} histories, ${sum.violations} violations\n`);
  };
}
