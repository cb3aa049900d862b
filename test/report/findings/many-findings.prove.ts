import { expect, test } from 'vitest';
import type { Severity } from '../../../src/model/diagnostic.ts';
import { formats, render } from './every-format.ts';
import { resultOf } from './result-of.ts';

const path = 'resources/a.yaml';
const total = 9_000;

/** As many findings as a service takes no page of: every third an error, the warnings and infos between them. */
const result = resultOf({
  files: { [path]: 'kind: endpoint\n' },
  diagnostics: Array.from({ length: total }, (_, index) => ({
    rule: 'a-rule',
    severity: (['info', 'warn', 'error'] as const satisfies readonly Severity[])[index % 3] ?? 'error',
    message: `finding ${index} of them`,
    why: 'a sentence that says what comes of it, long enough to be one of those that people write',
    at: { path, text: 'kind' },
  })),
});

test('a step summary stays below 1 MiB: the gravest stand in it, the others are counted', async () => {
  const page = await render('markdown', result);
  expect(Buffer.byteLength(page)).toBeLessThan(1024 * 1024);
  expect(Buffer.byteLength(page)).toBeGreaterThan(900 * 1024);
  const shown = page.match(/finding \d+ of them/g) ?? [];
  const [, left = ''] = /\n(\d+) more would make this page too large/.exec(page) ?? [];
  expect(shown.length + Number(left)).toBe(total);
  expect(shown.slice(0, 3)).toEqual(['finding 2 of them', 'finding 5 of them', 'finding 8 of them']);
  expect(page.indexOf('### Errors')).toBeLessThan(page.indexOf('### Warnings'));
});

test('GitHub is sent ten annotations of each level, errors first, and the rest as text', async () => {
  const rows = (await render('github', result)).split('\n');
  const levels = rows.flatMap((row) => /^::(\w+) /.exec(row)?.[1] ?? []);
  expect(levels).toEqual(['error', 'warning', 'notice'].flatMap((level) => Array<string>(10).fill(level)));
  expect(rows[30]).toBe(`${total - 30} more; GitHub annotates 10 of each level in a step:`);
  expect(rows).toHaveLength(30 + 1 + (total - 30) + 2);
});

test.each(formats.filter((format) => format !== 'markdown'))('%s has all of them', async (format) => {
  const output = await render(format, result);
  for (const index of [0, 1, 2, total - 1]) expect(output).toContain(`finding ${index} of them`);
});
