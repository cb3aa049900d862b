import type { Outcome } from '../../src/model/plan/outcome.ts';
import { expect, it } from 'vitest';
import { emptyLedger } from '../../src/ledger/state.ts';
import {
  appliedText,
  outcomeAdvice,
  outcomeAnnotations,
  outcomeLine,
  outcomesJson,
} from '../../src/report/plan/outcome.ts';
import { planOf } from '../apply/world.ts';

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

it('breaks what is longer than the terminal', () => {
  expect(outcomeLine(outcomes[3]!, { columns: 40, widest: 16 })).toBe(
    'unknown  https-route/b\n         no response; it may have been\n         created',
  );
});

it('counts what happened in one line', () => {
  expect(appliedText(outcomes)).toBe(
    'Applied: 1 created, 1 updated; 1 failed, 1 skipped, 1 unknown, 1 drifted (kept).',
  );
  expect(appliedText(outcomes.slice(0, 2))).toBe('Applied: 1 created, 1 updated.');
  expect(appliedText([])).toBe('Applied: 0 changes.');
});

it('prints the commands to run, the most urgent first', () => {
  const again = 'edgewright plan --local';
  expect(outcomeAdvice(outcomes, again)).toEqual([
    'Run edgewright plan --local: it adopts the object if it exists.',
  ]);
  expect(outcomeAdvice(outcomes.slice(0, 3), again)).toEqual([
    'Applied steps are in the ledger. Run edgewright plan --local to see what is left.',
  ]);
  expect(outcomeAdvice(outcomes.slice(2, 3), undefined)).toEqual([
    'Run the same command again for the rest.',
  ]);
  expect(outcomeAdvice([{ ...outcomes[2]!, cause: 'ledger' }], again)).toEqual([
    'The ledger could not be written.',
    'The changes above are live, but not all of them are recorded: keep this output.',
    'Run edgewright plan --local when there is room: it adopts what is not recorded.',
  ]);
  expect(outcomeAdvice(outcomes.slice(0, 2), again)).toEqual([]);
});

it('is an annotation of GitHub where it failed, and nothing in it is a command of its own', () => {
  expect(outcomeAnnotations(outcomes)).toEqual([
    '::error title=edgewright apply failed::https-route/a: it said \\u{1b}[31mno\\u{202e}\\n::error::x',
    '::error title=edgewright apply unknown::https-route/b: no response; it may have been created',
  ]);
});

it('is JSON for machines', () => {
  const plan = planOf([], emptyLedger({ environment: 'prod', lineage: 'l', api: '' }));
  const json = JSON.parse(outcomesJson(plan, outcomes)) as Record<string, unknown>;
  expect(json).toMatchObject({
    format: 1,
    environment: 'prod',
    summary: { done: 2, failed: 1, skipped: 1, unknown: 1, drifted: 1, blocked: 0 },
  });
  expect(json['outcomes']).toHaveLength(6);
});
