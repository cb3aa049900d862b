import { expect, test } from 'vitest';
import type { RunEvent } from '../../../src/model/plan/run-event.ts';
import { emptyLedger } from '../../../src/ledger/state.ts';
import { runMarkdown } from '../../../src/report/run/run-markdown.ts';
import { planOf } from '../../apply/world.ts';
import { aRun } from '../../ledger/a-run.ts';
import type { Tally } from '../../../src/model/plan/tally.ts';
import type { Outcome } from '../../../src/model/plan/step-outcome.ts';

const plan = planOf([], emptyLedger({ environment: 'prod', lineage: 'l', api: '' }));
const start: RunEvent = {
  event: 'start',
  run: {
    ...aRun,
    actor: 'ann',
    commit: 'c'.repeat(40),
    ci: { url: 'https://ci.example.com/1', attempt: '1' },
  },
  api: 'https://api.example.com',
  plan,
};
const tally: Tally = {
  ...{ steps: 3, created: 1, updated: 0, deleted: 0, adopted: 0, retired: 0, forgotten: 0, renamed: 0 },
  ...{ failed: 1, skipped: 0, unknown: 1, drifted: 0, blocked: 0, unchanged: 0 },
};
const ended = (outcome: Pick<Outcome, 'address' | 'status' | 'reason'> & Partial<Outcome>): RunEvent => ({
  event: 'step-ended',
  outcome: { action: 'create', surprises: [], ...outcome },
});
const done = ended({ address: 'endpoint/a', status: 'done', id: 'ep_1', reason: { code: 'done' } });

test('the counts, what needs attention, a row for each step, the next commands and the run', () => {
  const text = runMarkdown([
    start,
    done,
    ended({
      address: 'endpoint/b',
      status: 'failed',
      reason: { code: 'failed', message: 'it said @all | #1' },
    }),
    ended({
      address: 'https-route/c',
      status: 'unknown',
      reason: { code: 'unanswered', message: 'no answer' },
    }),
    {
      event: 'summary',
      tally,
      byKind: {},
      advice: [],
      next: [
        { purpose: 'settle', command: 'edgewright resolve --list --env prod' },
        { purpose: 'undo', command: 'edgewright apply --env prod --rollback 1' },
      ],
    },
    { event: 'end', exitCode: 4 },
  ]);
  expect(text).toMatchInlineSnapshot(`
    "## Applied to prod: 1 created; 1 failed, 1 unknown

    > [!CAUTION]
    > - **\`https-route/c\`** unknown: no answer; it may have been created
    > - **\`endpoint/b\`** failed: it said \`@all | #1\`

    | | Resource | Result |
    |---|---|---|
    | unknown | \`https-route/c\` | no answer; it may have been created |
    | failed | \`endpoint/b\` | it said \`@all \\| #1\` |
    | created | \`endpoint/a\` | \`ep_1\` |

    Next:

    \`\`\`sh
    edgewright resolve --list --env prod
    \`\`\`

    Undo: \`edgewright apply --env prod --rollback 1\`

    ---

    run \`a1b2c3d4e5f6\`, by \`ann\`, commit \`cccccccccccc\`, job \`https://ci.example.com/1\`, API \`https://api.example.com\`
    "
  `);
});

test('an apply that cannot begin, and one that is refused', () => {
  const error = { message: 'the ledger is locked by run a1b2c3d4e5f6', help: 'wait for it to end' };
  expect(runMarkdown([{ event: 'end', exitCode: 5, error }])).toMatchInlineSnapshot(`
    "## Apply failed

    > [!CAUTION]
    > - the ledger is locked by run \`a1b2c3d4e5f6\`
    > - wait for it to end

    "
  `);
  const refusals = [
    { gate: 'max_deletes', fact: { code: 'too-many-deletes', most: 0 }, addresses: [] },
  ] as const;
  const refused = { ...start, plan: { ...plan, refusals } };
  expect(runMarkdown([refused, { event: 'end', exitCode: 6 }])).toContain('## Apply to prod is refused');
});

test('a long run fits into a comment, with what needs attention', () => {
  const many = Array.from({ length: 5000 }, (_, at) =>
    ended({ address: `endpoint/e${at}`, status: 'done', id: `ep_${at}`, reason: { code: 'done' } }),
  );
  const lost = ended({
    address: 'https-route/lost',
    status: 'unknown',
    reason: { code: 'unanswered', message: 'no answer' },
  });
  const text = runMarkdown([start, ...many, lost, { event: 'end', exitCode: 4 }]);
  expect(text.length).toBeLessThanOrEqual(65_536);
  expect(text).toContain('**`https-route/lost`** unknown');
  expect(text).toMatch(/\| … \| \d+ more \| see the log \|/);
});
