import { expect, test } from 'vitest';
import { firstFinding } from './first-finding.ts';
import { planted } from './planted.ts';

/* A simulation that finds nothing proves nothing: each of these bugs, built in, is found. */
test.each(Object.entries(planted))('%s', { timeout: 1e8 }, async (name, seams) => {
  const found = await firstFinding(seams, 5_000);
  expect(found, 'no seed found it').toBeDefined();
  const [first] = found!.violations;
  process.stdout.write(`${name}: seed ${found!.seed}, ${first!.invariant}: ${first!.message}\n`);
});
