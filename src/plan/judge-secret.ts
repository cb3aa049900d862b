import { isMaskedText } from '../derive/canonical.ts';
import type { Difference } from '../derive/differences.ts';
import { keptSecret } from '../derive/kept.ts';
import { Secret, SecretReference } from '../model/secret.ts';
import type { Json } from '../model/value.ts';
import { at } from './change.ts';
import type { FieldSides } from './field-sides.ts';

export interface SecretVerdict {
  readonly verdict: 'changed' | 'same' | 'unknown';
  readonly note?: string;
}

/**
 * Whether a secret must be sent. What the API echoes in clear decides where ours resolves; else the fingerprint that the
 * ledger kept; else how the reference is written (APPLY.md, section 9). A masked echo is neither the same nor another.
 */
export function judgeSecret(sides: FieldSides, difference: Difference): SecretVerdict {
  const { after, before, field, path, verdict } = difference;
  const { now, applied, entry, eyes, writesSecrets } = sides;
  if (now === undefined) return { verdict: 'changed' };
  const echo = echoOf(before);
  // Where not even the object is there that would hold it, nothing is hidden.
  const isHolderLive = at({ [sides.name]: now }, path.slice(0, -1)) !== undefined;
  const isHiddenByService =
    echo === undefined && (before !== undefined || (field?.secret === true && isHolderLive));
  if (!isHiddenByService && (verdict === 'different' || before === undefined)) return { verdict: 'changed' };
  if (!(after instanceof SecretReference))
    return { verdict: 'unknown', note: 'not compared: the API does not show it' };
  const kept = at(entry.applied, path) as Json | undefined;
  if (kept === undefined && applied !== undefined) return { verdict: 'changed' };
  const known = keptSecret(kept);
  if (kept !== undefined && known === undefined) return { verdict: 'changed' };
  if (known?.template !== undefined && known.template !== after.template) {
    return {
      verdict: 'changed',
      note: `the reference was \`${known.template}\` and is \`${after.template}\` now`,
    };
  }
  const resolved = after.resolve(eyes.secrets);
  const ours = 'value' in resolved ? resolved.value : echo;
  const print = ours === undefined ? undefined : eyes.fingerprint?.(path, ours);
  if (print !== undefined && known?.fingerprint !== undefined) {
    if (print === known.fingerprint) return { verdict: 'same' };
    const note =
      'value' in resolved
        ? 'rotated: its fingerprint is another'
        : 'its fingerprint is not the one we applied';
    return { verdict: 'changed', note };
  }
  if (writesSecrets) return { verdict: 'changed', note: 'not compared; sent because a consent says so' };
  return {
    verdict: 'unknown',
    note:
      'missing' in resolved
        ? `not compared: ${resolved.missing.join(', ')} is not set`
        : 'not compared: the API does not show it',
  };
}

/** What the API answered, if it is more than a mask. */
function echoOf(before: Difference['before']): Secret | undefined {
  const secret = typeof before === 'string' ? new Secret(before) : before;
  return secret instanceof Secret && !isMaskedText(secret.reveal()) ? secret : undefined;
}
