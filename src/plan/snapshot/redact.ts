/**
 * Redacts values for a snapshot: a text is shown only if the files have it at the same field, otherwise as a salted
 * hash. A secret is shown as existing, with the templates in the files that it fits. Numbers and booleans are shown:
 * there are too few possible values for a hash to hide them.
 */
import { fitsTemplate, holdsMask, isMaskedText } from '../../derive/forms/mask-text.ts';
import { hideLike } from '../../derive/forms/ledger-form.ts';
import { isIdentical } from '../../derive/compare/is-identical.ts';
import { idPattern } from '../../kinds/references.ts';
import { ledgerValueAt, secretShape } from '../../derive/compare/secret-shape.ts';
import { hashOfText } from '../../derive/compare/text-digest.ts';
import { walkSpec, type SealedText, type TextPlace } from '../../derive/forms/walk-texts.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Desired } from '../../model/desired.ts';
import type { LedgerSpec, LedgerEntry, LedgerState } from '../../model/ledger/ledger.ts';
import type { Live, LiveState } from '../../model/live.ts';
import { Secret } from '../../model/secret.ts';
import type { HiddenText, PicturedEnvironment, PicturedObject } from '../../model/snapshot.ts';
import type { Json, JsonObject, Spec, Value } from '../../model/value.ts';
import { edgesOf } from '../../routing/edges.ts';
import { forwardedUrls } from '../../routing/policy-forwards.ts';
import { openSide, type SideIndex } from '../../routing/traffic/side-index.ts';
import { liveServers } from '../../routing/traffic-server.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { forwardPlace, secretPlace, urlPlace, withSpecs, type KnownTexts } from './known-texts.ts';
import { templatesIn, type Templates } from './templates.ts';
import { SecretReference } from '../../model/secret-reference.ts';
import { textsOf } from '../../text/json/texts-of.ts';

export interface Redaction {
  readonly salt: string;
  readonly known: KnownTexts;
  /** For live objects: the spec that was applied. */
  readonly applied?: LedgerSpec;
  /** For live objects: the templates of their secrets, declared or applied. */
  readonly templates?: Templates | undefined;
  /** For live objects: the URLs of the live endpoints that a forward to this URL reaches. */
  readonly reached?: (url: string) => readonly string[];
}

export function redactedSnapshot(
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
  const entries = new Map(
    [...Object.values(ledger.resources), ...Object.values(ledger.orphans)].map((entry) => [entry.id, entry]),
  );
  const reached = reachedUrls(live);
  const redactedObjects = (picturedLive: Live): PicturedObject => {
    const entry = entries.get(picturedLive.id);
    const spec = declaredSince(specs.get(picturedLive.id), picturedLive, entry);
    const about = { entry, desired: spec };
    const object = pictured(picturedLive, about, { ...redaction, reached });
    return spec === undefined ? object : { ...object, spec: sealed(object.spec, spec) as JsonObject };
  };
  const pictureAll = (
    found: ReadonlyMap<string, Live | 'missing'>,
  ): Record<string, PicturedObject | 'missing'> =>
    Object.fromEntries(
      [...found]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([address, object]) => [address, object === 'missing' ? object : redactedObjects(object)]),
    );
  return {
    environment,
    api,
    ledger: redactedLedger(ledger, redaction),
    live: {
      listed: live.listed.map(redactedObjects),
      known: pictureAll(live.known),
      orphans: pictureAll(live.orphans),
    },
  };
}

/**
 * The declared fields without those that are live as the ledger has them in plain text: a secret that the files have
 * there now is not in them yet.
 */
function declaredSince(
  declared: Spec | undefined,
  { spec }: Live,
  entry: LedgerEntry | undefined,
): Spec | undefined {
  if (declared === undefined || entry === undefined) return declared;
  return Object.fromEntries(
    Object.entries(declared).filter(([name]) => {
      const known = entry.observed[name];
      return known === undefined || !isIdentical(spec[name], known);
    }),
  );
}

/** Finds the live endpoints that serve a URL; they are only indexed if a policy forwards requests. */
function reachedUrls(live: LiveState): NonNullable<Redaction['reached']> {
  let side: SideIndex | undefined;
  return (url) => {
    side ??= openSide({ servers: liveServers(live), edges: edgesOf([], live.listed) });
    return textsOf(side.forwardTargetOf(url)?.endpoints.map(({ spec }) => spec['url'] ?? null));
  };
}

/** The declared specs by object id, for current and former addresses. */
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
  { entry, desired }: { readonly entry: LedgerEntry | undefined; readonly desired: Spec | undefined },
  redaction: Redaction,
): PicturedObject {
  // If a field has a secret of ours, the live value gets no hash: the secret could be guessed from it.
  const hidden = [entry?.applied, entry?.observed, desired].reduce(hideLike, spec);
  const templates = templatesIn(kind, [entry?.applied, desired]);
  const live = {
    templates,
    ...withoutUndefined({ applied: entry?.applied }),
  };
  const shown = redactedSpec(kind, hidden, { ...redaction, ...live });
  return withoutUndefined({ kind, id, edge_id, marker, is_manageable: isManageable, spec: shown });
}

function redactedLedger(ledger: LedgerState, redaction: Redaction): JsonObject {
  const { format, environment, lineage, serial, fence, api, resources, orphans, unknown, unsettled, late } =
    ledger;
  const guarded = ledger.guarded && withHiddenNames(ledger.guarded, redaction);
  // The used approvals decide which changes still need approval.
  const { approvals } = ledger;
  const about = { format, environment, lineage, serial, fence, api, approvals };
  const shown = withoutUndefined({ ...about, resources, orphans, unknown, unsettled, late, guarded });
  return withSpecs(shown as unknown as JsonObject, (kind, spec) =>
    redactedSpec(kind as KindName, spec, redaction),
  );
}

/** The ways to upstreams, of which the files may not have the URL. */
function withHiddenNames(
  ways: NonNullable<LedgerState['guarded']>,
  { salt, known }: Redaction,
): NonNullable<LedgerState['guarded']> {
  return Object.fromEntries(
    Object.entries(ways).map(([upstream, way]) => {
      if (idPattern.test(upstream)) return [upstream, way];
      const hash = hashOfText(salt, forwardPlace, upstream);
      return [known.get(hash) ?? `${hiddenName}${hash}`, way];
    }),
  );
}

export function redactedSpec(
  kind: KindName,
  spec: Readonly<Record<string, Value | Json>>,
  redaction: Redaction,
): JsonObject {
  const { salt, known, applied, templates } = redaction;
  const hidden = (text: string, place: TextPlace): string | HiddenText => {
    // An empty text reveals nothing.
    if (text === '') return text;
    const hash = hashOfText(salt, place, text);
    // The text of the files, since an equivalent live text could reveal more, for example in a comment.
    return known.get(hash) ?? { $hidden: hash, ...forwardsIn(text, place, redaction) };
  };
  return walkSpec(kind, spec, {
    // Ids are useless without access to the API, and readers need them to find the object.
    text: (text, place) =>
      isPlainMask(text) || place.isChoice || isId(place) ? text : (hidden(text, place) as Json),
    name: (name, place) => {
      const shown = hidden(name, place);
      return typeof shown === 'string' ? shown : `${hiddenName}${shown.$hidden}`;
    },
    sealed: (value, place) => ({
      $secret:
        value instanceof Secret
          ? {
              ...seenOf(value, ledgerValueAt(applied, place.key)),
              ...fitsOf(value, place, { salt, templates }),
              ...forwardsIn(value, place, redaction),
            }
          : templateOf(value, secretPlace(place), { salt, known }),
    }),
  }) as JsonObject;
}

/** The prefix for hidden names of entries. */
export const hiddenName = '$hidden:';

function seenOf(secret: Secret, applied: Json | undefined): JsonObject {
  const shape = secretShape(secret, applied);
  return {
    ...withoutUndefined({ shape }),
    // Distinguishes unset from hidden secrets.
    ...(secret.reveal() === '' ? { is_empty: true } : holdsMask(secret.reveal()) ? {} : { is_clear: true }),
  };
}

/**
 * The templates that fit a secret which the service does not mask completely: a change of the template is then detected
 * without the value.
 */
function fitsOf(
  secret: Secret,
  place: TextPlace,
  { salt, templates }: Pick<Redaction, 'salt' | 'templates'>,
): JsonObject {
  const echo = secret.reveal();
  if (templates === undefined || isMaskedText(echo)) return {};
  const fitting = [...(templates.get(place.key) ?? [])].filter((template) =>
    fitsTemplate(template, echo, place.form === 'traffic-policy' ? 'policy' : 'text'),
  );
  return { fits: fitting.map((template) => hashOfText(salt, secretPlace(place), template)).sort() };
}

/** The URLs that a live policy forwards requests to: an endpoint must not go before the forwards to it. */
function forwardsIn(
  policy: string | Secret,
  { form }: TextPlace,
  { salt, reached }: Redaction,
): { readonly forwards?: readonly { readonly url?: string; readonly reaches: readonly string[] }[] } {
  if (form !== 'traffic-policy' || reached === undefined) return {};
  const urls = [...forwardedUrls({ spec: { traffic_policy: policy } })].sort();
  const forwards = urls.map((url) => ({
    ...(policy instanceof Secret ? {} : { url: hashOfText(salt, forwardPlace, url) }),
    reaches: reached(url).map((host) => hashOfText(salt, urlPlace, host)),
  }));
  return forwards.length === 0 ? {} : { forwards };
}

/** The template, or a hash of it if the files do not have it, so that a different one is detected as a change. */
function templateOf(
  value: SecretReference | SealedText,
  place: TextPlace,
  { salt, known }: Redaction,
): JsonObject {
  const template = value instanceof SecretReference ? value.template : value.$secret?.template;
  const isHidden = !(value instanceof SecretReference) && value.$secret?.hidden === true;
  const hidden = isHidden ? { hidden: true } : {};
  if (template === undefined) return hidden;
  const hash = hashOfText(salt, place, template);
  return { ...hidden, ...(known.has(hash) ? { template } : { template_hash: hash }) };
}

/** A text that is itself a mask reveals nothing, and whether it is one decides what can be sent back. */
function isPlainMask(text: string): boolean {
  return /^(?:[*\u2022\u25cf]+|\u2026|x{3,}|\[?redacted\]?)?$/iu.test(text);
}

function isId({ key }: TextPlace): boolean {
  return /_ids?(?:\.\*)?$/.test(key) && !key.endsWith('client_id');
}

/**
 * Removes even the hash of a text that the files compose with a secret: the other parts are in the files, so a short
 * secret could be guessed from the hash.
 */
function sealed(shown: Json, desired: Value | undefined): Json {
  if (desired instanceof SecretReference) return isHidden(shown) ? { $secret: {} } : shown;
  if (typeof shown !== 'object' || shown === null || typeof desired !== 'object' || desired === null)
    return shown;
  const parts = new Map<string, Value>(Object.entries(desired));
  // An item that moved within a list may be any of its texts.
  const [reference] = Array.isArray(desired) ? desired.filter((item) => item instanceof SecretReference) : [];
  if (Array.isArray(shown))
    return shown.map((item: Json, index) => sealed(item, reference ?? parts.get(`${index}`)));
  return Object.fromEntries(Object.entries(shown).map(([key, item]) => [key, sealed(item, parts.get(key))]));
}

function isHidden(shown: Json): shown is HiddenText & JsonObject {
  return typeof shown === 'object' && shown !== null && '$hidden' in shown;
}
