import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { plan } from '../../../src/plan/plan.ts';
import { exposureText } from '../../../src/report/plan/words/exposure-words.ts';
import { baseInput, type PlanCase } from '../plan-case.ts';
import { throughSnapshot } from './through-snapshot.ts';

interface Case extends Omit<PlanCase, 'expect'> {
  readonly reasons: Readonly<Record<string, readonly string[]>>;
}

const cases = parse(readFileSync(new URL('unseen-places.yaml', import.meta.url), 'utf8'), {
  merge: true,
}) as readonly Case[];

test.each(cases)('$name', ({ reasons, ...one }) => {
  const { steps } = plan(throughSnapshot(baseInput({ ...one, expect: '' }), []).input);
  const found = steps.flatMap(({ address, exposure }) =>
    exposure === undefined ? [] : [[address, exposure.reasons.map((reason) => exposureText(reason))]],
  );
  expect(Object.fromEntries(found)).toEqual(reasons);
});
