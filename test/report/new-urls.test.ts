import { expect, test } from 'vitest';
import type { Plan, TrafficShift } from '../../src/model/plan.ts';
import { planHtml } from '../../src/report/plan/html/page.ts';
import { splitTraffic } from '../../src/report/plan/new-urls.ts';
import { planMarkdown } from '../../src/report/plan/markdown/plan-markdown.ts';
import { planText } from '../../src/report/plan/text/plan-text.ts';
import { bigPlan, planOf, stepOf } from './made-plan.ts';

const taken: TrafficShift = {
  space: 'https://shop.example.com/checkout*',
  from: 'https-route/legacy',
  to: 'https-route/new-0',
  protection: { before: ['oidc'], after: [] },
};
const moved: TrafficShift = { space: 'https://shop.example.com/moved*', to: 'https-route/moved' };
const kept: TrafficShift = {
  space: 'https://shop.example.com/kept*',
  to: 'https-route/new-0',
  occupiedBy: 'https-route/retired',
};

function planWith(count: number, more: readonly TrafficShift[] = []): Plan {
  const names = Array.from({ length: count }, (_, index) => `https-route/new-${index}` as const);
  const fresh = names.map((to, index) => ({ space: `https://shop.example.com/${index}*`, to }));
  const steps = names.map((address) => stepOf(address, 'create', { reason: { code: 'not-live' } }));
  return { ...planOf([...steps, stepOf('https-route/moved', 'update')]), traffic: [...more, ...fresh] };
}

const text = (plan: Plan, view: 'brief' | 'all' = 'brief'): string =>
  planText(plan, { color: false, columns: 100, view });

test('new is what nobody served and nobody kept, and what a new resource serves', () => {
  const { handed, fresh } = splitTraffic(planWith(2, [taken, moved, kept]));
  expect(handed).toEqual([taken, moved, kept]);
  expect(fresh.map(({ space }) => space)).toEqual([
    'https://shop.example.com/0*',
    'https://shop.example.com/1*',
  ]);
});

test('a few new ones stand by themselves, below what changes hands', () => {
  const plan = planWith(2, [taken, kept]);
  expect(text(plan)).toContain(
    [
      'traffic that changes hands',
      '  https://shop.example.com/checkout*  https-route/legacy -> https-route/new-0',
      '      protection: oidc -> nothing',
      '  https://shop.example.com/kept*      nobody -> https-route/new-0',
      '      kept from all others by https-route/retired, which has no backend',
      '',
      'new URLs, which nobody served until now',
      '  https://shop.example.com/0*  https-route/new-0',
      '  https://shop.example.com/1*  https-route/new-1',
      '',
    ].join('\n'),
  );
  expect(planMarkdown([plan])).toContain(
    [
      '### Traffic that changes hands',
      '',
      '- `https://shop.example.com/checkout*`: from `https-route/legacy` to `https-route/new-0`',
      '  - `protection: oidc -> nothing`',
      '- `https://shop.example.com/kept*`: from nobody to `https-route/new-0`',
      '  - `kept from all others by https-route/retired, which has no backend`',
      '',
      '### New URLs',
      '',
      '- `https://shop.example.com/0*`: `https-route/new-0`',
      '- `https://shop.example.com/1*`: `https-route/new-1`',
      '',
    ].join('\n'),
  );
  expect(overviewOf(plan)).not.toContain('<summary>');
});

test('many new ones are a number, until all is asked for', () => {
  const plan = planWith(57, [taken]);
  const line = '57 new spaces of URLs, which nobody served until now (plan --all shows each)';
  expect(
    text(plan)
      .split('\n')
      .filter((each) => each === line),
  ).toHaveLength(1);
  expect(text(plan)).not.toContain('https://shop.example.com/56*');
  expect(text(plan, 'all')).toContain('  https://shop.example.com/56*  https-route/new-56\n');
  expect(planMarkdown([plan])).toContain(
    '### New URLs\n\n- 57 spaces of URLs that nobody served until now\n\n',
  );
  expect(overviewOf(plan)).toContain('<summary>57 spaces of URLs that nobody served until now</summary>');
  expect(overviewOf(plan)).toContain('<code>https://shop.example.com/56*</code>');
});

test('without a new one nothing is said of it', () => {
  const plan = planWith(0, [taken]);
  for (const page of [text(plan), planMarkdown([plan]), overviewOf(plan)])
    expect(page).not.toMatch(/new URLs/i);
});

test('a text that shows steps in short says at its end how to see them whole, and no other does', () => {
  const end = 'many steps stand in short above: plan --all shows each, with its values\n';
  expect(text(bigPlan(1000)).endsWith(end)).toBe(true);
  expect(text(bigPlan(1000), 'all')).not.toContain('in short');
  expect(text(planWith(2))).not.toContain('in short');
});

/** The part of the page above its steps. */
function overviewOf(plan: Plan): string {
  const page = planHtml([{ plan, topology: { nodes: [], links: [] }, diagnostics: [] }]);
  return page.slice(page.indexOf('<section class="overview"'), page.indexOf('<section class="steps"'));
}
