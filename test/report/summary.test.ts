import type { Plan } from '../../src/model/plan/plan.ts';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { planHtml } from '../../src/report/page/page.ts';
import { planJson } from '../../src/report/plan/json/plan-json.ts';
import { planMarkdown } from '../../src/report/plan/markdown/plan-markdown.ts';
import { summaryText, sumText } from '../../src/report/plan/summary.ts';
import { planText } from '../../src/report/plan/text/plan-text.ts';
import { plansOfCases } from '../plan/with-hashes.ts';
import { bigPlan, planOf, stepOf } from './made-plan.ts';
import { share } from '../runs.ts';

const plans: readonly Plan[] = [...share(plansOfCases()), bigPlan(400)];

test('text, Markdown, HTML and JSON begin with the same summary, word for word', () => {
  for (const made of plans) {
    const summary = summaryText(made);
    expect(summary).toMatch(
      /^Plan for production: \d+ to create, \d+ to update, \d+ to delete(?:, \d+ [a-z ]+)*$/,
    );
    expect(planText(made, { color: false, columns: 60 }).split('\n')[0]).toBe(summary);
    expect(planMarkdown([made]).split('\n')[0]).toBe(`## ${summary}`);
    const page = planHtml([{ plan: made, diagnostics: [] }]);
    expect(page).toContain(`<title>${summary}</title>`);
    const { plans: written } = JSON.parse(planJson([made])) as { plans: { summary: { text: string } }[] };
    expect(written[0]?.summary.text).toBe(summary);
  }
});

test('the end repeats the counts, and says whether apply will run', () => {
  for (const made of plans) {
    const text = planText(made, { color: false, columns: 200, command: () => 'edgewright apply' });
    const [, end = ''] = text.split(/\n(?=\d+ to create, )/);
    expect(end.split('\n')[0]).toBe(`${sumText(made)}.`);
    expect(end).toMatch(
      made.refusals.length > 0
        ? /^Nothing will be applied until .*\.$/m
        : /^(?:To apply(?: the others)?: {2}edgewright apply|Nothing to apply: (?:drift is kept|an object that is gone is created again only if that is approved)\.|Nothing can be applied until .*|No changes.*\.)$/m,
    );
  }
});

test('drift that removed protection comes first, then refused steps, changes, drift and blocked steps', () => {
  const rank = (block: string): number => {
    if (/^= drift .*\n(?: .*\n)* {4}live is less protected: /.test(block)) return 0;
    if (/^(?:REFUSED: |.*\n {4}REFUSED: )/.test(block)) return 1;
    return block.startsWith('= drift ') ? 3 : block.startsWith('x blocked ') ? 4 : 2;
  };
  for (const made of plans) {
    const blocks = planText(made, { color: false, columns: 200 })
      .split('\n\n')
      .filter((block) => /^(?:REFUSED: |[-+~>xov=] [a-z]+ [a-z-]+\/)/.test(block));
    const ranks = blocks.map(rank);
    expect(ranks).toEqual(ranks.toSorted());
  }
});

test('a plan of three steps is at most 38 lines of 80 columns', () => {
  const file = new URL('../scenarios/cases/plan/three-steps.yaml', import.meta.url);
  const { steps } = parse(readFileSync(file, 'utf8')) as { steps: { run?: string; stdout?: string }[] };
  const lines =
    steps
      .find(({ run }) => run === 'plan')
      ?.stdout?.trimEnd()
      .split('\n') ?? [];
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.length).toBeLessThanOrEqual(38);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
});

test('signs are for what will be added or removed, never for what is kept', () => {
  for (const made of plans) {
    const blocks = planText(made, { color: false, columns: 200 }).split('\n\n');
    for (const block of blocks.filter((one) => /^(?:= drift|x blocked) /.test(one)))
      expect(block).not.toMatch(/^ +[-+~] /m);
  }
});

test.each([
  [['endpoint/a'], 'endpoint/a is'],
  [['endpoint/a', 'endpoint/b'], 'endpoint/a and endpoint/b are'],
  [['endpoint/a', 'endpoint/b', 'endpoint/c'], 'endpoint/a, endpoint/b and endpoint/c are'],
  [['endpoint/a', 'endpoint/b', 'endpoint/c', 'endpoint/d'], 'all 4 refused changes are'],
] as const)('the end names what is not approved as a sentence: %s', (addresses, named) => {
  const made = planOf([], {
    refusals: [{ gate: 'exposure', fact: { code: 'less-protected' }, addresses }],
  });
  expect(planText(made, { color: false, columns: 200 })).toContain(
    `Nothing will be applied until ${named} approved.`,
  );
});

test('the heading of a comment names the workspace that is not the top of the repository', () => {
  const plan = planOf([stepOf('endpoint/www', 'create')]);
  const [heading] = planMarkdown([plan], { folder: 'infra/eu/' }).split('\n');
  expect(heading).toBe(`## \`infra/eu\`: ${summaryText(plan)}`);
  expect(planMarkdown([plan, plan], { folder: 'infra/eu/' })).toMatch(/^## `infra\/eu`: Plans\n/);
});
