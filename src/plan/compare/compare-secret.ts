import { compareValues } from '../../derive/compare/compare-values.ts';
import { isMaskedText } from '../../derive/forms/echo.ts';
import type { Difference } from '../../derive/compare/differences.ts';
import { keptSecret } from '../../derive/forms/kept.ts';
import type { SecretFact } from '../../model/facts/secret.ts';
import { Secret, SecretReference } from '../../model/secret.ts';
import type { Json } from '../../model/value.ts';
import { at } from './change.ts';
import type { FieldSides } from './field-sides.ts';

export interface SecretVerdict {
  readonly verdict: 'changed' | 'same' | 'unknown';
  /** What is known of the change; of an unknown one, why. */
  readonly fact?: SecretFact;
  /** It shows only where the value is known: a plan without secrets and keys does not have it. */
  readonly isByValue?: true;
}

/**
 * Whether a secret must be sent. What the API echoes in clear decides where ours resolves; else the fingerprint that the
 * ledger kept; else how the reference is written. A masked echo is neither the same nor another.
 */
export function compareSecret(sides: FieldSides, difference: Difference): SecretVerdict {
  const { after, path, verdict } = difference;
  const { now, entry, eyes, writesSecrets } = sides;
  if (now === undefined) return { verdict: 'changed' };
  const rewritten = rewrittenSecret(sides, difference);
  if (verdict === 'different' || isNothing(sides, difference)) {
    const isByValue = isSeenByValue(difference);
    return rewritten ?? { ...changed(rotation(sides, difference)), ...(isByValue ? { isByValue } : {}) };
  }
  if (rewritten !== undefined) return rewritten;
  if (!(after instanceof SecretReference)) return { verdict: 'unknown', fact: { code: 'hidden' } };
  const known = keptSecret(at(entry.applied, path) as Json | undefined);
  const resolved = after.resolve(eyes.secrets);
  const ours = 'value' in resolved ? resolved.value : shownIn(sides, difference);
  const print = ours === undefined ? undefined : eyes.fingerprint?.(path, ours);
  if (print !== undefined && known?.fingerprint !== undefined) {
    if (print === known.fingerprint) return { verdict: 'same' };
    const fact: SecretFact =
      'value' in resolved ? { code: 'rotated', names: after.names } : { code: 'changed-outside' };
    return { verdict: 'changed', fact, isByValue: true };
  }
  if (writesSecrets) return { verdict: 'changed', fact: { code: 'approved' }, isByValue: true };
  return {
    verdict: 'unknown',
    fact: 'missing' in resolved ? { code: 'unset', names: resolved.missing } : { code: 'hidden' },
  };
}

/** It is written in another way than when it was applied: no one needs its value to see that. */
function rewrittenSecret(
  { applied, entry }: FieldSides,
  { path, after }: Difference,
): SecretVerdict | undefined {
  const kept = at(entry.applied, path) as Json | undefined;
  const known = keptSecret(kept);
  if (!(after instanceof SecretReference)) {
    // A plain text that we never sent, across from a mask: after an adoption nothing says that it is there.
    if (kept === undefined) return { verdict: 'changed' };
    const was = known?.template ?? kept;
    const isRewritten = typeof after === 'string' && typeof was === 'string' && was !== after;
    return isRewritten ? { verdict: 'changed' } : undefined;
  }
  if (kept === undefined) return applied === undefined ? undefined : { verdict: 'changed' };
  if (known === undefined) return { verdict: 'changed' };
  const { template: was } = known;
  if (was === undefined || was === after.template) return undefined;
  return { verdict: 'changed', fact: { code: 'renamed', was, is: after.template } };
}

/**
 * Nothing is there that a service could hide. A secret field is answered in any way; a header that reads empty is hidden
 * only where it was answered so right after we sent this very text.
 */
function isNothing({ name, now, entry }: FieldSides, { after, before, field, path }: Difference): boolean {
  if (before !== undefined && before !== null && before !== '') return false;
  // Where not even the object is there that would hold it, nothing is hidden.
  if (field?.secret === true) return at({ [name]: now ?? null }, path.slice(0, -1)) === undefined;
  const observed = at(entry.observed, path);
  const sent = keptSecret(at(entry.applied, path) as Json | undefined)?.template;
  const isAsAnswered = observed === '' || observed === null;
  return !(isAsAnswered && after instanceof SecretReference && sent === after.template);
}

/** What is around a secret is seen to be another without its value, and so is that nothing is there. */
function isSeenByValue({ field, before, after }: Difference): boolean {
  if (before === undefined || !(after instanceof SecretReference)) return false;
  return compareValues(field, after, before, () => undefined) !== 'different';
}

function changed(fact: SecretFact | undefined): SecretVerdict {
  return fact === undefined ? { verdict: 'changed' } : { verdict: 'changed', fact };
}

/** What is said where it is written as it was applied, and has another value than then: only a fingerprint can tell. */
function rotation({ entry, eyes }: FieldSides, { path, after }: Difference): SecretFact | undefined {
  if (!(after instanceof SecretReference)) return undefined;
  const known = keptSecret(at(entry.applied, path) as Json | undefined);
  const resolved = after.resolve(eyes.secrets);
  const print = 'value' in resolved ? eyes.fingerprint?.(path, resolved.value) : undefined;
  if (print === undefined || known?.fingerprint === undefined) return undefined;
  return known.fingerprint === print ? undefined : { code: 'rotated', names: after.names };
}

/** What the API answers in clear; what it hid right after our last write it hides still. */
function shownIn({ entry }: FieldSides, { before, path }: Difference): Secret | undefined {
  const text = before instanceof Secret ? before.reveal() : before;
  const isHidden = keptSecret(at(entry.observed, path) as Json | undefined)?.hidden === true;
  return typeof text !== 'string' || isHidden || isMaskedText(text) ? undefined : new Secret(text);
}
