import { isSilentStep, type Step } from '../../src/model/plan/step.ts';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { expect, test } from 'vitest';
import type { Plan } from '../../src/model/plan/plan.ts';
import { attributed, takenBack } from '../../src/plan/attribution/attribution.ts';
import { plan } from '../../src/plan/plan.ts';
import { noteText } from '../../src/report/plan/words/note-words.ts';
import { type PlanCase, planCases } from './plan-case.ts';
import { inputOf } from './with-hashes.ts';
import { share } from '../runs.ts';

/** A plan case for head; `base` overrides it for the base, and `base: null` is a base without the environment. */
interface AttributionCase extends PlanCase {
  readonly base?: Partial<PlanCase> | null;
}

const cases = parse(
  readFileSync(new URL('attribution.yaml', import.meta.url), 'utf8'),
) as readonly AttributionCase[];

test.each(cases)('$name', (one) => {
  const input = inputOf(one);
  const head = plan(input);
  const base = one.base === null ? undefined : plan(inputOf({ ...one, ...one.base }));
  const { steps, unattributed } = attributed({ head, base, ledger: input.ledger });
  const notes = base === undefined ? [] : takenBack({ steps }, base, 'main');
  const shown = [
    ...steps.filter((step) => !isSilentStep(step)).flatMap(show),
    ...unattributed.map(({ action, address }) => `not by this: ${action} ${address}`),
    ...notes.map((note) => `${note.address ?? ''}: ${noteText(note)}`),
  ];
  expect(shown.join('\n')).toBe(one.expect.trimEnd());
});

function show({ action, address, attribution = [], changes }: Step): readonly string[] {
  return [
    `${action} ${address} [${attribution.join(', ')}]`,
    ...changes.map((change) => `  ${change.path} [${change.attribution ?? ''}]`),
  ];
}

const plans = planCases().map(([file, one]) => ({ title: `${file}: ${one.name}`, one }));

test.each(share(plans))('$title: nothing is attributed to a pull request that equals its base', ({ one }) => {
  const input = inputOf(one);
  const made = plan(input);
  const { steps, unattributed } = attributed({ head: made, base: made, ledger: input.ledger });
  expect(steps.flatMap(({ attribution = [] }) => attribution)).not.toContain('pull-request');
  const loud = made.steps.filter((step) => !isSilentStep(step));
  expect(unattributed.map(({ address }) => address)).toEqual(loud.map(({ address }) => address));
  expect(takenBack(made, made, 'main')).toEqual([]);
});

test.each(share(plans))(
  '$title: with an empty base, all but outside changes is the pull request’s',
  ({ one }) => {
    const input = inputOf(one);
    const made = plan(input);
    const { steps } = attributed({ head: made, base: undefined, ledger: input.ledger });
    const words = steps.flatMap(({ attribution = [], changes }) => [
      ...attribution,
      ...changes.map((change) => change.attribution),
    ]);
    expect(words).not.toContain('pending');
    expect(withoutAttribution(steps)).toEqual(made.steps);
  },
);

function withoutAttribution(steps: readonly Step[]): Plan['steps'] {
  return steps.map(({ attribution: _, changes, ...step }) => ({
    ...step,
    changes: changes.map(({ attribution: _own, ...change }) => change),
  }));
}
