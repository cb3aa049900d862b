/**
 * What makes something less protected or newly reachable, or why that is unknown here. `path` is dotted (`oidc.issuer`),
 * `action` and `phase` are those of a traffic policy, `more` counts what a list leaves out. Secrets are references.
 */
import type { Json, JsonObject } from '../value.ts';
import { readShaped, type ShapedFact } from './shaped.ts';

/** What protects that which is opened. */
const opened = ['none', 'unreadable'] as const;
/** Why a live traffic policy cannot be compared. */
const unread = ['snapshot', 'masked', 'unreadable'] as const;
/** Seconds that bound a session. */
const bound = ['auth_check_interval', 'maximum_duration', 'inactivity_timeout'] as const;

export const exposureLosses = {
  'module-off': { module: 'text' },
  /** What serves the URL now does not have it at all. */
  'module-missing': { module: 'text' },
  /** A list that narrows who passes. */
  'list-removed': { path: 'text' },
  'list-extended': { path: 'text', items: 'texts' },
  /** A list of those who do not pass. */
  'denied-removed': { path: 'text', items: 'texts' },
  'secret-removed': { path: 'text' },
  'secret-replaced': { path: 'text', from: 'text', to: 'text' },
  /** What signs webhooks, by name. */
  'sender-changed': { path: 'text', from: 'text' },
  /** An issuer, a client id, metadata. */
  'decider-changed': { path: 'text' },
  'options-pass': { path: 'text' },
  'provider-starts-login': { path: 'text' },
  'credentials-not-asked': { path: 'text' },
  'bound-removed': { path: 'text', from: 'number' },
  'bound-raised': { path: 'text', bound, from: 'number', to: 'number' },
  'providers-removed': { path: 'text' },
  'provider-added': { path: 'text' },
  'any-account': { path: 'text' },
  /** One login instead of another: who could log in, and who can. */
  'wider-login': {
    module: 'text',
    replaced: 'text',
    before: ['users', 'listed'],
    after: ['accounts', 'users'],
  },
  'encryption-lost': { from: 'text', to: 'text' },
  /** A snapshot does not show what it was. */
  'encryption-unknown': {},
  /** By the `min_version` that it had. */
  'tls-off': { version: 'text' },
  'tls-upstream': { version: 'text' },
  /** Absent: the default of the service. */
  'tls-version': { from: 'text', to: 'text?' },
  'header-unguarded': { header: 'text', was: ['stripped', 'set'] },
  'header-claimed': { header: 'text' },
  'guards-unreadable': { actions: 'texts' },
  'guard-removed': { action: 'text', phase: 'text' },
  'guard-changed': { action: 'text', phase: 'text' },
  'guard-secret': { action: 'text', phase: 'text' },
  /** `first`: nothing was forwarded before, and nothing protects it. */
  forwards: { targets: 'texts', how: ['first', 'also'] },
  'rewrites-paths': {},
  'backend-on': { protection: opened },
  /** Absent: it had, or has, no such field. */
  moved: { path: 'text', from: 'text?', to: 'text?', protection: opened },
  'bindings-emptied': {},
  /** The live policy: what it keeps out. */
  'policy-unread': { why: unread },
  /** The live policy stays: whether it keeps out what the declared one does. */
  'policy-unverified': { why: unread },
  /** Of what serves some of the same URLs. */
  'neighbor-unread': { why: unread, address: 'text' },
  /** A snapshot does not show where these are: the step may take what they protect. */
  'may-take': { path: 'text', addresses: 'texts', more: 'number' },
  /** Nor where the object itself was. */
  'own-place-unknown': {},
  'places-unknown': { path: 'text', addresses: 'texts', more: 'number' },
} as const;

export type ExposureLoss = ShapedFact<typeof exposureLosses>;

/**
 * URLs that something less protected serves: they fall to `to`, the step takes them, `to` has them for a while, which no
 * order of the steps avoids, or nothing serves them before, and `to` is less than the files declare it to be (`from`).
 */
export const exposureHandovers = {
  handover: {
    how: ['falls', 'taken', 'for-a-while', 'newly'],
    spaces: 'texts',
    more: 'number',
    from: 'texts',
    /** What protects them before; of new ones, what the files declare. */
    protection: 'texts',
    to: 'text',
  },
} as const;

export type HandoverFact = ShapedFact<typeof exposureHandovers> & {
  /** Empty: `to` has no protection at all. */
  readonly lost: readonly ExposureLoss[];
};

export type ExposureFact = ExposureLoss | HandoverFact;

export type OpenedProtection = (typeof opened)[number];
export type Unread = (typeof unread)[number];
export type SessionBound = (typeof bound)[number];

/** The fact that a document states by code and data; undefined where it is not one of these. */
export function readExposure(stated: Json): ExposureFact | undefined {
  const handover = readShaped(exposureHandovers, stated);
  if (handover === undefined) return readShaped(exposureLosses, stated);
  const { lost } = stated as JsonObject;
  if (!Array.isArray(lost)) return undefined;
  const losses = (lost as readonly Json[]).map((one) => readShaped(exposureLosses, one));
  const known = losses.filter((one) => one !== undefined);
  return known.length === losses.length ? { ...handover, lost: known } : undefined;
}
