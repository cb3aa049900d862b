import type { Outcome } from '../../../src/model/plan/step-outcome.ts';
import { expect, it } from 'vitest';
import { outcomeAnnotations, outcomeLine, settledLine } from '../../../src/report/run/outcome-line.ts';

const outcomes: Outcome[] = [
  {
    address: 'https-route/docs',
    action: 'create',
    status: 'done',
    id: 'edghtsrt_1',
    reason: { code: 'done' },
    surprises: [],
  },
  {
    address: 'endpoint/shop',
    action: 'update',
    status: 'done',
    id: 'ep_1',
    reason: { code: 'done' },
    surprises: ['url', 'oauth.scopes'],
  },
  {
    address: 'https-route/a',
    action: 'create',
    status: 'failed',
    reason: { code: 'failed', message: 'it said \u001b[31mno\u202e\n::error::x' },
    surprises: [],
  },
  {
    address: 'https-route/b',
    action: 'create',
    status: 'unknown',
    reason: { code: 'unanswered', message: 'no response' },
    surprises: [],
  },
  {
    address: 'endpoint/c',
    action: 'delete',
    status: 'skipped',
    reason: { code: 'interrupted' },
    surprises: [],
  },
  {
    address: 'endpoint/d',
    action: 'drift',
    status: 'drifted',
    reason: { code: 'drifted' },
    surprises: [],
  },
];

const look = { columns: 80, widest: 16 };

it('is one line a step, and more lines for details', () => {
  expect(outcomes.map((one) => outcomeLine(one, look)).join('\n')).toBe(
    [
      'created  https-route/docs  edghtsrt_1',
      'updated  endpoint/shop     ep_1',
      '         the response differs from the plan in url, oauth.scopes',
      'failed   https-route/a     it said \\u{1b}[31mno\\u{202e}\\n::error::x',
      'unknown  https-route/b     no response; it may have been created',
      'skipped  endpoint/c        not attempted: interrupted',
      'kept     endpoint/d        drifted, not changed',
    ].join('\n'),
  );
});

it('says how earlier requests without a response were settled', () => {
  const ways = ['absent', 'found', 'done', 'final'] as const;
  expect(ways.map((as) => settledLine({ address: 'endpoint/shop', as }, look))).toEqual([
    'settled  endpoint/shop     the earlier create made no object',
    'settled  endpoint/shop     the earlier create made the object',
    'settled  endpoint/shop     the earlier request was carried out',
    'settled  endpoint/shop     the earlier request cannot arrive any more',
  ]);
});

it('breaks what is longer than the terminal', () => {
  expect(outcomeLine(outcomes[3]!, { columns: 40, widest: 16 })).toBe(
    'unknown  https-route/b\n         no response; it may have been\n         created',
  );
});

it('is an annotation of GitHub where it failed, and nothing in it is a command of its own', () => {
  expect(outcomeAnnotations(outcomes)).toEqual([
    '::error title=edgewright apply failed::https-route/a: it said \\u{1b}[31mno\\u{202e}\\n::error::x',
    '::error title=edgewright apply unknown::https-route/b: no response; it may have been created',
  ]);
});
