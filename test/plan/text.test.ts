import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plan } from '../../src/plan/plan.ts';
import { planText } from '../../src/report/plan/text/plan-text.ts';
import type { PlanCase } from './plan-case.ts';
import { inputOf, plansOfCases } from './with-hashes.ts';
import { runs } from '../runs.ts';

const route = { edge_id: 'edghts_1', match_type: 'path_prefix', match: '/docs' };

function printed(one: Partial<PlanCase>, columns = 100): string {
  return planText(plan(inputOf({ name: 'text', expect: '', ...one })), { color: false, columns });
}

test('escape sequences from users and servers do not reach the terminal', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({ unit: 'binary', maxLength: 40 }),
      (was, is) => {
        const text = printed({
          was: { 'https-route/docs': { ...route, description: was } },
          desired: {
            'https-route/docs': { description: is, response_headers: { add: { [`x${is}`]: was } } },
          },
        });
        expect(text).not.toMatch(
          /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/,
        );
      },
    ),
    { numRuns: runs(300) },
  );
});

test('a long string is shown as the lines that differ', () => {
  const policy = (status: number): string =>
    JSON.stringify({
      on_http_request: [
        { name: 'maintenance', actions: [{ type: 'custom-response', config: { status_code: status } }] },
      ],
    });
  const text = printed({
    was: { 'endpoint/www': { url: 'https://www.example.com', traffic_policy: policy(503) } },
    desired: { 'endpoint/www': { traffic_policy: policy(404) } },
  });
  expect(text).toContain(`
    ~ traffic_policy
        @ on_http_request > - name: maintenance > actions > - type: custom-response
          config:
        -   status_code: 503
        +   status_code: 404

`);
});

test('escape sequences appear only with color, and the words are the same', () => {
  for (const made of plansOfCases()) {
    const plain = planText(made, { color: false, columns: 80 });
    const colored = planText(made, { color: true, columns: 80 });
    expect(colored.replace(/\u001b\[[0-9;]*m/g, '')).toBe(plain);
    expect(colored).not.toBe(plain);
  }
});

test('sentences are wrapped to the width; only values and places may be longer', () => {
  for (const made of plansOfCases()) {
    const text = planText(made, { color: false, columns: 80 });
    const long = text
      .split('\n')
      .filter((line) => line.length > 80 && !/^ *[-+~>xov=] |^Plan for /.test(line));
    expect(long.filter((line) => line.trim().includes(' '))).toEqual([]);
  }
});

test('a thousand unchanged resources are shown as one number', () => {
  const was = Object.fromEntries(
    Array.from({ length: 1000 }, (_, index) => [`https-route/r${index}`, { ...route, match: `/${index}` }]),
  );
  const text = printed({ was, desired: { 'https-route/r7': { description: 'seven' } } });
  expect(text.split('\n').length).toBeLessThan(15);
  expect(text).toContain('1 to update, 0 to delete; 999 unchanged');
});
