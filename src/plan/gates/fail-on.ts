import type { BrokenBase } from '../../model/facts/note.ts';
import type { FailOn, Plan, Refusal } from '../../model/plan/plan.ts';
import type { Step } from '../../model/plan/step.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

interface StepsToFail extends Pick<Plan, 'tests'> {
  readonly steps: readonly Step[];
  /** Steps with changes that the pull request does not cause, or the reason why these are unknown. */
  readonly unattributed: readonly Step[] | BrokenBase;
  /** The base as the user gave it. */
  readonly ref: string | undefined;
}

/** The plan with the refusals that `--fail-on` asks for where no base is compared. */
export function withFailOn(plan: Plan, wanted: readonly FailOn[]): Plan {
  const { steps, tests } = plan;
  const asked = failOn(wanted, {
    ...withoutUndefined({ tests }),
    steps,
    unattributed: [],
    ref: undefined,
  });
  return asked.length === 0 ? plan : { ...plan, refusals: [...plan.refusals, ...asked] };
}

/** Refusals requested by `--fail-on`, in addition to the gates of the files. */
export function failOn(wanted: readonly FailOn[], about: StepsToFail): readonly Refusal[] {
  const chosen = new Set(wanted);
  return [
    ...(chosen.has('unattributed') ? unattributed(about) : []),
    ...(chosen.has('blocked') ? blocked(about) : []),
    ...(chosen.has('tests') ? failedTests(about) : []),
  ];
}

function unattributed({ unattributed: found, ref = '' }: StepsToFail): readonly Refusal[] {
  const gate = 'unattributed';
  if ('code' in found) return [{ gate, fact: found, addresses: [] }];
  if (found.length === 0) return [];
  const words = [...new Set(found.flatMap(({ attribution = [] }) => attribution))];
  const causes = [
    ...(words.includes('pending') ? ['pending'] : []),
    ...(words.includes('drift') || words.includes('undoes-outside') ? ['outside'] : []),
  ];
  return [{ gate, fact: { code: 'not-by-pull-request', causes, ref }, addresses: addressesOf(found) }];
}

function blocked({ steps }: StepsToFail): readonly Refusal[] {
  const found = steps.filter(({ action }) => action === 'blocked');
  if (found.length === 0) return [];
  return [{ gate: 'blocked', fact: { code: 'steps-blocked' }, addresses: addressesOf(found) }];
}

function failedTests({ tests }: StepsToFail): readonly Refusal[] {
  const names = (tests?.failing ?? []).map(({ name }) => name);
  return names.length === 0 ? [] : [{ gate: 'tests', fact: { code: 'tests-failed', names }, addresses: [] }];
}

function addressesOf(steps: readonly Step[]): Refusal['addresses'] {
  return [...new Set(steps.map(({ address }) => address))];
}
