import { compareValues } from '../../derive/compare/compare-values.ts';
import { isMaskedText } from '../../derive/forms/echo.ts';
import type { Difference } from '../../derive/compare/differences.ts';
import { keptSecret } from '../../derive/forms/kept.ts';
import { compareFingerprints } from '../../derive/secrets/compare-fingerprints.ts';
import type { SecretFact } from '../../model/facts/secret.ts';
import { Secret, SecretReference } from '../../model/secret.ts';
import type { Json } from '../../model/value.ts';
import { at } from './change.ts';
import type { FieldSides } from './field-sides.ts';

export interface SecretVerdict {
  readonly verdict: 'changed' | 'same' | 'unknown';
  /** The known facts about the change; for `unknown`, the reason. */
  readonly fact?: SecretFact;
  /** The change is visible only with the value: a plan without secrets and key does not show it. */
  readonly isByValue?: true;
}

/**
 * Whether a secret must be sent. If the API returns the value in clear and ours resolves, the values decide; otherwise
 * the fingerprint in the ledger; otherwise the template. A masked response counts as neither same nor changed.
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
  const compared = compareFingerprints(print, known?.fingerprint);
  if (compared === 'same') return { verdict: 'same' };
  if (compared === 'different') {
    const fact: SecretFact =
      'value' in resolved ? { code: 'rotated', names: after.names } : { code: 'changed-outside' };
    return { verdict: 'changed', fact, isByValue: true };
  }
  if (writesSecrets) return { verdict: 'changed', fact: { code: 'approved' }, isByValue: true };
  return {
    verdict: 'unknown',
    fact:
      'missing' in resolved
        ? { code: 'unset', names: resolved.missing }
        : { code: print !== undefined && known?.fingerprint !== undefined ? 'other-key' : 'hidden' },
  };
}

/** The verdict for a template that differs from the applied one, which needs no secret value. */
function rewrittenSecret(
  { applied, entry }: FieldSides,
  { path, after }: Difference,
): SecretVerdict | undefined {
  const kept = at(entry.applied, path) as Json | undefined;
  const known = keptSecret(kept);
  if (!(after instanceof SecretReference)) {
    // A plain string that we never sent, while live is masked: after an adoption nothing shows that live has it.
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
 * Whether live has no value that the service could be hiding. A secret field may be returned in any form; a header that
 * reads empty counts as hidden only if it was returned empty right after we sent this same template.
 */
function isNothing({ name, now, entry }: FieldSides, { after, before, field, path }: Difference): boolean {
  if (before !== undefined && before !== null && before !== '') return false;
  // If even the containing object is absent, no value is hidden.
  if (field?.secret === true) return at({ [name]: now ?? null }, path.slice(0, -1)) === undefined;
  const observed = at(entry.observed, path);
  const sent = keptSecret(at(entry.applied, path) as Json | undefined)?.template;
  const isAsAnswered = observed === '' || observed === null;
  return !(isAsAnswered && after instanceof SecretReference && sent === after.template);
}

/** Whether the difference is visible without the secret: the text around it differs, or the value is absent. */
function isSeenByValue({ field, before, after }: Difference): boolean {
  if (before === undefined || !(after instanceof SecretReference)) return false;
  return compareValues(field, after, before, () => undefined) !== 'different';
}

function changed(fact: SecretFact | undefined): SecretVerdict {
  return fact === undefined ? { verdict: 'changed' } : { verdict: 'changed', fact };
}

/** Reports a rotation: the template is as applied, the value differs. Only a fingerprint can show this. */
function rotation({ entry, eyes }: FieldSides, { path, after }: Difference): SecretFact | undefined {
  if (!(after instanceof SecretReference)) return undefined;
  const known = keptSecret(at(entry.applied, path) as Json | undefined);
  const resolved = after.resolve(eyes.secrets);
  const print = 'value' in resolved ? eyes.fingerprint?.(path, resolved.value) : undefined;
  return compareFingerprints(print, known?.fingerprint) === 'different'
    ? { code: 'rotated', names: after.names }
    : undefined;
}

/** The value returned in clear. A value that was hidden right after our last write is hidden still. */
function shownIn({ entry }: FieldSides, { before, path }: Difference): Secret | undefined {
  const text = before instanceof Secret ? before.reveal() : before;
  const isHidden = keptSecret(at(entry.observed, path) as Json | undefined)?.hidden === true;
  return typeof text !== 'string' || isHidden || isMaskedText(text) ? undefined : new Secret(text);
}
