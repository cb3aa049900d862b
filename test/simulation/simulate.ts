/* `npm run simulate -- --seeds N [--from K]`, or with `SEED=n` the story of one seed. */
import { parseArgs } from 'node:util';
import { coverageText } from './coverage.ts';
import { play } from './play.ts';
import type { Pair } from './world/faults.ts';

const { values } = parseArgs({ options: { seeds: { type: 'string' }, from: { type: 'string' } } });
const one = process.env['SEED'];
const from = Number(one ?? values.from ?? 1);
const count = one === undefined ? Number(values.seeds ?? 1000) : 1;
const print = (text: string): void => void process.stdout.write(`${text}\n`);

const began = process.cpuUsage();
const struck: Pair[] = [];
let bad = 0;
let runs = 0;
let unlocks = 0;
for (let seed = from; seed < from + count; seed++) {
  const played = await play(seed, { isTold: one !== undefined });
  struck.push(...played.struck);
  runs += played.runs;
  unlocks += played.unlocks;
  if (one !== undefined) print(played.story.join('\n'));
  if (played.violations.length > 0) bad++;
  for (const { invariant, message } of played.violations) print(`SEED=${seed} ${invariant}: ${message}`);
}
const { user, system } = process.cpuUsage(began);
if (one === undefined) print(coverageText(struck));
print(
  `${count} seeds, ${runs} runs, ${struck.length} faults, ${unlocks} locks deleted by hand, ${bad} seeds with violations, ${((user + system) / 1e6).toFixed(1)} s of one core`,
);
process.exitCode = bad === 0 ? 0 : 1;
