/**
 * Restores the live state and the ledger from a snapshot and the files to plan: a text that the files have at the same
 * field is found by its hash; any other stays unknown, but equal ones are still recognized as equal.
 */
import { hiddenTextOf } from '../../derive/forms/mask-text.ts';
import { walkSpec, type SealedText, type SealedSecret } from '../../derive/forms/walk-texts.ts';
import { isKindName } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Live, LiveState } from '../../model/live.ts';
import { Secret } from '../../model/secret.ts';
import type {
  HiddenForward,
  HiddenTexts,
  PicturedEnvironment,
  PicturedObject,
  SeenText,
} from '../../model/snapshot.ts';
import type { Json, JsonObject, Value } from '../../model/value.ts';
import type { Adoption } from '../../model/workspace/environment.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { withSpecs, type KnownTexts } from './known-texts.ts';
import { hiddenName } from './redact.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import type { Address } from '../../model/workspace/address.ts';

export function restoredLive({ live }: PicturedEnvironment, known: KnownTexts): LiveState {
  const found = (all: Readonly<Record<string, PicturedObject | 'missing'>>): Map<Address, Live | 'missing'> =>
    new Map(
      Object.entries(all).map(([address, object]) => [
        address as Address,
        object === 'missing' ? object : restored(object, known),
      ]),
    );
  return {
    listed: live.listed.map((object) => restored(object, known)),
    known: found(live.known),
    orphans: found(live.orphans),
  };
}

/** Adds the adoptions declared since the snapshot was taken, if a list in it has the objects. */
export function adoptedLive(live: LiveState, adoptions: readonly Adoption[]): LiveState {
  const listed = new Map(live.listed.map((object) => [object.id, object]));
  const known = new Map(live.known);
  for (const { address, id } of adoptions) {
    const found = listed.get(id);
    if (found !== undefined && !known.has(address)) known.set(address, found);
  }
  return { ...live, known };
}

/** The ledger in the form its parser expects: known texts in its specs are restored. */
export function restoredLedger({ ledger }: PicturedEnvironment, known: KnownTexts): JsonObject {
  const { guarded } = ledger;
  const ways = isJsonMap(guarded) ? { guarded: withNames(guarded, known) } : {};
  return withSpecs({ resources: {}, orphans: {}, ...ledger, ...ways }, (kind, spec) =>
    typeof kind === 'string' && isKindName(kind)
      ? (restoredSpec(kind, spec, known, restoreSecret) as JsonObject)
      : spec,
  );
}

function withNames(items: JsonObject, known: KnownTexts): JsonObject {
  return Object.fromEntries(Object.entries(items).map(([name, item]) => [nameOf(name, known), item]));
}

function nameOf(name: string, known: KnownTexts): string {
  return name.startsWith(hiddenName) ? textOfHash(name.slice(hiddenName.length), known) : name;
}

function restored(
  { kind, id, edge_id, marker, is_manageable, spec }: PicturedObject,
  known: KnownTexts,
): Live {
  const name = kind as KindName;
  return {
    kind: name,
    id,
    ...withoutUndefined({ edge_id, marker }),
    isManageable: is_manageable,
    spec: restoredSpec(name, spec, known, unknownSecret),
  };
}

type Restore = (secret: SealedSecret, known: KnownTexts) => Value | Json;

/** A secret in the form of a service that hides it: it cannot be compared. */
const unknownSecret: Restore = (
  { shape, fits, forwards, is_clear: isClear = false, is_empty: isEmpty },
  known,
) =>
  new Secret(isEmpty === true ? '' : '***', {
    ...{ shape, isClear, forwards: forwardsOf(forwards, known) },
    // One that the files no longer have is compared with that of the ledger, which has the same placeholder.
    fits: fits?.map((hash) => textOfHash(hash, known)),
  });

const restoreSecret: Restore = ({ template_hash: hash, forwards: _live, ...secret }, known) => ({
  $secret: {
    ...secret,
    ...withoutUndefined({ template: hash === undefined ? undefined : textOfHash(hash, known) }),
  },
});

function restoredSpec(
  kind: KindName,
  spec: JsonObject,
  known: KnownTexts,
  secret: Restore,
): Record<string, Value | Json> {
  return walkSpec(kind, spec, {
    text: (text) => text,
    name: (name) => nameOf(name, known),
    sealed: (value) => {
      const { $hidden, $secret = {} } = value as SealedText;
      return $hidden === undefined ? secret($secret, known) : textOfHash($hidden, known);
    },
  });
}

/** The URLs as the files have them; of one that they do not have, those of the endpoints that it reaches. */
function forwardsOf(
  forwards: readonly HiddenForward[] | undefined,
  known: KnownTexts,
): readonly string[] | undefined {
  return forwards?.flatMap(({ url = '', reaches }) => {
    const declared = known.get(url);
    return declared === undefined ? reaches.map((hash) => textOfHash(hash, known)) : [declared];
  });
}

function textOfHash(hash: string, known: KnownTexts): string {
  return known.get(hash) ?? hiddenTextOf(hash);
}

/** The facts about all hidden texts, by their placeholders in a restored state. */
export function hiddenTexts(pictured: PicturedEnvironment, known: KnownTexts): HiddenTexts {
  const found = new Map<string, SeenText>();
  const learn = (hash: string, forwards?: readonly HiddenForward[]): void => {
    const text = hiddenTextOf(hash);
    // The ledger may have the same text: only of what is live it is told what it forwards to.
    if (forwards === undefined && found.has(text)) return;
    found.set(text, { hash, forwards: forwardsOf(forwards, known) });
  };
  const look = (value: Json): void => {
    if (typeof value !== 'object' || value === null) return;
    const { $hidden: hidden, template_hash: template, forwards } = value as SealedText & SealedSecret;
    if (typeof hidden === 'string') learn(hidden, forwards);
    if (typeof template === 'string') learn(template);
    for (const [key, item] of Object.entries<Json>(value)) {
      if (key.startsWith(hiddenName)) learn(key.slice(hiddenName.length));
      look(item);
    }
  };
  look(pictured as unknown as Json);
  return found;
}
