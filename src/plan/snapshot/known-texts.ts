import { hashOfText } from '../../derive/compare/text-digest.ts';
import { walkSpec, type TextPlace } from '../../derive/forms/walk-texts.ts';
import { isKindName, kindOfAddress, kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { LedgerSpec, LedgerState } from '../../model/ledger/ledger.ts';
import { Secret } from '../../model/secret.ts';
import type { PicturedEnvironment } from '../../model/snapshot.ts';
import type { Json, JsonObject, Spec } from '../../model/value.ts';
import type { Address } from '../../model/workspace/address.ts';
import { forwardedUrls } from '../../routing/policy-forwards.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { SecretReference } from '../../model/secret-reference.ts';

/** The texts in the files, by a salted hash of the text and its field. */
export type KnownTexts = ReadonlyMap<string, string>;

export function knownTexts(
  salt: string,
  desired: readonly { readonly kind: KindName; readonly spec: Spec | LedgerSpec }[],
): KnownTexts {
  const known = new Map<string, string>();
  const learnAt = (place: Pick<TextPlace, 'key' | 'form'>, text: string): unknown =>
    known.set(hashOfText(salt, place, text), text);
  const learnForwards = (text: string, { form }: TextPlace): void => {
    if (form === 'endpoint-url') learnAt(forwardPlace, text);
    if (form === 'traffic-policy')
      for (const url of forwardedUrls({ spec: { traffic_policy: text } })) learnAt(forwardPlace, url);
  };
  const learn = (text: string, place: TextPlace): string => {
    learnAt(place, text);
    learnForwards(text, place);
    return text;
  };
  for (const { kind, spec } of desired) {
    walkSpec(kind, spec, {
      text: learn,
      name: learn,
      sealed: (value, place) => {
        // The template of a reference is in the files too.
        const template =
          value instanceof Secret
            ? undefined
            : value instanceof SecretReference
              ? value.template
              : value.$secret?.template;
        if (template !== undefined) {
          learnAt(secretPlace(place), template);
          learnForwards(template, place);
        }
        return value instanceof Secret || value instanceof SecretReference ? value : null;
      },
    });
  }
  return known;
}

/** The URLs, matches and hostports that were applied last: while a move is pending, the files no longer have them. */
export function placesApplied({ resources }: LedgerState): Parameters<typeof knownTexts>[1] {
  return Object.values(resources).map(({ kind, applied = {} }) => {
    const { fields } = kinds[kind].identity;
    return {
      kind,
      spec: Object.fromEntries(Object.entries(applied).filter(([name]) => fields.includes(name))),
    };
  });
}

/**
 * The specs in the ledger of a snapshot: it shows what the files had when it was taken, and they may have changed
 * since.
 */
export function shownSpecs({ ledger }: PicturedEnvironment): Parameters<typeof knownTexts>[1] {
  return [ledger['resources'], ledger['orphans'], ledger['guarded']].flatMap((entries) =>
    Object.values((entries ?? {}) as Readonly<Record<string, JsonObject>>).flatMap(
      ({ kind, applied, observed }) =>
        [applied, observed].flatMap((spec) =>
          typeof kind === 'string' && isKindName(kind) && isJsonMap(spec) ? [{ kind, spec }] : [],
        ),
    ),
  );
}

/** Where a ledger has specs: by table, their names in each item. */
const specNames: Readonly<Record<string, readonly string[]>> = {
  resources: ['applied', 'observed'],
  orphans: ['applied', 'observed'],
  unknown: ['identity'],
  unsettled: ['sent'],
  late: ['sent'],
  guarded: ['applied', 'observed'],
};

/** The ledger with each of its specs replaced; of an item without a kind, its address names it. */
export function withSpecs(
  ledger: JsonObject,
  replaced: (kind: Json | undefined, spec: JsonObject) => JsonObject,
): JsonObject {
  const inItem = (item: Json, names: readonly string[]): Json => {
    if (!isJsonMap(item)) return item;
    const { address, kind = typeof address === 'string' ? kindOfAddress(address as Address) : undefined } =
      item;
    return { ...item, ...changed(item, names, (spec) => replaced(kind, spec)) };
  };
  const tables = Object.entries(specNames).map(([table, names]) =>
    changed(ledger, [table], (items) =>
      Object.fromEntries(Object.entries(items).map(([key, item]) => [key, inItem(item, names)])),
    ),
  );
  return Object.assign({ ...ledger }, ...tables) as JsonObject;
}

/** Those of the members that are objects, each changed. */
function changed(
  of: JsonObject,
  names: readonly string[],
  change: (member: JsonObject) => JsonObject,
): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => {
      const member = of[name];
      return isJsonMap(member) ? [[name, change(member)] as const] : [];
    }),
  );
}

/** Where an endpoint has its URL. */
export const urlPlace = { key: 'endpoint.url', form: 'endpoint-url' } as const;

/** The URL of a forward is inside of a policy, so it has a place of its own. */
export const forwardPlace = { key: 'traffic_policy.$forward', form: 'endpoint-url' } as const;

/** A template is not a value of the field, so it has a place of its own. */
export function secretPlace(place: TextPlace): TextPlace {
  return { key: `${place.key}.$secret`, form: 'opaque', isChoice: false };
}
