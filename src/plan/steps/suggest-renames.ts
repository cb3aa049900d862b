import { canonical } from '../../derive/compare/canonical.ts';
import { ledgerSecret, toLedgerForm } from '../../derive/forms/ledger-form.ts';
import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Remedy } from '../../model/facts/remedy.ts';
import type { LedgerSpec } from '../../model/ledger/ledger.ts';
import type { Step } from '../../model/plan/step.ts';
import type { Json } from '../../model/value.ts';
import type { Address } from '../../model/workspace.ts';
import { canonicalJson } from '../../text/hash.ts';
import { addTo } from '../../text/items-by.ts';
import type { Pair } from './pair.ts';

/**
 * Suggests renames. An address that disappears while a similar one appears may be an undeclared rename: as a removal
 * and a create, the object would lose its id, and a route or an edge could not even be removed. Two resources are
 * similar if most of their declared top-level fields are equal. Only a person can tell, so this only suggests.
 */

type VanishedPair = Extract<Pair, { type: 'removed' }>;

interface RenameMatch {
  readonly other: Address;
  /** The top-level fields that differ. */
  readonly fields: readonly string[];
}

export function suggestRenames(pairs: readonly Pair[], steps: readonly Step[]): readonly Step[] {
  const created = steps.filter(({ action, remedies }) => action === 'create' && remedies.length === 0);
  const vanished = pairs.filter(
    (pair): pair is VanishedPair => pair.type === 'removed' && pair.live !== 'missing',
  );
  if (created.length === 0 || vanished.length === 0) return steps;
  const find = renameFinder(vanished);
  const twins = new Map<Address, RenameMatch>();
  for (const { address, kind, desired } of created) {
    const twin =
      desired === undefined
        ? undefined
        : find(
            kind,
            toLedgerForm(desired, () => undefined),
          );
    if (twin !== undefined) twins.set(address, twin);
  }
  const successors = new Map([...twins].map(([address, twin]) => [twin.other, address]));
  return steps.map((step) => {
    const twin = twins.get(step.address);
    const successor = successors.get(step.address);
    if (twin !== undefined && step.action === 'create')
      return { ...step, remedies: [{ code: 'formerly-twin', ...twin }] };
    if (successor === undefined) return step;
    const rename: Remedy = { code: 'formerly-there', address: successor, other: step.address };
    return { ...step, remedies: [...step.remedies, rename] };
  });
}

/** The minimum share of equal fields. */
const likeness = 2 / 3;

/** Indexes fields by their text, so that comparing a thousand new with a thousand removed resources stays fast. */
function renameFinder(
  vanished: readonly VanishedPair[],
): (kind: KindName, spec: LedgerSpec) => RenameMatch | undefined {
  const holders = new Map<string, number[]>();
  const names = vanished.map(({ entry }, index) => {
    const fields = fieldTexts(entry.kind, entry.applied ?? entry.observed);
    for (const text of fields.values()) addTo(holders, text, index);
    return fields;
  });
  return (kind, spec) => {
    const own = fieldTexts(kind, spec);
    const equal = new Map<number, number>();
    for (const text of own.values())
      for (const index of holders.get(text) ?? []) equal.set(index, (equal.get(index) ?? 0) + 1);
    let best: { readonly index: number; readonly share: number } | undefined;
    for (const [index, count] of equal) {
      const all = new Set([...own.keys(), ...(names[index] ?? new Map<string, string>()).keys()]);
      const share = count / all.size;
      if (count >= 2 && share >= likeness && share > (best?.share ?? 0)) best = { index, share };
    }
    const gone = best === undefined ? undefined : vanished[best.index];
    const theirs = best === undefined ? undefined : names[best.index];
    if (gone === undefined || theirs === undefined) return undefined;
    const all = [...new Set([...own.keys(), ...theirs.keys()])];
    return { other: gone.address, fields: all.filter((name) => own.get(name) !== theirs.get(name)) };
  };
}

/** Each declared field as a text that is equal for equivalent values. */
function fieldTexts(kind: KindName, spec: LedgerSpec): ReadonlyMap<string, string> {
  const { fields } = kinds[kind];
  return new Map(
    Object.entries(spec).map(([name, value]) => {
      const text = canonicalJson(canonical(fields[name], withoutFingerprints(value)));
      return [name, `${kind} ${name} ${text}`] as const;
    }),
  );
}

function withoutFingerprints(value: Json): Json {
  const secret = ledgerSecret(value);
  if (secret !== undefined) return { $secret: { template: secret.template ?? '' } };
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map(withoutFingerprints);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutFingerprints(item)]));
}
