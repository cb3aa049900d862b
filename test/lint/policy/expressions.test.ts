import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { checkExpression } from '../../../src/lint/policy/check-policy.ts';

interface Mistake {
  readonly cel: string;
  readonly at: string;
  readonly says: string;
  readonly help?: string;
  /** The name to write there instead. */
  readonly meant?: string;
  /** The type of each side of an operator. */
  readonly parts?: readonly string[];
}

const mistakes = parse(readFileSync(new URL('expressions.yaml', import.meta.url), 'utf8')) as Mistake[];
const scope = { kinds: ['https-route'], environments: ['production', 'staging'] } as const;

test.each(mistakes)('$cel', ({ cel, at, says, help, meant, parts }) => {
  const checked = checkExpression(cel, scope, ['bool']);
  const problems = 'problems' in checked ? checked.problems : [];
  expect(problems.map(({ message, start, end }) => ({ at: cel.slice(start, end), says: message }))).toEqual([
    { at, says },
  ]);
  expect(says.length).toBeLessThanOrEqual(120);
  if (help !== undefined) expect(problems[0]?.help).toBe(help);
  if (meant !== undefined) expect(problems[0]?.meant).toBe(meant);
  if (parts === undefined) return;
  expect(problems[0]?.parts?.map(({ start, end, label }) => `${cel.slice(start, end)}: ${label}`)).toEqual(
    parts,
  );
});
