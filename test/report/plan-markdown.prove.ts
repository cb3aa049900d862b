import type { StepAction } from '../../src/model/plan/step.ts';
import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Plan } from '../../src/model/plan/plan.ts';
import { planMarkdown } from '../../src/report/plan/markdown/plan-markdown.ts';
import { summaryText } from '../../src/report/plan/summary.ts';
import '../property-seed.ts';
import { longCorpus, shortCorpus } from '../injection/corpus.ts';
import { planWith } from '../injection/plan-with.ts';
import { bigPlan, changeOf, planOf, stepOf } from './made-plan.ts';
import { ours, seenIn } from './markdown-page.ts';
import { runs } from '../runs.ts';

const payloads = shortCorpus.map(({ text }) => text);

const hostile: Arbitrary<string> = fc.oneof(
  fc.constantFrom(...payloads),
  fc
    .array(fc.constantFrom(...payloads, 'x', ' ', '\n', '`', '<', '@'), { maxLength: 5 })
    .map((all) => all.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

const actions: readonly StepAction[] = [
  'create',
  'update',
  'delete',
  'adopt',
  'retire',
  'forget',
  'drift',
  'blocked',
];

function expectInert(page: string): void {
  const { tags, lookedUp } = seenIn(page);
  expect([...tags].filter((tag) => !ours.has(tag))).toEqual([]);
  expect(lookedUp).toEqual([]);
  expect(page).not.toMatch(
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/,
  );
  expect(page).not.toMatch(/##(?:vso)?\[/i);
}

describe.each(shortCorpus)('$name', ({ text }) => {
  test.each(['update', 'drift', 'delete'] as const)('does nothing in a step to %s', (action) => {
    expectInert(planMarkdown([planWith(text, action)], { command: () => () => text }));
  });
});

test('text of users and servers is inert, at any size limit', () => {
  fc.assert(
    fc.property(
      hostile,
      fc.constantFrom(...actions),
      fc.integer({ min: 2000, max: 30_000 }),
      (text, action, maxSize) => {
        const page = planMarkdown([planWith(text, action), planWith(text, action)], {
          maxSize,
          command: () => () => text,
        });
        expectInert(page);
        expect(page.length).toBeLessThanOrEqual(maxSize);
      },
    ),
    { numRuns: runs(150) },
  );
});

const big = new Map([1, 40, 1000, 10_000].map((count) => [count, bigPlan(count)]));

test.each([2000, 3000, 10_000, 65_536, 1_000_000])(
  'the summary, what is refused and the table are in %i characters',
  (maxSize) => {
    for (const [count, plan] of big) {
      // The largest plan within the smallest and the largest size only: the sizes between cut a thousand as well.
      if (count === 10_000 && maxSize !== 2000 && maxSize !== 1_000_000) continue;
      const page = planMarkdown([plan], { maxSize });
      expect(page.length).toBeLessThanOrEqual(maxSize);
      expect(page.split('\n')[0]).toBe(`## ${summaryText(plan)}`);
      expect(page).toMatch(/^> \[!CAUTION\]\n(?:> .*\n)*> - .*`https-route\/shop-0`/m);
      expect(page).toContain('> Nothing will be applied until https-route/shop-0 is approved.\n');
      expect(page).toContain('\n| | Resource | Change | File |\n|---|---|---|---|\n| ');
      expect([...page.matchAll(/<details>/g)].length).toBe([...page.matchAll(/<\/details>/g)].length);
    }
  },
);

test('a size limit removes folded parts first, then rows of the table', () => {
  const plan = bigPlan(1000);
  const folds = (page: string): number => page.match(/<details>/g)?.length ?? 0;
  const rows = (page: string): number => page.match(/^\| `/gm)?.length ?? 0;
  const pages = [3000, 6000, 12_000, 1_000_000].map((maxSize) => planMarkdown([plan], { maxSize }));
  const whole = pages.at(-1) ?? '';
  for (const page of pages) {
    if (rows(page) < rows(whole)) expect(page).toMatch(/^\| … \| .* more \| see the full plan \| \|$/m);
    if (rows(page) < rows(whole)) expect(page).not.toContain('<summary>Full diff</summary>');
  }
  expect(pages.map(rows)).toEqual(pages.map(rows).toSorted((a, b) => a - b));
  expect(pages.map(folds)).toEqual(pages.map(folds).toSorted((a, b) => a - b));
  expect(rows(pages[0] ?? '')).toBeGreaterThan(0);
});

test('of a thousand steps a comment has a sample of each change, a million characters hold them all', () => {
  const plan = bigPlan(1000);
  const comment = planMarkdown([plan], { maxSize: 65_536 });
  // Each folder has a preset edit and an edit with values of its own: rows and diffs are of one sample each.
  expect(comment).toMatch(/; and \d+ more with the same change: `shop-/);
  expect(comment).toMatch(/^and \d+ more in the same fields, each with its own values: `shop-/m);
  const whole = planMarkdown([plan], { maxSize: 1_000_000 });
  expect(whole).not.toContain('see the full plan');
  expect(whole.match(/^\+ description: "The shop number/gm)!.length).toBeGreaterThan(200);
  // Refused steps are folded like harmless ones: the first in full, the others by name.
  const refused = plan.steps.filter(({ exposure }) => exposure !== undefined);
  const [row = ''] =
    /^\| `~` \| `https-route\/shop-0` \| .*`ip_restriction` is turned off.*$/m.exec(whole) ?? [];
  expect(refused.length).toBeGreaterThan(1);
  for (const { address } of refused) expect(row).toMatch(new RegExp(`\\b${address.replace(/^.*\//, '')}\``));
});

test.each([2, 10, 300])('%i environments in one comment', (count) => {
  const plans = Array.from({ length: count }, (_, index) => ({
    ...bigPlan(30),
    environment: `cell-${index}`,
  }));
  const page = planMarkdown(plans, { maxSize: 65_536 });
  expect(page.length).toBeLessThanOrEqual(65_536);
  expect(page.startsWith('## Plans\n\n- Plan for cell-0: ')).toBe(true);
  for (const plan of plans) expect(page).toContain(`- ${summaryText(plan)}\n`);
  const headings = page.match(/^## Plan for /gm) ?? [];
  expect(headings.length).toBe(count === 300 ? 0 : count);
});

test('a page has no more room than it is given, however it is cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 200 }), fc.string({ maxLength: 150 })), {
        minLength: 1,
        maxLength: 4,
      }),
      fc.integer({ min: 2000, max: 20_000 }),
      (made, maxSize) => {
        const plans = made.map(([count, environment]) => ({ ...bigPlan(count), environment }));
        expect(planMarkdown(plans, { maxSize }).length).toBeLessThanOrEqual(maxSize);
      },
    ),
    { numRuns: runs(60) },
  );
});

const footed = {
  madeBy: {
    version: '0.1.0',
    apis: ['https://api.example.com'],
    commit: 'b'.repeat(40),
    time: '2026-11-22 09:46:03 UTC',
  },
  pageUrl: 'https://ci.example.com/artifacts/plan.html',
  unverified: 'pull-request',
} as const;

/** A plan whose least is long: many refusals and gates, with long names. */
function crowded(environment = 'production'): Plan {
  const steps = Array.from({ length: 12 }, (_, index) =>
    stepOf(`https-route/${'long-name-'.repeat(6)}${index}`, 'update', {
      exposure: {
        direction: 'weaker',
        reasons: [{ code: 'module-off', module: 'ip_restriction' }],
        isAllowed: false,
        change: '4afc6903b1d24e0f9a7c55d0c8e1b2f3',
      },
    }),
  );
  return planOf(steps, {
    environment,
    base: { ref: 'origin/main', commit: 'a'.repeat(40) },
    refusals: [
      { gate: 'exposure', fact: { code: 'less-protected' }, addresses: steps.map(({ address }) => address) },
    ],
    notes: Array.from({ length: 9 }, (_, index) => ({
      topic: 'gate' as const,
      fact: {
        code: 'no-longer-protected' as const,
        pattern: `https-route/${'p'.repeat(200)}${index}`,
        ref: 'origin/main',
      },
    })),
  });
}

test.each([60, 300, 500, 1000, 1700, 2000, 4000, 65_536])(
  'in %i characters, footer and link counted, a refusal is never left out',
  (maxSize) => {
    for (const plans of [
      [crowded()],
      [crowded('a'), crowded('b')],
      Array.from({ length: 40 }, (_, at) => crowded(`e${at}`)),
    ]) {
      const page = planMarkdown(plans, { ...footed, maxSize });
      expect(page.length).toBeLessThanOrEqual(maxSize);
      if (maxSize < 500) continue;
      expect(page).toContain('\n> [!CAUTION]\n> ');
      expect(page).toContain('\n> Made by a job of the pull request; not verified.\n');
      expectInert(page.replace(`[full plan](${footed.pageUrl})`, ''));
    }
    expect(
      planMarkdown([crowded()], { maxSize }).startsWith(
        maxSize < 300 ? 'The plan does not fit' : '## Plan for production: ',
      ),
    ).toBe(true);
  },
);

test('the footer names commit, digest and page, if there is room', () => {
  const page = planMarkdown([bigPlan(10)], footed);
  expect(page.split('\n---\n\n').at(-1)).toMatch(
    /^API `https:\/\/api\.example\.com`, commit `b{12}`, time `.*`, Edgewright `0\.1\.0`, digest `[0-9a-f]{12}`, \[full plan\]\(https:\/\/ci\.example\.com\/artifacts\/plan\.html\)\n$/,
  );
});

test.each(longCorpus)('$name fits, and is inert', ({ text }) => {
  for (const maxSize of [2000, 65_536]) {
    const step = stepOf('endpoint/a', 'update', {
      reason: { code: 'gone', id: text },
      changes: [changeOf(text, { before: text, after: `${text}!` }), changeOf('b', { after: [text] })],
    });
    const page = planMarkdown([planOf([step], { environment: text })], {
      ...footed,
      maxSize,
      command: () => () => text,
    });
    expect(page.length).toBeLessThanOrEqual(maxSize);
    expectInert(page.replace(`[full plan](${footed.pageUrl})`, ''));
  }
});

test('a changed policy is shown in lines, not as two strings of JSON', () => {
  const policy = (type: string): string =>
    JSON.stringify({ on_http_request: [{ actions: [{ type, config: { allow: ['10.0.0.0/8'] } }] }] });
  const page = planMarkdown([
    planOf([
      stepOf('endpoint/admin', 'update', {
        changes: [
          changeOf(
            'traffic_policy',
            { before: policy('restrict-ips'), after: policy('custom') },
            { form: 'traffic-policy' },
          ),
        ],
      }),
    ]),
  ]);
  expect(page).toContain('\n-     - type: restrict-ips\n+     - type: custom\n');
  expect(page).not.toContain('{\\"on_http_request');
});
