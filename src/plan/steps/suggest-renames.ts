import { canonical } from '../../derive/compare/canonical.ts';
import { exclusiveKeys } from '../../derive/forms/identity.ts';
import { ledgerSecret, toLedgerForm } from '../../derive/forms/ledger-form.ts';
import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Remedy } from '../../model/facts/remedy.ts';
import type { LedgerSpec } from '../../model/ledger/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { Step } from '../../model/plan/step.ts';
import type { Json } from '../../model/value.ts';
import type { Address } from '../../model/workspace/address.ts';
import { addTo } from '../../text/lists/group-by.ts';
import type { Pair } from './pair.ts';
import { canonicalJson } from '../../text/json/canonical-json.ts';

/**
 * Suggests renames. An address that disappears while a similar one appears may be an undeclared rename: as a removal
 * and a create, the object would lose its id, and a route or an edge could not even be removed. Two resources are
 * similar if most of their declared top-level fields are equal, or if the one takes the url, match or hostport that the
 * other has or that its deletion frees. Only a person can tell, so this only suggests.
 */

type VanishedPair = Extract<Pair, { type: 'removed' }> & { readonly live: Live };

interface RenameMatch {
  readonly other: Address;
  /** The top-level fields that differ. */
  readonly fields: readonly string[];
}

export function suggestRenames(pairs: readonly Pair[], steps: readonly Step[]): readonly Step[] {
  const created = steps.filter(({ action }) => action === 'create');
  const vanished = pairs.filter(
    (pair): pair is VanishedPair => pair.type === 'removed' && pair.live !== 'missing',
  );
  const successors = blockedSuccessors(steps);
  if ((created.length === 0 && successors.size === 0) || vanished.length === 0) return steps;
  const freed = freedIdentities(vanished, steps);
  const find = renameFinder(vanished);
  const renames = new Map<Address, Remedy>();
  for (const { address, kind, desired = {} } of created) {
    const [other] = exclusiveKeys(kind, desired).flatMap((key) => freed.get(key) ?? []);
    const alike =
      other === undefined
        ? find(
            kind,
            toLedgerForm(desired, () => undefined),
          )
        : undefined;
    if (other !== undefined) renames.set(address, { code: 'formerly-place', other });
    if (alike !== undefined) {
      renames.set(address, { code: 'formerly-twin', ...alike });
      successors.set(alike.other, address);
    }
  }
  return steps.map((step) => {
    const rename = step.action === 'create' ? renames.get(step.address) : undefined;
    if (rename !== undefined) return { ...step, remedies: [rename] };
    const address = successors.get(step.address);
    if (address === undefined) return step;
    return {
      ...step,
      remedies: [{ code: 'formerly-there', address, other: step.address }, ...step.remedies],
    };
  });
}

/** By the address of an object that stays, the new resource that it blocks. */
function blockedSuccessors(steps: readonly Step[]): Map<Address, Address> {
  return new Map(
    steps.flatMap(({ address, action, remedies }) =>
      action === 'blocked'
        ? remedies.flatMap((remedy) =>
            remedy.code === 'formerly' ? [[remedy.other as Address, address] as const] : [],
          )
        : [],
    ),
  );
}

/** The addresses of deleted objects, by the identities that others can take then. */
function freedIdentities(
  vanished: readonly VanishedPair[],
  steps: readonly Step[],
): ReadonlyMap<string, Address> {
  const deleted = new Set(steps.flatMap(({ action, address }) => (action === 'delete' ? [address] : [])));
  const freed = new Map<string, Address>();
  for (const { address, live } of vanished) {
    if (!deleted.has(address)) continue;
    for (const key of exclusiveKeys(live.kind, live.spec)) if (!freed.has(key)) freed.set(key, address);
  }
  return freed;
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
    const ownFields = fieldTexts(kind, spec);
    const equal = new Map<number, number>();
    for (const text of ownFields.values())
      for (const index of holders.get(text) ?? []) equal.set(index, (equal.get(index) ?? 0) + 1);
    let best: { readonly index: number; readonly share: number } | undefined;
    for (const [index, count] of equal) {
      const all = new Set([...ownFields.keys(), ...(names[index] ?? new Map<string, string>()).keys()]);
      const share = count / all.size;
      if (count >= 2 && share >= likeness && share > (best?.share ?? 0)) best = { index, share };
    }
    const gone = best === undefined ? undefined : vanished[best.index];
    const theirs = best === undefined ? undefined : names[best.index];
    if (gone === undefined || theirs === undefined) return undefined;
    const all = [...new Set([...ownFields.keys(), ...theirs.keys()])];
    return { other: gone.address, fields: all.filter((name) => ownFields.get(name) !== theirs.get(name)) };
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
