import type { TrafficShift } from '../../src/model/traffic/traffic-shift.ts';
import { expect, test } from 'vitest';
import type { Plan } from '../../src/model/plan/plan.ts';
import { planHtml } from '../../src/report/page/page.ts';
import { splitRouting } from '../../src/report/plan/routing.ts';
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

test('newly served URLs were neither served nor kept before, or are served by a new resource', () => {
  const { changed, fresh } = splitRouting(planWith(2, [taken, moved, kept]));
  expect(changed).toEqual([taken, moved, kept]);
  expect(fresh.map(({ space }) => space)).toEqual([
    'https://shop.example.com/0*',
    'https://shop.example.com/1*',
  ]);
});

test('routing changes are a section, new URLs are said by the step that serves them', () => {
  const plan = planWith(2, [taken, kept]);
  expect(text(plan)).toContain(
    [
      'Routing changes',
      '  https://shop.example.com/checkout*  https-route/legacy -> https-route/new-0',
      '      protection: oidc -> none',
      '  https://shop.example.com/kept*      (not served) -> https-route/new-0',
      '      occupied by `https-route/retired`, which has no backend and keeps it from all others',
      '',
    ].join('\n'),
  );
  expect(text(plan)).toContain(
    '    not live yet; newly serves `https://shop.example.com/1*`; protection: none\n',
  );
  expect(text(plan)).not.toContain('Newly served URLs');
  expect(planMarkdown([plan])).toContain(
    [
      '<details><summary>Routing changes: 2</summary>',
      '',
      '- `https://shop.example.com/checkout*`: `https-route/legacy` to `https-route/new-0`',
      '  - protection: oidc -> none',
      '- `https://shop.example.com/kept*`: (not served) to `https-route/new-0`',
      '  - occupied by `https-route/retired`, which has no backend and keeps it from all others',
      '',
    ].join('\n'),
  );
  expect(belowSteps(plan)).not.toContain('<summary>');
});

test('of a long plan, how many are new is a number, until all is asked for', () => {
  const plan = bigPlan(400);
  const fresh = plan.steps
    .filter(({ action }) => action === 'create')
    .map(({ address }) => ({ space: `https://shop.example.com/${address}*`, to: address }));
  const long = { ...plan, traffic: fresh };
  const line = `Newly served URLs: ${fresh.length} URL patterns (plan --all shows each at its step)`;
  expect(text(long).split('\n')).toContain(line);
  expect(text(long, 'all')).not.toContain('Newly served URLs');
  expect(text(long, 'all').match(/newly serves `https:/g)).toHaveLength(fresh.length);
  expect(belowSteps(long)).toContain(`<summary>${fresh.length} URL patterns that were not served</summary>`);
});

test('without newly served URLs, nothing is printed about them', () => {
  const plan = planWith(0, [taken]);
  for (const page of [text(plan), planMarkdown([plan]), belowSteps(plan)])
    expect(page).not.toMatch(/newly serve/i);
});

test('a text that is shortened says at its end how to see all of it, and no other does', () => {
  const end = 'Shortened: plan --all shows each step in full.\n';
  expect(text(bigPlan(1000)).endsWith(end)).toBe(true);
  expect(text(bigPlan(1000), 'all')).not.toContain('Shortened');
  expect(text(planWith(2))).not.toContain('Shortened');
});

/** The part of the page below its steps. */
function belowSteps(plan: Plan): string {
  const page = planHtml([{ plan, topology: { nodes: [], links: [] }, diagnostics: [] }]);
  return page.slice(page.indexOf('<p class="none"'), page.indexOf('</main>'));
}
