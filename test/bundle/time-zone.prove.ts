/**
 * What a policy computes from times does not depend on the time zone of the machine, in results of the cache neither.
 */
import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root, shipped, type Output } from './shipped.ts';

/** With the value that CEL specifies. Clocks in Auckland skip from 2 to 3 on 27 September 2026. */
const values: readonly (readonly [cel: string, is: number])[] = [
  ['timestamp("2026-10-05T00:30:00Z").getDayOfYear()', 277],
  ['timestamp("2026-10-05T00:30:00Z").getDayOfYear("UTC")', 277],
  ['timestamp("2026-09-27T02:30:00Z").getHours()', 2],
  ['timestamp("2026-09-27T02:30:00Z").getHours("UTC")', 2],
  ['timestamp("2026-09-27T00:30:00Z").getHours("+02:00")', 2],
  ['timestamp("2026-09-26T14:00:00Z").getHours("Pacific/Auckland")', 3],
  ['timestamp("2026-12-31T23:30:00Z").getFullYear("Europe/London")', 2026],
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgewright-time-zone-'));
  cpSync(path.join(root, 'examples/minimal'), folder, { recursive: true });
  const policies = values.map(
    ([cel, is], index) =>
      `  t${index}: { assert: '${cel} == ${is}', message: 'case ${index}: {{ ${cel} }}' }\n`,
  );
  const local = `  local: { assert: 'timestamp("2026-09-27T02:30:00.000").getHours() >= 0', message: local }\n`;
  appendFileSync(path.join(folder, 'edgewright.yaml'), `\npolicies:\n${policies.join('')}${local}`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('lint says the same in Auckland and in UTC', () => {
  const lint = (TZ: string): Output => shipped(folder, ['lint'], { TZ });
  const [there, here] = [lint('Pacific/Auckland'), lint('UTC')];
  expect(there).toEqual(here);
  expect(there.stdout).not.toContain('case ');
  expect(there.stdout).toContain('`2026-09-27T02:30:00.000` is not a time with a zone');
});

test('a result that was kept in one zone is that of the other', () => {
  const lint = (TZ: string): Output => shipped(folder, ['lint'], { TZ });
  const first = lint('Pacific/Auckland');
  expect([lint('UTC'), lint('Pacific/Auckland')]).toEqual([first, first]);
});
