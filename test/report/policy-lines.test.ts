/** The row of a policy in a comment names the lines that change, so that nobody approves `changes traffic_policy`. */
import { expect, test } from 'vitest';
import { masked } from '../../src/model/secret.ts';
import { planMarkdown } from '../../src/report/plan/markdown/plan-markdown.ts';
import { changeOf, planOf, stepOf } from './made-plan.ts';

function policyOf(settings: readonly (readonly [string, unknown])[]): string {
  const config = Object.fromEntries(settings);
  return JSON.stringify({ on_http_request: [{ actions: [{ type: 'rate-limit', config }] }] });
}

function rowOf(before: string, after: string, isSecret = false): string {
  const change = changeOf('traffic_policy', { before, after }, { form: 'traffic-policy', isSecret });
  const page = planMarkdown([planOf([stepOf('endpoint/www', 'update', { changes: [change] })])]);
  return page.split('\n').find((line) => line.startsWith('| `~` |')) ?? '';
}

test('a line that takes the place of another is shown with it', () => {
  const row = rowOf(policyOf([['capacity', 300]]), policyOf([['capacity', 500]]));
  expect(row).toContain('changes `traffic_policy`: `capacity: 300` to `capacity: 500`');
});

test('the others beyond three are counted', () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const [before, after] = [1, 2].map((value) => policyOf(names.map((name) => [name, value] as const)));
  expect(rowOf(before ?? '', after ?? '')).toContain('`c: 1` to `c: 2`, 2 more lines');
});

test('lines that only come or go are in the diff', () => {
  const row = rowOf(
    policyOf([['capacity', 300]]),
    policyOf([
      ['capacity', 300],
      ['rate', '60s'],
    ]),
  );
  expect(row).toContain('changes `traffic_policy`');
  expect(row).not.toContain('rate');
});

test('a policy that hides its secrets shows none of its lines', () => {
  expect(rowOf(masked, policyOf([['capacity', 500]]), true)).not.toContain('capacity');
});
