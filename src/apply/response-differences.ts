import type { Step } from '../model/plan/step.ts';
import { isServiceForm } from '../derive/compare/service-form.ts';
import { differences, type Difference } from '../derive/compare/differences.ts';
import { fieldAt } from '../derive/forms/fields.ts';
import { valueAt } from '../derive/forms/tree.ts';
import { maskedValue } from '../derive/forms/masked.ts';
import { dotted } from '../text/dotted-path.ts';
import { kinds } from '../kinds/index.ts';
import { enabled } from '../kinds/common-fields.ts';
import type { Live } from '../model/live.ts';
import type { SecretLookup } from '../model/secret.ts';
import type { Path, Spec } from '../model/value.ts';
import { canonicalJson } from '../text/json/canonical-json.ts';

/**
 * The paths in which a response differs from the plan's prediction. Fields without a prediction are up to the server,
 * except extra entries in a map that was sent. Secrets are compared, never shown.
 */
export function responseDifferences(step: Step, live: Live, secrets: SecretLookup): readonly string[] {
  return surprising(step, live, secrets).map(({ path }) => dotted(path));
}

/**
 * The paths in which a response lacks what was sent, so that the write is not done. An entry that the service adds to a
 * map does not count, unless we meant to remove it.
 */
export function lackingIn(step: Step, live: Live, secrets: SecretLookup): readonly Path[] {
  const found = surprising(step, live, secrets);
  if (found.length === 0) return [];
  const body = step.requests[0]?.body ?? {};
  const removed = new Set(step.changes.map(({ path }) => path.toLowerCase()));
  return found
    .filter(({ before, path, field }) => {
      if (!Object.hasOwn(body, String(path[0]))) return false;
      return before !== undefined || field === enabled || removed.has(dotted(path).toLowerCase());
    })
    .map(({ path }) => path);
}

function surprising(step: Step, { spec }: Live, secrets: SecretLookup): readonly Difference[] {
  const { predicted } = step;
  if (predicted === undefined) return [];
  return differences(kinds[step.kind].fields, predicted, spec, secrets).filter(
    ({ verdict, before, after, path, field }) => {
      if (verdict !== 'different' || isServiceForm(field, before, after)) return false;
      return before !== undefined || field === enabled || isInOurMap(step, predicted, path);
    },
  );
}

function isInOurMap({ kind }: Step, predicted: Spec, path: Path): boolean {
  const above = path.slice(0, -1);
  if (fieldAt(kind, above)?.type !== 'map') return false;
  return valueAt(predicted, above) !== undefined;
}

/**
 * The fields of a live object that changed since the plan: it expected the predicted values, with the old values of the
 * fields that it changes.
 */
export function changedSince(step: Step, { spec }: Live, secrets: SecretLookup): readonly string[] {
  const planned = new Map(step.changes.map((change) => [change.path, change]));
  const found = differences(kinds[step.kind].fields, step.predicted, spec, secrets);
  const open = new Set(found.map(({ path }) => dotted(path)));
  const done = step.changes
    .filter(({ path, isSecret }) => !isSecret && !open.has(path))
    .map(({ path }) => path);
  const other = found.filter((difference) => {
    const { path, field, before, after, verdict } = difference;
    const change = planned.get(dotted(path));
    // The plan has what was sent where the service keeps a form of its own.
    if (isServiceForm(field, change === undefined ? before : change.before, after)) return false;
    if (change === undefined) return before !== undefined && verdict === 'different';
    return !change.isSecret && textAfter(difference) !== canonicalJson(change.before ?? null);
  });
  return [...new Set([...other.map(({ path }) => dotted(path)), ...done])].sort();
}

function textAfter({ after }: Difference): string {
  return canonicalJson(after === undefined ? null : maskedValue(after));
}
