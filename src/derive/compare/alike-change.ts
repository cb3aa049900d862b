import type { Step } from '../../model/plan/step.ts';
import type { ExposureFact } from '../../model/facts/exposure.ts';

/** The number of steps with the same change from which on they are one for a reader. */
export const leastSame = 3;

/**
 * The effect of a step, whichever object it is for: steps with the same key are one change for a reader, such as an
 * edit of a preset. The place where a value is written does not count, nor does its part of the change id.
 */
export function sameChange(step: Step): string {
  const { action, kind, reason, changes, formerly, attribution, drifted, isProtected, remedies } = step;
  const { exposure, possibleExposure, protection, missingSecrets } = step;
  return JSON.stringify([
    action,
    kind,
    reason,
    changes.map(({ origin: _origin, fact: _fact, ...change }) => change),
    formerly,
    attribution,
    drifted,
    isProtected,
    remedies,
    missingSecrets,
    exposure === undefined
      ? null
      : [
          exposure.direction,
          exposure.reasons.map(withoutRequest),
          exposure.isAllowed,
          possibleExposure,
          protection,
        ],
  ]);
}

/** The characters of a value that a reader compares at a glance. */
const longestValue = 60;

/**
 * The same for steps that differ in short values alone, such as paths that move: all that is said of one step is said
 * of the others with their own names and values in its place. Undefined for a step with longer values, or with secrets.
 */
export function alikeChange(step: Step): string | undefined {
  const values = valuesOf(step);
  if (step.changes.some(({ isSecret }) => isSecret)) return undefined;
  if (values.some((value) => value.length > longestValue)) return undefined;
  const parts = [step.address, step.hash, ...values].map((value) => JSON.stringify(value).slice(1, -1));
  // A longer value may have a shorter one in it.
  const order = parts.map((text, at) => ({ text, at })).sort((a, b) => b.text.length - a.text.length);
  return order.reduce(
    (key, { text, at }) => (text === '' ? key : key.replaceAll(text, `\u0000${at}\u0000`)),
    sameChange(step),
  );
}

/** The texts that the step changes, on both sides. */
function valuesOf({ changes }: Pick<Step, 'changes'>): readonly string[] {
  return changes.flatMap(({ before, after }) =>
    [before, after].filter((value): value is string => typeof value === 'string'),
  );
}

/** The request to try is one of many: that of a route has its path. Nor does it count where the rule is written. */
function withoutRequest(reason: ExposureFact): object {
  return { ...reason, request: null, at: null };
}
