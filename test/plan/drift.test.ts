import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { expect, test } from 'vitest';
import type { Drift } from '../../src/model/drift.ts';
import { driftPart, hasDrift, isUndoing } from '../../src/plan/attribution/drift-part.ts';
import { plan } from '../../src/plan/plan.ts';
import { driftJson } from '../../src/report/plan/json/drift-json.ts';
import { driftText } from '../../src/report/plan/text/drift-text.ts';
import { planCases, type PlanCase } from './plan-case.ts';
import { inputOf } from './with-hashes.ts';

const cases = parse(readFileSync(new URL('drift.yaml', import.meta.url), 'utf8')) as readonly PlanCase[];

function driftOf(one: PlanCase): Drift {
  const input = inputOf(one);
  const { approvals, environment } = input;
  const held = plan({
    ...input,
    environment: { ...environment, drift: 'report' },
    approvals: approvals.filter((approval) => !isUndoing(approval)),
  });
  return driftPart({ ...input, plan: held });
}

test.each(cases)('$name', (one) => {
  const drift = driftOf(one);
  const { steps, notes, untouched, settled, objects } = drift;
  const shown = [
    ...steps.flatMap(({ action, address, reason, changes }) => [
      `${action} ${address}: ${reason.code}`,
      ...changes.map(({ path }) => `  ${path}`),
    ]),
    ...notes
      .filter(({ topic }) => topic !== 'scope')
      .map(({ topic, address }) => `note ${topic} ${address ?? ''}`.trimEnd()),
    `${untouched} of ${objects}${settled === 0 ? '' : `, ${settled} settled`}, exit ${hasDrift(drift) ? 2 : 0}`,
  ];
  expect(shown.join('\n')).toBe(one.expect.trimEnd());
});

test('the report matches the published schema, sends nothing, and ends with whether there is drift', () => {
  const [planSchema, schema] = ['plan', 'drift'].map(
    (name) =>
      JSON.parse(
        readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), 'utf8'),
      ) as object,
  );
  const validate = new Ajv({ strict: true, allErrors: true })
    .addSchema(planSchema ?? {})
    .compile(schema ?? {});
  const drifts = [...planCases().map(([, one]) => one), ...cases].map((one) => driftOf(one));
  const document: unknown = JSON.parse(
    driftJson(drifts.map((drift) => ({ drift, isDrifted: hasDrift(drift) }))),
  );
  expect(validate(document), JSON.stringify(validate.errors, null, 1)).toBe(true);
  for (const drift of drifts) {
    expect(drift.steps.flatMap(({ requests }) => requests)).toEqual([]);
    const last = driftText(drift, { color: false, columns: 1000 }).trimEnd().split('\n').at(-1);
    expect(last?.startsWith('No drift')).toBe(!hasDrift(drift));
  }
});
