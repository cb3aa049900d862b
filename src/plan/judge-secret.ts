import { isMaskedText } from '../derive/canonical.ts';
import type { Difference } from '../derive/differences.ts';
import { keptSecret } from '../derive/kept.ts';
import type { SecretFact } from '../model/plan.ts';
import { Secret, SecretReference } from '../model/secret.ts';
import type { Json } from '../model/value.ts';
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
 * ledger kept; else how the reference is written (APPLY.md, section 9). A masked echo is neither the same nor another.
 */
export function judgeSecret(sides: FieldSides, difference: Difference): SecretVerdict {
  const { after, before, field, path, verdict } = difference;
  const { now, entry, eyes, writesSecrets } = sides;
  if (now === undefined) return { verdict: 'changed' };
  const rewritten = rewrittenSecret(sides, difference);
  const echo = echoOf(before);
  // Where not even the object is there that would hold it, nothing is hidden.
  const isHolderLive = at({ [sides.name]: now }, path.slice(0, -1)) !== undefined;
  const isHiddenByService =
    echo === undefined && (before !== undefined || (field?.secret === true && isHolderLive));
  if (!isHiddenByService && (verdict === 'different' || before === undefined)) {
    const isByValue = before !== undefined && after instanceof SecretReference;
    return rewritten ?? { ...changed(rotation(sides, difference)), ...(isByValue ? { isByValue } : {}) };
  }
  if (rewritten !== undefined) return rewritten;
  if (!(after instanceof SecretReference)) return { verdict: 'unknown', fact: { type: 'hidden' } };
  const known = keptSecret(at(entry.applied, path) as Json | undefined);
  const resolved = after.resolve(eyes.secrets);
  const ours = 'value' in resolved ? resolved.value : echo;
  const print = ours === undefined ? undefined : eyes.fingerprint?.(path, ours);
  if (print !== undefined && known?.fingerprint !== undefined) {
    if (print === known.fingerprint) return { verdict: 'same' };
    const fact: SecretFact =
      'value' in resolved ? { type: 'rotated', names: after.names } : { type: 'changed-outside' };
    return { verdict: 'changed', fact, isByValue: true };
  }
  if (writesSecrets) return { verdict: 'changed', fact: { type: 'approved' }, isByValue: true };
  return {
    verdict: 'unknown',
    fact: 'missing' in resolved ? { type: 'unset', names: resolved.missing } : { type: 'hidden' },
  };
}

/** It is written in another way than when it was applied: nobody needs its value to see that. */
function rewrittenSecret(
  { applied, entry }: FieldSides,
  { path, after }: Difference,
): SecretVerdict | undefined {
  const kept = at(entry.applied, path) as Json | undefined;
  const known = keptSecret(kept);
  if (!(after instanceof SecretReference)) {
    const was = known?.template ?? kept;
    const isRewritten = typeof after === 'string' && typeof was === 'string' && was !== after;
    return isRewritten ? { verdict: 'changed' } : undefined;
  }
  if (kept === undefined) return applied === undefined ? undefined : { verdict: 'changed' };
  if (known === undefined) return { verdict: 'changed' };
  const { template: was } = known;
  if (was === undefined || was === after.template) return undefined;
  return { verdict: 'changed', fact: { type: 'renamed', was, is: after.template } };
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
  return known.fingerprint === print ? undefined : { type: 'rotated', names: after.names };
}

/** What the API answered, if it is more than a mask. */
function echoOf(before: Difference['before']): Secret | undefined {
  const secret = typeof before === 'string' ? new Secret(before) : before;
  return secret instanceof Secret && !isMaskedText(secret.reveal()) ? secret : undefined;
}
