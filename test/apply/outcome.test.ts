import { expect, it } from 'vitest';
import type { Outcome } from '../../src/model/plan.ts';
import { emptyLedger } from '../../src/ledger/state.ts';
import { outcomeLine, outcomesJson, outcomeSummary } from '../../src/report/plan/outcome.ts';
import { planOf } from './world.ts';

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
    status: 'held',
    reason: { code: 'drifted' },
    surprises: [],
  },
];

it('is one line a step, and a second one where there is more to say', () => {
  expect(outcomes.map(outcomeLine).join('\n')).toBe(
    [
      'done    create  https-route/docs  edghtsrt_1',
      'done    update  endpoint/shop  ep_1',
      '        the API answered something else than planned in url, oauth.scopes',
      'failed  create  https-route/a',
      '        it said \\u{1b}[31mno\\u{202e}\\n::error::x',
      'unknown create  https-route/b',
      '        no response; it may have been created',
      'skipped delete  endpoint/c',
      '        not attempted: interrupted',
      'held            endpoint/d',
      '        changed outside Edgewright; live is kept',
    ].join('\n'),
  );
});

const again = 'edgewright plan --local';

it('ends with what happened and what to do', () => {
  expect(outcomeSummary(outcomes, again)).toBe(
    [
      '2 done (1 created, 1 updated), 1 failed, 1 skipped, 1 unknown, 1 held',
      'outcome unknown for https-route/b: run `edgewright plan --local`, which adopts what exists or prints how to settle it',
    ].join('\n'),
  );
  expect(outcomeSummary(outcomes.slice(0, 3), again)).toBe(
    '2 done (1 created, 1 updated), 1 failed\nwhat is done is in the ledger; `edgewright plan --local` shows what is left',
  );
  expect(outcomeSummary([{ ...outcomes[2]!, cause: 'ledger' }], again)).toBe(
    '1 failed\nthe ledger could not be written: keep these lines, they name what it does not know',
  );
  expect(outcomeSummary([], again)).toBe('nothing was to be done');
});

it('is JSON for machines', () => {
  const plan = planOf([], emptyLedger({ environment: 'prod', lineage: 'l', api: '' }));
  const json = JSON.parse(outcomesJson(plan, outcomes)) as Record<string, unknown>;
  expect(json).toMatchObject({
    format: 1,
    environment: 'prod',
    summary: { done: 2, failed: 1, skipped: 1, unknown: 1, held: 1, blocked: 0 },
  });
  expect(json['outcomes']).toHaveLength(6);
});
