import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { isUpdating } from '../golden.ts';
import { playScenario } from './play-scenario.ts';

/*
 * Every command, through the front door. A scenario is a data file in cases/<command>/: what lies on disk, which API
 * answers, and then steps with their complete stdout, stderr and exit code (see scenario.ts for the format).
 * `UPDATE=1 npx vitest run test/scenarios` writes what was seen into the files, for a person to read and judge.
 */
const cases = path.join(import.meta.dirname, 'cases');
const files = readdirSync(cases, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.yaml'),
);

describe.each(files.sort())('%s', (file) => {
  test('ends as written', async () => {
    const { seen, expected, leaked } = await playScenario(path.join(cases, file), {
      isUpdate: isUpdating,
    });
    if (!isUpdating) expect(seen).toEqual(expected);
    expect(leaked).toEqual([]);
  });
});
