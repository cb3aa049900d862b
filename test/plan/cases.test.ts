import { expect, test } from 'vitest';
import type { Plan } from '../../src/model/plan/plan.ts';
import { planExitCode } from '../../src/plan/finish/exit-code.ts';
import { plan } from '../../src/plan/plan.ts';
import { planJson } from '../../src/report/plan/json/plan-json.ts';
import { planText } from '../../src/report/plan/text/plan-text.ts';
import { planCases } from './plan-case.ts';
import { inputOf } from './with-hashes.ts';
import { showPlan } from './show-plan.ts';
import { share } from '../runs.ts';

const cases = planCases().map(([file, one]) => ({ title: `${file}: ${one.name}`, one }));

test.each(cases)('$title', ({ one }) => {
  const made = plan(inputOf(one));
  expect(showPlan(made)).toBe(one.expect.trimEnd());
  const look = {
    color: false,
    columns: 1000,
    command: (flags: readonly string[] = []) => ['edgewright apply --env production', ...flags].join(' '),
  };
  const text = planText(made, look) + planText(made, { ...look, view: 'all' });
  for (const part of one.says ?? []) expect(text).toContain(part);
  for (const part of one.saysNot ?? []) expect(text).not.toContain(part);
  if (one.exit !== undefined) expect(planExitCode(made, { isDetailed: false })).toBe(one.exit);
  if (one.detailedExit !== undefined) expect(planExitCode(made, { isDetailed: true })).toBe(one.detailedExit);
});

test.each(share(cases))('$title: deterministic, and shows no secret', ({ one }) => {
  const [first, second] = [inputOf(one), inputOf(one)].map((input) => printed(plan(input)));
  expect(first).toBe(second);
  for (const value of Object.values(one.secrets ?? {})) {
    if (/^[*x]*$/.test(value)) continue;
    expect(first).not.toContain(value);
  }
});

function printed(made: Plan): string {
  return planText(made, { color: true, columns: 100 }) + planJson([made]);
}

test.each(share(cases))('$title: each step on a live object has the hash of that object', ({ one }) => {
  const about = ['adopt', 'update', 'delete', 'retire'];
  const steps = plan(inputOf(one)).steps.filter(({ action }) => about.includes(action));
  for (const { address, liveHash } of steps) expect(liveHash, address).toMatch(/^[0-9a-f]{16,}$/);
});

test('case names are unique', () => {
  const names = cases.map(({ title }) => title);
  expect(new Set(names).size).toBe(names.length);
});
