import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { isUpdating } from '../golden.ts';
import { share } from '../runs.ts';
import { playScenario } from './play-scenario.ts';

/*
 * Every command, run through `main`. A scenario is a data file in cases/<command>/: the files on disk, the API, and
 * then steps with their complete stdout, stderr and exit code (see scenario.ts for the format).
 * `npm test` plays a share of each command, `npx vitest run test/scenarios` all.
 * `npm run record test/scenarios` writes the actual output into the files, for a person to review.
 */
const cases = path.join(import.meta.dirname, 'cases');
const files = readdirSync(cases)
  .sort()
  .flatMap((command) =>
    share(readdirSync(path.join(cases, command)).sort()).map((name) => `${command}/${name}`),
  );

describe.each(files)('%s', (file) => {
  test('ends as written', async () => {
    const { seen, expected, leaked } = await playScenario(path.join(cases, file), {
      isUpdate: isUpdating,
    });
    if (!isUpdating) expect(seen).toEqual(expected);
    expect(leaked).toEqual([]);
  });
});
