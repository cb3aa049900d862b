import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import type { Plan, PlanBinding } from '../../src/model/plan/plan.ts';
import { attributed } from '../../src/plan/attribution/attribution.ts';
import { isEmpty } from '../../src/plan/finish/is-empty-plan.ts';
import { plan } from '../../src/plan/plan.ts';
import { planJson } from '../../src/report/plan/json/plan-json.ts';
import { planWithTraffic, trafficCases } from '../routing/traffic/plan-traffic-case.ts';
import { planCases } from './plan-case.ts';
import { inputOf } from './with-hashes.ts';

const schema = JSON.parse(
  readFileSync(new URL('../../schemas/plan.schema.json', import.meta.url), 'utf8'),
) as object;
const validate = new Ajv({ strict: true, allErrors: true }).compile(schema);
const bound: PlanBinding = {
  tool: '0.1.0',
  api: 'https://api.example.com',
  desired: 'a hash',
  only: ['endpoint/*'],
  allowed: { exposure: ['endpoint/a'], deletes: 1, changedPercent: 50, empty: true },
};
const base = { ref: 'main', commit: 'a'.repeat(40) };
const planned = planCases().map(([, one]): Plan => {
  const input = inputOf(one);
  const made = plan(input);
  const { steps } = attributed({ head: made, base: made, ledger: input.ledger });
  return { ...made, steps, base, bound };
});
const madeBy = { version: '0.1.0', apis: ['local'], commit: 'b'.repeat(40), time: '2026-11-22 09:46:03 UTC' };
const plans = [...planned, ...trafficCases().map(planWithTraffic)];

test('the plan of every case matches the published schema', () => {
  const document: unknown = JSON.parse(planJson(plans, madeBy));
  expect(validate(document), JSON.stringify(validate.errors, null, 1)).toBe(true);
});

test('the schema describes every field of a plan, and the cases show them all', () => {
  const seen = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      seen.add(key);
      if (key !== 'body' && key !== 'before' && key !== 'after') visit(inner);
    }
  };
  visit(JSON.parse(planJson(plans, madeBy)));
  const described: string[] = [];
  const read = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('properties' in value) described.push(...Object.keys(value.properties as object));
    Object.values(value).forEach(read);
  };
  read(schema);
  // `--save` adds the seal, tests of requests their results and failures, a schedule the time of an apply, the compiler
  // layers and the parts of values, `--allow-revert` itself, three equal refusals their group: plans of these cases
  // have none of them.
  expect(described.filter((name) => !seen.has(name))).toEqual([
    'seal',
    'checksum',
    'signature',
    'tests',
    'apply_time',
    'failing',
    'result',
    'state',
    'opens',
    'layer',
    'through',
    'revert',
    'group',
    'zone',
    'local',
    'result',
    'got',
    'results',
    'failure',
    'providers',
    'of',
    'give',
    'isError',
  ]);
});

test('`is_empty` agrees with the exit code', () => {
  const { plans: written } = JSON.parse(planJson(plans)) as { plans: { is_empty: boolean }[] };
  expect(written.map(({ is_empty }) => is_empty)).toEqual(plans.map(isEmpty));
});
