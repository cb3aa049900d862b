import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tally } from './tally.ts';

/** Prints the counts of a run as its last line. */
export default function setup(): () => void {
  rmSync(tally, { force: true });
  return () => {
    if (!existsSync(tally)) return;
    const { documents, excused, faults } = JSON.parse(readFileSync(tally, 'utf8')) as Record<string, number>;
    process.stdout.write(
      `${documents} documents, ${faults} disagreements; ${excused} for one of the reasons in test/agree/reasons.yaml\n`,
    );
  };
}
