/**
 * What a snapshot shows of a value: a text only where the files hold it at the same field anyway, of any other a salted
 * hash, of a secret that there is one. Numbers and switches are shown: there are so few of them that a hash hides none.
 */
import { hashOfText } from '../derive/text-digest.ts';
import { walkSpec, type Sealed, type TextPlace } from '../derive/walk-texts.ts';
import type { KindName } from '../kinds/kind.ts';
import type { Desired } from '../model/desired.ts';
import type { LedgerState } from '../model/ledger.ts';
import type { Live, LiveState } from '../model/live.ts';
import { Secret, SecretReference } from '../model/secret.ts';
import type { HiddenText, PicturedEnvironment, PicturedObject } from '../model/snapshot.ts';
import type { Json, JsonObject, Spec, Value } from '../model/value.ts';
import { secretPlace, type KnownTexts } from './known-texts.ts';
import { sealReferences } from './seal-references.ts';

export interface Redaction {
  readonly salt: string;
  readonly known: KnownTexts;
}

export function picture(
  {
    environment,
    api,
    ledger,
    live,
    desired,
  }: {
    readonly environment: string;
    readonly api: string;
    readonly ledger: LedgerState;
    readonly live: LiveState;
    readonly desired: readonly Pick<Desired, 'address' | 'formerly' | 'spec'>[];
  },
  redaction: Redaction,
): PicturedEnvironment {
  const specs = specsById(live, desired);
  const shownObject = (each: Live): PicturedObject => {
    const object = pictured(each, redaction);
    const spec = specs.get(each.id);
    return spec === undefined ? object : { ...object, spec: sealReferences(object.spec, spec) };
  };
  const shown = (found: ReadonlyMap<string, Live | 'missing'>): Record<string, PicturedObject | 'missing'> =>
    Object.fromEntries(
      [...found]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([address, each]) => [address, each === 'missing' ? each : shownObject(each)]),
    );
  return {
    environment,
    api,
    ledger: redactedLedger(ledger, redaction),
    live: {
      listed: live.listed.map(shownObject),
      known: shown(live.known),
      orphans: shown(live.orphans),
    },
  };
}

/** What the files say of the object with an id, under the name that it has or had. */
function specsById(
  { known, orphans }: LiveState,
  desired: readonly Pick<Desired, 'address' | 'formerly' | 'spec'>[],
): ReadonlyMap<string, Spec> {
  const pairs = desired.flatMap(({ address, formerly, spec }) =>
    [address, ...formerly].flatMap((name): [string, Spec][] => {
      const object = known.get(name) ?? orphans.get(name);
      return object === undefined || object === 'missing' ? [] : [[object.id, spec]];
    }),
  );
  return new Map(pairs);
}

function pictured(
  { kind, id, edge_id, marker, isManageable, spec }: Live,
  redaction: Redaction,
): PicturedObject {
  return {
    kind,
    id,
    ...(edge_id === undefined ? {} : { edge_id }),
    ...(marker === undefined ? {} : { marker }),
    is_manageable: isManageable,
    spec: redactedSpec(kind, spec, redaction),
  };
}

function redactedLedger({ resources, orphans, ...about }: LedgerState, redaction: Redaction): JsonObject {
  const entries = (all: LedgerState['resources']): JsonObject =>
    Object.fromEntries(
      Object.entries(all).map(([address, { applied, observed, ...entry }]) => [
        address,
        {
          ...(entry as unknown as JsonObject),
          ...(applied === undefined ? {} : { applied: redactedSpec(entry.kind, applied, redaction) }),
          observed: redactedSpec(entry.kind, observed, redaction),
        },
      ]),
    );
  const { format, environment, lineage, serial, fence, api } = about;
  return {
    format,
    environment,
    lineage,
    serial,
    fence,
    api,
    resources: entries(resources),
    orphans: entries(orphans),
  };
}

export function redactedSpec(
  kind: KindName,
  spec: Readonly<Record<string, Value | Json>>,
  { salt, known }: Redaction,
): JsonObject {
  const hidden = (text: string, place: TextPlace): string | HiddenText => {
    // That there is nothing gives nothing away.
    if (text === '') return text;
    const hash = hashOfText(salt, place, text);
    // As the files have it: what means the same may say more, in a comment.
    return known.get(hash) ?? { $hidden: hash };
  };
  return walkSpec(kind, spec, {
    // An id says nothing to whoever cannot ask the API, and is what a reader needs to find the object.
    text: (text, place) => (place.isChoice || isId(place) ? text : (hidden(text, place) as Json)),
    name: (name, place) => {
      const shown = hidden(name, place);
      return typeof shown === 'string' ? shown : `${hiddenName}${shown.$hidden}`;
    },
    sealed: (value, place) => ({ $secret: templateOf(value, secretPlace(place), { salt, known }) }),
  }) as JsonObject;
}

/** How the name of an entry begins that is hidden. */
export const hiddenName = '$hidden:';

function templateOf(
  value: Secret | SecretReference | Sealed,
  place: TextPlace,
  { salt, known }: Redaction,
): Json {
  const template = value instanceof Secret ? undefined : sealedTemplate(value);
  if (template === undefined) return {};
  return known.has(hashOfText(salt, place, template)) ? { template } : {};
}

function sealedTemplate(value: SecretReference | Sealed): string | undefined {
  return value instanceof SecretReference ? value.template : value.$secret?.template;
}

function isId({ key }: TextPlace): boolean {
  return /_ids?(?:\.\*)?$/.test(key) && !key.endsWith('client_id');
}
