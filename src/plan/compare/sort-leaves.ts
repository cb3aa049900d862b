import { valueAtAnyCase } from '../../derive/forms/tree.ts';
import { compareValues } from '../../derive/compare/compare-values.ts';
import { differences, type Difference } from '../../derive/compare/differences.ts';
import { isMaskedText } from '../../derive/forms/mask-text.ts';
import { fieldAt } from '../../derive/forms/fields.ts';
import { ledgerSecret } from '../../derive/forms/ledger-form.ts';
import { compareFingerprints } from '../../derive/secrets/compare-fingerprints.ts';
import type { SecretFact } from '../../model/facts/secret-fact.ts';
import type { FieldChange } from '../../model/plan/change.ts';
import { Secret } from '../../model/secret.ts';
import type { Path, Value } from '../../model/value.ts';
import { fieldChange, writtenReference } from './field-change.ts';
import type { FieldSides } from './field-sides.ts';
import { sameAsLedger } from './same-as-ledger.ts';
import { SecretReference } from '../../model/secret-reference.ts';

export interface SortedLeaves {
  /** Live differs from the YAML. */
  readonly declared: FieldChange[];
  /** Applied and live, but no longer in the YAML. */
  readonly removed: FieldChange[];
  /** Live, and never declared in the YAML. */
  readonly rest: {
    /** Lost when the module is sent, and not a default that the server filled in. */
    readonly wiped: FieldChange[];
    /** Differs from the observed value. */
    readonly drifted: FieldChange[];
  };
  readonly notCompared: FieldChange[];
  /** Added by the service to a map that we sent. */
  readonly added: FieldChange[];
}

/** The leaves of one field where live differs from the YAML, grouped by cause. */
export function sortLeaves(sides: FieldSides, wanted: Value): SortedLeaves {
  const { name, field, now, comparer } = sides;
  const before = now === undefined ? {} : { [name]: now };
  const sorted: SortedLeaves = {
    declared: [],
    removed: [],
    rest: { wiped: [], drifted: [] },
    notCompared: [],
    added: [],
  };
  const declared: DeclaredSides = { ...sides, wanted };
  for (const difference of differences({ [name]: field }, before, { [name]: wanted }, comparer.secrets)) {
    if (holdsSecret(difference)) sortSecret(sides, difference, sorted);
    else sortLeaf(declared, difference, sorted);
  }
  return sorted;
}

function sortSecret(sides: FieldSides, difference: Difference, sorted: SortedLeaves): void {
  const { verdict, ...compared } = compareSecret(sides, difference);
  const change = declaredChange(sides, difference, { secret: compared.fact, isByValue: compared.isByValue });
  if (verdict === 'unknown') sorted.notCompared.push(change);
  if (verdict === 'changed') sorted.declared.push(change);
}

function declaredChange(
  sides: FieldSides,
  difference: Difference,
  about: Pick<Parameters<typeof fieldChange>[1], 'secret' | 'isByValue' | 'applied'>,
): FieldChange {
  const { desired, facts, entry, comparer, isOutside } = sides;
  const { after, path } = difference;
  const written =
    after instanceof SecretReference ? after : isOutside ? undefined : writtenReference(entry, path);
  const context = {
    ...about,
    cause: 'configuration',
    desired,
    facts,
    written,
    secrets: comparer.secrets,
  } as const;
  return fieldChange(difference, context);
}

/** A field that the YAML declares. */
interface DeclaredSides extends FieldSides {
  readonly wanted: Value;
}

function sortLeaf(sides: DeclaredSides, difference: Difference, sorted: SortedLeaves): void {
  const { wanted, entry, comparer, facts, field, name } = sides;
  const { path } = difference;
  if (valueAtAnyCase({ [name]: wanted }, path) !== undefined) {
    sorted.declared.push(declaredChange(sides, difference, { applied: appliedText(sides, difference) }));
    return;
  }
  if (valueAtAnyCase(entry.applied, path) !== undefined) {
    sorted.removed.push(fieldChange(difference, { cause: 'removed', facts }));
    return;
  }
  const observed = valueAtAnyCase(entry.observed, path);
  const before = { field: difference.field, path, value: difference.before, kept: observed };
  const isObserved = sameAsLedger(before, comparer);
  if (isInDeclaredMap(sides, path) && isObserved && isAddedByService(sides, path)) {
    sorted.added.push(fieldChange(difference, { cause: 'replaced-whole', facts }));
  } else if (isInDeclaredMap(sides, path)) {
    const whole = field.type === 'module' ? 'replaced-whole' : 'configuration';
    sorted.declared.push(fieldChange(difference, { cause: isObserved ? whole : 'outside', facts }));
  } else {
    const change = fieldChange(difference, { cause: 'replaced-whole', facts });
    if (!isObserved) sorted.rest.drifted.push({ ...change, cause: 'outside' });
    // After a write of ours without the field, its observed value is a default that the service sets again.
    if (sides.applied === undefined || !isObserved) sorted.rest.wiped.push(change);
  }
}

/** Whether the service added the key in its response to our write of the map; not for keys that we meant to remove. */
function isAddedByService({ entry, name }: FieldSides, path: Path): boolean {
  return valueAtAnyCase(entry.applied, path.slice(0, -1)) !== undefined && entry.unkept?.[name] === undefined;
}

/** The last applied value, which a reader of a conflict needs as the third side. */
function appliedText({ entry, isOutside }: FieldSides, { path, after }: Difference): string | undefined {
  const applied = valueAtAnyCase(entry.applied, path);
  if (!isOutside || applied === undefined || typeof applied === 'object' || applied === after)
    return undefined;
  const text = JSON.stringify(applied);
  return text.length > 60 ? undefined : text;
}

/** Whether the YAML has a reference, or declares a plain value where live hides one. */
function holdsSecret({ after, before, verdict }: Difference): boolean {
  const isHidden = verdict === 'unknown' && before !== undefined;
  return after instanceof SecretReference || (isHidden && after !== undefined);
}

/** Whether only live has the key, in a map that the YAML declares: such a map is one value. */
function isInDeclaredMap({ desired, name, wanted }: DeclaredSides, path: Path): boolean {
  const above = path.slice(0, -1);
  return (
    fieldAt(desired.kind, above)?.type === 'map' && valueAtAnyCase({ [name]: wanted }, above) !== undefined
  );
}

interface SecretVerdict {
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
function compareSecret(sides: FieldSides, difference: Difference): SecretVerdict {
  const { after, path, verdict } = difference;
  const { now, entry, comparer, writesSecrets } = sides;
  if (now === undefined) return { verdict: 'changed' };
  const rewritten = rewrittenSecret(sides, difference);
  if (verdict === 'different' || isNothing(sides, difference)) {
    const isByValue = isSeenByValue(difference);
    return rewritten ?? { ...changed(rotation(sides, difference)), ...(isByValue ? { isByValue } : {}) };
  }
  if (rewritten !== undefined) return rewritten;
  if (!(after instanceof SecretReference)) return { verdict: 'unknown', fact: { code: 'hidden' } };
  const known = ledgerSecret(valueAtAnyCase(entry.applied, path));
  const resolved = after.resolve(comparer.secrets);
  const ours = 'value' in resolved ? resolved.value : shownIn(sides, difference);
  const print = ours === undefined ? undefined : comparer.fingerprint?.(path, ours);
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
  const kept = valueAtAnyCase(entry.applied, path);
  const known = ledgerSecret(kept);
  if (!(after instanceof SecretReference)) {
    // A plain string that we never sent, while live is masked: after an adoption nothing shows that live has it.
    if (kept === undefined) return { verdict: 'changed' };
    const templateBefore = known?.template ?? kept;
    const isRewritten =
      typeof after === 'string' && typeof templateBefore === 'string' && templateBefore !== after;
    return isRewritten ? { verdict: 'changed' } : undefined;
  }
  if (kept === undefined) return applied === undefined ? undefined : { verdict: 'changed' };
  if (known === undefined) return { verdict: 'changed' };
  const { template: templateBefore } = known;
  if (templateBefore === undefined || templateBefore === after.template) return undefined;
  return { verdict: 'changed', fact: { code: 'renamed', was: templateBefore, is: after.template } };
}

/**
 * Whether live has no value that the service could be hiding. A secret field may be returned in any form; a header that
 * reads empty counts as hidden only if it was returned empty right after we sent this same template.
 */
function isNothing({ name, now, entry }: FieldSides, { after, before, field, path }: Difference): boolean {
  if (before !== undefined && before !== null && before !== '') return false;
  // If even the containing object is absent, no value is hidden.
  if (field?.secret === true) return valueAtAnyCase({ [name]: now ?? null }, path.slice(0, -1)) === undefined;
  const observed = valueAtAnyCase(entry.observed, path);
  const sent = ledgerSecret(valueAtAnyCase(entry.applied, path))?.template;
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
function rotation({ entry, comparer }: FieldSides, { path, after }: Difference): SecretFact | undefined {
  if (!(after instanceof SecretReference)) return undefined;
  const known = ledgerSecret(valueAtAnyCase(entry.applied, path));
  const resolved = after.resolve(comparer.secrets);
  const print = 'value' in resolved ? comparer.fingerprint?.(path, resolved.value) : undefined;
  return compareFingerprints(print, known?.fingerprint) === 'different'
    ? { code: 'rotated', names: after.names }
    : undefined;
}

/** The value returned in clear. A value that was hidden right after our last write is hidden still. */
function shownIn({ entry }: FieldSides, { before, path }: Difference): Secret | undefined {
  const text = before instanceof Secret ? before.reveal() : before;
  const isHidden = ledgerSecret(valueAtAnyCase(entry.observed, path))?.hidden === true;
  return typeof text !== 'string' || isHidden || isMaskedText(text) ? undefined : new Secret(text);
}
