import { expect, test } from 'vitest';
import type { Plan } from '../../src/model/plan/plan.ts';
import { planVerdict } from '../../src/run/review.ts';
import { badgesOf, isCalm } from '../../src/report/plan/badge.ts';
import { planMarkdown } from '../../src/report/plan/markdown/plan-markdown.ts';
import { driftMarkdown } from '../../src/report/plan/markdown/drift-markdown.ts';
import { driftText } from '../../src/report/plan/text/drift-text.ts';
import { planText } from '../../src/report/plan/text/plan-text.ts';
import { planHtml } from '../../src/report/page/page.ts';
import { planExitCode } from '../../src/plan/finish/exit-code.ts';
import { fullPlan } from './html/page-of.ts';
import { planOf, stepOf } from './made-plan.ts';

const off = { code: 'module-off', module: 'ip_restriction' } as const;
const [limit] = fullPlan().notes;

/** A plan for each state, the most urgent first, with the badge that it has alone. */
const states: readonly (readonly [name: string, badge: string, plan: Plan])[] = [
  [
    'weakened',
    '1 less protected than the files',
    planOf([
      stepOf('https-route/open', 'drift', {
        reason: { code: 'drifted' },
        remedies: [{ code: 'pull', command: 'edgewright pull https-route/open' }],
        weakened: [off],
      }),
    ]),
  ],
  [
    'refused',
    'Needs 1 approval',
    planOf([stepOf('https-route/admin', 'update')], {
      refusals: [{ gate: 'exposure', fact: { code: 'less-protected' }, addresses: ['https-route/admin'] }],
    }),
  ],
  [
    'unknown',
    '1 outcome unknown',
    planOf([
      stepOf('endpoint/lost', 'blocked', {
        reason: { code: 'cannot-delete', kind: 'https-route' },
        unknown: { address: 'endpoint/lost', since: '2026-11-20T10:00:00Z' },
      }),
    ]),
  ],
  ['failed', '1 test fails', withTest('failed')],
  [
    'blocked',
    '1 blocked',
    planOf([
      stepOf('tls-edge/broker', 'blocked', {
        reason: { code: 'cannot-change', kind: 'tls-edge', fields: ['hostports'] },
        remedies: [{ code: 'change-in-dashboard' }],
      }),
    ]),
  ],
  ['undecided', '1 test undecided', withTest('undecided')],
  [
    'exposed',
    '1 exposure approved',
    planOf([
      stepOf('https-route/public', 'update', {
        exposure: { direction: 'weaker', reasons: [off], isAllowed: true, change: 'c'.repeat(32) },
      }),
    ]),
  ],
  [
    'possible',
    '1 may be less protected',
    planOf([
      stepOf('endpoint/masked', 'update', { possibleExposure: [{ code: 'policy-unread', why: 'masked' }] }),
    ]),
  ],
  ['gates', 'Gates change', planOf([], { notes: limit === undefined ? [] : [limit] })],
  [
    'closed',
    'Change window closed',
    planOf([stepOf('endpoint/a', 'update')], { applyTime: { state: 'closed' } }),
  ],
  [
    'frozen',
    'Frozen',
    planOf([stepOf('endpoint/b', 'update')], {
      applyTime: { state: 'frozen', reason: 'the end of the year' },
    }),
  ],
  ['drifted', '1 drifted', planOf([stepOf('endpoint/c', 'drift', { reason: { code: 'drifted' } })])],
  ['ready', 'Ready', planOf([stepOf('endpoint/d', 'create', { reason: { code: 'not-live' } })])],
  ['nothing', 'Nothing to do', planOf([stepOf('endpoint/e', 'keep')])],
];

/** A plan whose only change breaks a test of requests. */
function withTest(result: 'failed' | 'undecided'): Plan {
  const origin = { file: 'tests/shop.yaml', line: 3, column: 5 };
  const name = `the shop is ${result}`;
  return planOf([stepOf('https-route/shop', 'update')], {
    tests: { count: 1, changed: [], failing: [{ name, origin, result }] },
  });
}

/** One plan with all that is in some. */
function together(plans: readonly Plan[]): Plan {
  const tests = plans.flatMap((plan) => (plan.tests === undefined ? [] : [plan.tests]));
  const applyTime = plans.find((plan) => plan.applyTime !== undefined)?.applyTime;
  return planOf(
    plans.flatMap(({ steps }) => steps),
    {
      notes: plans.flatMap(({ notes }) => notes),
      refusals: plans.flatMap(({ refusals }) => refusals),
      ...(applyTime === undefined ? {} : { applyTime }),
      ...(tests.length === 0
        ? {}
        : { tests: { count: tests.length, changed: [], failing: tests.flatMap(({ failing }) => failing) } }),
    },
  );
}

test.each(states)('%s alone is the badge `%s`', (of, words, plan) => {
  expect(badgesOf([plan]).map((badge) => [badge.of, badge.words])).toEqual([[of, words]]);
});

test('of each set of states the first badge is that of the most urgent, and nothing is green beside another', () => {
  let calm = 0;
  for (let set = 1; set < 2 ** states.length; set++) {
    const chosen = states.filter((_, index) => (set & (2 ** index)) !== 0);
    const names = chosen.map(([name]) => name);
    // A plan is for one time alone.
    if (names.includes('closed') && names.includes('frozen')) continue;
    const plans = chosen.map(([, , plan]) => plan);
    for (const shown of [[together(plans)], plans]) {
      const [first, ...others] = badgesOf(shown);
      expect([first.of, first.words]).toEqual(chosen[0]?.slice(0, 2));
      const tones = [first, ...others].map(({ tone }) => tone);
      if (tones.includes('good') || tones.includes('none')) expect(others).toEqual([]);
      expect(isCalm(shown)).toBe(names.every((name) => name === 'ready' || name === 'nothing'));
      if (isCalm(shown)) calm++;
    }
  }
  expect(calm).toBe(6);
});

test.each(states.flatMap((state, at) => states.slice(at + 1).map((other) => [state, other] as const)))(
  'the page, the text, the comment and the status agree: %j',
  ([name, words, plan], [otherName, , other]) => {
    if (name === 'closed' && otherName === 'frozen') return;
    const made = together([plan, other]);
    const page = planHtml([{ plan: made, diagnostics: [] }]);
    const badges = [...page.matchAll(/<span class="badge (\w+)">([^<]*)</g)];
    expect(badges[0]?.[2]).toBe(words);
    const isGreen = badges.some(([, tone]) => tone === 'good');
    expect(isGreen).toBe(isCalm([made]) && name === 'ready');
    const command = (): (() => string) => () => 'edgewright apply --env production';
    const status = planVerdict(
      {
        plans: [made],
        lineage: made.lineage,
        madeBy: { version: '0.1.0', apis: [] },
        command,
        exitCode: planExitCode(made),
        folder: '',
        label: '',
      },
      undefined,
    );
    expect(status.conclusion === 'success').toBe(isCalm([made]));
    expect(status.title.startsWith(words)).toBe(!isCalm([made]));
    for (const text of [planText(made, { color: false, columns: 200 }), planMarkdown([made])]) {
      if (name === 'weakened') {
        const [open, rest] = [
          text.indexOf('https-route/open'),
          text.indexOf(other.steps[0]?.address ?? 'max_'),
        ];
        expect(open).toBeGreaterThan(0);
        if (rest !== -1) expect(open).toBeLessThan(rest);
      }
      if (name === 'failed') expect(text).toContain('1 test fails');
    }
  },
);

test('a report of drift begins with what lost protection', () => {
  const [open, other] = [states[0]?.[2].steps[0], states.find(([name]) => name === 'drifted')?.[2].steps[0]];
  if (open === undefined || other === undefined) throw new Error('the states have no drift');
  const drift = {
    environment: 'production',
    lineage: planOf([]).lineage,
    serial: 7,
    objects: 2,
    untouched: 0,
    settled: 0,
    steps: [other, open],
    notes: [],
  };
  const caution =
    '> [!CAUTION]\n> - **`https-route/open`** changed outside Edgewright: live is less protected: `ip_restriction` is turned off\n';
  expect(driftMarkdown([drift]).indexOf(caution)).toBeGreaterThan(0);
  for (const text of [driftMarkdown([drift]), driftText(drift, { color: false, columns: 200 })])
    expect(text.indexOf(open.address)).toBeLessThan(text.indexOf(other.address));
});
