/** Every code that a plan can state appears in a plan case, so that each sentence has a reviewed example. */
import { beforeAll, describe, expect, test } from 'vitest';
import { weakerServerFacts, exposureLosses } from '../../src/model/facts/exposure.ts';
import { noteFacts } from '../../src/model/facts/note.ts';
import { refusalFacts } from '../../src/model/facts/refusal.ts';
import { planDocument } from '../../src/report/plan/json/plan-json.ts';
import { exposurePairs, planOfPair } from './exposure-pair.ts';
import { plansOfCases } from './with-hashes.ts';
import { secretFacts } from '../../src/model/facts/secret-fact.ts';

/** Codes that need a snapshot, a base, used approvals in the ledger or an apply; other tests show them. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  'test/scenarios/cases/snapshot, test/plan/snapshot': [
    'encryption-unknown',
    'places-unknown',
    'read-snapshot',
    'values-hidden',
  ],
  'test/plan/change-id.test.ts': ['approval-used', 'approval-partial'],
  'test/plan/stricter-gates.yaml': ['limit-raised', 'no-longer-protected', 'drift-reverts', 'approval-new'],
  'test/plan/attribution.yaml': ['step-taken-back', 'fields-taken-back', 'drift-declared'],
  'test/scenarios/cases/plan/base*.yaml': [
    'lint-loosened',
    'setting-changed',
    'error-suppressed',
    'base-new',
    'base-lacks-environment',
    'base-lacks-resources',
    'base-unreadable',
    'base-invalid',
    'base-ahead',
    'not-by-pull-request',
    'windows-differ',
    'freeze-lifted',
    'test-gone',
    'test-changed',
  ],
  'test/run/plan-only.test.ts': ['others-assumed'],
  'test/scenarios/cases/plan/secret-other-key.yaml': ['other-key'],
  'test/scenarios/cases/plan/tests-of-requests.yaml': ['tests-failed'],
  'test/scenarios/cases/drift/unmanaged.yaml': ['unmanaged'],
  'test/run/tests/send': ['sent-tests', 'sent-test-failed'],
  'test/scenarios/cases/apply': ['applied-elsewhere', 'not-applied', 'secrets-unset', 'steps-blocked'],
};
const left = new Set(Object.values(elsewhere).flat());

let stated: ReadonlySet<string>;
beforeAll(() => {
  const plans = [...plansOfCases(), ...exposurePairs.map(({ pair }) => planOfPair(pair).made)];
  const codes = JSON.stringify(planDocument(plans)).match(/"code":"[a-z-]+"/g) ?? [];
  stated = new Set(codes.map((code) => code.slice(8, -1)));
});

describe.each<[string, Readonly<Record<string, object>>]>([
  ['exposure', { ...exposureLosses, ...weakerServerFacts }],
  ['note', noteFacts],
  ['refusal', refusalFacts],
  ['secret', secretFacts],
])('%s', (_union, table) => {
  test.each(Object.keys(table).filter((code) => !left.has(code)))('a case states `%s`', (code) => {
    expect(stated).toContain(code);
  });
});

test('no case shows a code that is listed as shown elsewhere', () => {
  expect([...left].filter((code) => stated.has(code))).toEqual([]);
});
