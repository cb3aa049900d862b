import { isMaskedText } from '../derive/canonical.ts';
import type { Difference } from '../derive/differences.ts';
import { keptSecret } from '../derive/kept.ts';
import { Secret, SecretReference } from '../model/secret.ts';
import type { Json } from '../model/value.ts';
import { at } from './change.ts';
import type { FieldSides } from './field-sides.ts';
import { rotatedNote } from './rotated.ts';

export interface SecretVerdict {
  readonly verdict: 'changed' | 'same' | 'unknown';
  /** What is known of the change; of an unknown one, why. */
  readonly note?: string;
}

const hidden = 'the API does not show it';

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
  if (!isHiddenByService && (verdict === 'different' || before === undefined))
    return changed(rotation(sides, difference));
  const kept = at(entry.applied, path) as Json | undefined;
  if (!(after instanceof SecretReference)) {
    const was = keptSecret(kept)?.template ?? kept;
    const isRewritten = typeof after === 'string' && typeof was === 'string' && was !== after;
    return isRewritten ? { verdict: 'changed' } : { verdict: 'unknown', note: hidden };
  }
  if (kept === undefined && applied !== undefined) return { verdict: 'changed' };
  const known = keptSecret(kept);
  if (kept !== undefined && known === undefined) return { verdict: 'changed' };
  if (known?.template !== undefined && known.template !== after.template) {
    return { verdict: 'changed', note: otherTemplate(known.template, after.template) };
  }
  const resolved = after.resolve(eyes.secrets);
  const ours = 'value' in resolved ? resolved.value : echo;
  const print = ours === undefined ? undefined : eyes.fingerprint?.(path, ours);
  if (print !== undefined && known?.fingerprint !== undefined) {
    if (print === known.fingerprint) return { verdict: 'same' };
    const note = 'value' in resolved ? rotatedNote(after) : 'its fingerprint is not the one we applied';
    return { verdict: 'changed', note };
  }
  if (writesSecrets) return { verdict: 'changed', note: 'not compared; sent because an approval says so' };
  return {
    verdict: 'unknown',
    note:
      'missing' in resolved
        ? `${resolved.missing.join(', ')} ${resolved.missing.length === 1 ? 'is' : 'are'} not set`
        : hidden,
  };
}

function changed(note: string | undefined): SecretVerdict {
  return note === undefined ? { verdict: 'changed' } : { verdict: 'changed', note };
}

/** What is said where it is written as it was applied, and has another value than then: only a fingerprint can tell. */
function rotation({ entry, eyes }: FieldSides, { path, after }: Difference): string | undefined {
  if (!(after instanceof SecretReference)) return undefined;
  const known = keptSecret(at(entry.applied, path) as Json | undefined);
  const resolved = after.resolve(eyes.secrets);
  const print = 'value' in resolved ? eyes.fingerprint?.(path, resolved.value) : undefined;
  if (print === undefined || known?.fingerprint === undefined) return undefined;
  return known.template === after.template && known.fingerprint !== print ? rotatedNote(after) : undefined;
}

/** A reference is named; of a text with one in it that is too long to be read here, what is new is shown anyway. */
function otherTemplate(was: string, is: string): string {
  return was.length + is.length > 160
    ? 'what is written around the secret was another'
    : `the reference was \`${was}\` and is \`${is}\` now`;
}

/** What the API answered, if it is more than a mask. */
function echoOf(before: Difference['before']): Secret | undefined {
  const secret = typeof before === 'string' ? new Secret(before) : before;
  return secret instanceof Secret && !isMaskedText(secret.reveal()) ? secret : undefined;
}
