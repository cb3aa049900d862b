/**
 * The reasons why something becomes less protected or newly reachable, or why that is unknown. `path` is dotted
 * (`oidc.issuer`), `action` and `phase` are those of a traffic policy, `more` counts the items left out of a list.
 * Secrets are references.
 */
import type { Json, JsonObject } from '../value.ts';
import { readShaped, type ShapedFact } from './shaped-fact.ts';

/** The state of the protection of a newly reachable resource. */
const opened = ['none', 'unreadable'] as const;
/** The reason why a live traffic policy cannot be compared. */
const unread = ['snapshot', 'masked', 'unreadable'] as const;
/** Session limits, in seconds. */
const bound = ['auth_check_interval', 'maximum_duration', 'inactivity_timeout'] as const;

export const exposureLosses = {
  'module-off': { module: 'text' },
  /** The resource that takes over the URL does not have the module at all. */
  'module-missing': { module: 'text' },
  /** `path` is an allow list. */
  'list-removed': { path: 'text' },
  'list-extended': { path: 'text', items: 'texts' },
  /** `path` is a deny list. */
  'denied-removed': { path: 'text', items: 'texts' },
  'secret-removed': { path: 'text' },
  'secret-replaced': { path: 'text', from: 'text', to: 'text' },
  /** `from` is the name of the webhook provider. */
  'sender-changed': { path: 'text', from: 'text' },
  /** `path` is an issuer, a client id or provider metadata. */
  'decider-changed': { path: 'text' },
  'options-pass': { path: 'text' },
  'provider-starts-login': { path: 'text' },
  'credentials-not-asked': { path: 'text' },
  'bound-removed': { path: 'text', from: 'number' },
  'bound-raised': { path: 'text', bound, from: 'number', to: 'number' },
  'providers-removed': { path: 'text' },
  'provider-added': { path: 'text' },
  'any-account': { path: 'text' },
  /** A different party decides who may log in. */
  'login-replaced': { module: 'text', replaced: 'text' },
  'encryption-lost': { from: 'text', to: 'text' },
  /** The snapshot hides the former value. */
  'encryption-unknown': {},
  /** `version` is the former `min_version`. */
  'tls-off': { version: 'text' },
  'tls-upstream': { version: 'text' },
  /** Without `to`: the service's default. */
  'tls-version': { from: 'text', to: 'text?' },
  'guards-unreadable': { actions: 'texts' },
  /** The policies have more ways for a request than are compared. */
  'not-compared': {},
  /**
   * A request that `by` keeps out reaches an upstream, or gets an answer of the policy. `to`: the upstream, unless it
   * is that of the resource itself. `conditions` hold of it; `request` is one of them, if one could be found.
   */
  'let-in': {
    request: 'text?',
    conditions: 'texts',
    by: 'text',
    how: ['delivered', 'answered'],
    to: 'text?',
    /** The JSON pointer of what decides then, where that is written (`file:line:column`), and the line there. */
    rule: 'text?',
    at: 'text?',
    line: 'text?',
  },
  /** The policy computes which internal endpoint a request reaches. */
  'target-computed': { request: 'text?', conditions: 'texts' },
  /** An answer of `to` that `by` keeps back is shown. */
  'answer-shown': { request: 'text?', conditions: 'texts', by: 'text', to: 'text?' },
  /** The upstream gets a header that the client can write, or another value in it. */
  'header-opened': { header: 'text', conditions: 'texts', to: 'text?' },
  /** A secret is sent to a URL; without `to`, to everyone who asks. */
  'secret-sent': { secret: 'text', to: 'text?', conditions: 'texts' },
  /** The upstream gets another URL than the one by which requests are refused. */
  'url-changed': { conditions: 'texts', to: 'text?' },
  /** The step takes URLs that objects (`from`) of another environment serve or are declared to serve. */
  'other-environment': { environment: 'text', spaces: 'texts', more: 'number', from: 'texts' },
  'backend-on': { protection: opened },
  /** Without `from` or `to`: the field was or will be absent. */
  moved: { path: 'text', from: 'text?', to: 'text?', protection: opened },
  'bindings-emptied': {},
  /** `why` the live policy, which may keep requests out, cannot be read. */
  'policy-unread': { why: unread },
  /** The live policy is kept; it is unknown whether it keeps out the same requests as the declared one. */
  'policy-unverified': { why: unread },
  /** `address` serves some of the same URLs. */
  'neighbor-unread': { why: unread, address: 'text' },
  /** The snapshot hides the URLs of these resources: the step may take over URLs that they protect. */
  'may-take': { path: 'text', addresses: 'texts', more: 'number' },
  /** The snapshot hides the former URL of the object itself. */
  'own-place-unknown': {},
  'places-unknown': { path: 'text', addresses: 'texts', more: 'number' },
} as const;

export type ExposureLoss = ShapedFact<typeof exposureLosses>;

/**
 * URLs that a less protected resource will serve: `to` inherits them (`falls`), the step takes them (`taken`), `to` has
 * them for a while, which no order of the steps avoids, or nothing served them before and `to` is less protected than
 * the files declare (`newly`, `from`). `another-way`: a backend or host that `from` serves is reached through `to` too.
 * `former-way`: `from` was the last way to it.
 */
export const weakerServerFacts = {
  handover: {
    how: ['falls', 'taken', 'for-a-while', 'newly', 'another-way', 'former-way'],
    spaces: 'texts',
    more: 'number',
    from: 'texts',
    /** The modules that protect them before; for newly served URLs, the declared ones. */
    protection: 'texts',
    to: 'text',
    /** A route that returns 404: all of this holds only if it was made again outside. */
    missing: 'text?',
    /** A route whose create got no response: all of this holds only if it was made. */
    unanswered: 'text?',
  },
} as const;

export type WeakerServerFact = ShapedFact<typeof weakerServerFacts> & {
  /** Empty: `to` has no protection at all. */
  readonly lost: readonly ExposureLoss[];
};

export type ExposureFact = ExposureLoss | WeakerServerFact;

export type OpenedProtection = (typeof opened)[number];
export type Unread = (typeof unread)[number];
export type SessionBound = (typeof bound)[number];

/** Reads an exposure fact from a document (code and data); undefined if it is not one of these facts. */
export function readExposure(stated: Json): ExposureFact | undefined {
  const handover = readShaped(weakerServerFacts, stated);
  if (handover === undefined) return readShaped(exposureLosses, stated);
  const { lost } = stated as JsonObject;
  if (!Array.isArray(lost)) return undefined;
  const losses = (lost as readonly Json[]).map((loss) => readShaped(exposureLosses, loss));
  const known = losses.filter((loss) => loss !== undefined);
  return known.length === losses.length ? { ...handover, lost: known } : undefined;
}
