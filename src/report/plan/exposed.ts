import type { ExposureDirection, Step } from '../../model/plan.ts';
import { exposureText } from './words/exposure.ts';

/** What a reader is told of the exposure of a step before all steps. */
export interface Exposed {
  readonly step: Step;
  /** `gets weaker`; of one that cannot be judged, that. */
  readonly how: string;
  readonly reasons: readonly string[];
  /** Undefined: there is nothing to say yes to. */
  readonly isAllowed: boolean | undefined;
  /** What an approval names; empty where there is nothing to approve. */
  readonly change: string;
}

/** What gets weaker or newly reachable, and after that what cannot be judged: silence would look like safety. */
export function exposedSteps(steps: readonly Step[]): readonly Exposed[] {
  const exposed = steps.flatMap((step): Exposed[] => {
    const { exposure } = step;
    if (exposure === undefined) return [];
    const how = howWords[exposure.direction];
    const reasons = [...exposure.reasons.map(exposureText), ...unjudgedLines(step)];
    return [{ step, how, reasons, isAllowed: exposure.isAllowed, change: exposure.change }];
  });
  const unjudged = steps
    .filter((step) => step.exposure === undefined && step.unjudged !== undefined)
    .map((step): Exposed => ({
      step,
      how: 'cannot be judged',
      reasons: (step.unjudged ?? []).map(exposureText),
      isAllowed: undefined,
      change: '',
    }));
  return [...exposed, ...unjudged];
}

const howWords: Readonly<Record<ExposureDirection, string>> = {
  weaker: 'gets weaker',
  'newly-reachable': 'is newly reachable',
  unknown: 'may be less protected: it cannot be judged',
};

/** Whether nobody can say here what it makes weaker, be it sent or not. */
export function isUnjudged({ exposure, unjudged }: Step): boolean {
  return unjudged !== undefined || exposure?.direction === 'unknown';
}

/** The same at the step itself. */
export function unjudgedLines({ unjudged = [] }: Step): readonly string[] {
  return unjudged.map((reason) => `exposure not judged: ${exposureText(reason)}`);
}

/** What an outside change that is kept made less protected. */
export function weakenedLines({ weakened = [] }: Step): readonly string[] {
  return weakened.map((reason) => `less protected: ${exposureText(reason)}`);
}
