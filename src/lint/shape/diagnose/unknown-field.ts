import { tableOf, type DocumentKind } from '../../../kinds/documents/index.ts';
import type { Field, Fields } from '../../../kinds/field.ts';
import type { Finding } from '../../rule.ts';
import type { FormatPosition } from '../beside-spec.ts';
import { writtenNames } from '../written-fields.ts';
import type { Json, Path } from '../../../model/value.ts';
import { suggestions } from '../../../text/suggest.ts';
import { quoted } from '../../../text/quoted.ts';
import { notAField } from '../../../text/wording.ts';
import { fieldsHere, type ShapeFinding } from '../shape-finding.ts';
import { withoutUndefined } from '../../../text/json/json-access.ts';

/** Keys of other gateways, in lower case without `-` and `_`, with the equivalent here. */
const words: Readonly<Record<string, string>> = {
  basicauth: 'a login is `oauth`, `saml` or `oidc`; basic authentication is an action of a traffic policy',
  auth: 'a login is `oauth`, `saml` or `oidc`',
  jwt: 'tokens are checked by a traffic policy, logins by `oidc`',
  cors: 'answer CORS by `response_headers`, and `options_passthrough` of a login',
  gzip: 'write `compression: {}`',
  compress: 'write `compression: {}`',
  headers: 'write `request_headers` or `response_headers`',
  ratelimit: 'a rate limit is an action of `traffic_policy`',
  ratelimiting: 'a rate limit is an action of `traffic_policy`',
  redirect: 'a redirect is an action of `traffic_policy`',
  rewrite: 'a rewrite is an action of `traffic_policy`',
  policy: 'write `traffic_policy`',
  policies: 'write `traffic_policy`',
  ipwhitelist: 'write `ip_restriction`',
  ipallowlist: 'write `ip_restriction`',
  ippolicy: 'write `ip_restriction: { ip_policy_ids: [ … ] }`',
  allowcidrs: 'name an IP policy in `ip_restriction`',
  mtls: 'write `mutual_tls` on a TLS edge',
  tls: 'write `tls_termination` on a TLS edge',
  path: 'write `match`, and `match_type`',
  pathprefix: 'write `match_type: path_prefix`, and `match`',
  prefix: 'write `match_type: path_prefix`, and `match`',
  host: 'write the host into `match`, as `host/path`',
  hostname: 'write the host into `match`, as `host/path`',
  hosts: 'write the host into `match`, as `host/path`',
  edge: 'write `edge_id`',
  backends: 'write `backend: { backend_id: … }`',
  service: 'write `backend: { backend_id: … }`',
  upstream: 'write `backend: { backend_id: … }`',
  target: 'write `backend: { backend_id: … }`',
  retries: 'the API has no retries; `circuit_breaker` sheds load from a backend that fails',
  timeout: 'the API has no timeouts; `circuit_breaker` sheds load from a backend that fails',
  webhook: 'write `webhook_verification`',
  websocket: 'write `websocket_tcp_converter`',
  useragent: 'write `user_agent_filter`',
};

export type KeyFinding = Pick<ShapeFinding, 'rule' | 'finding'>;

export function atKey({ path, key }: UnknownKey, rule: string, words: Omit<Finding, 'at'>): KeyFinding {
  return { rule, finding: { at: { path: [...path, key], on: 'key' }, ...words } };
}

/** Reports an unknown key. `surely` is the intended name if it is known by more than a similar spelling. */
export function unknownField(unknown: UnknownKey, surely?: string): KeyFinding {
  const { documentKind, path, key, position, has, missing } = unknown;
  const meant = surely ?? suggestions(key, missing)[0] ?? meantField(key, position.fields ?? {}, has);
  const message = notAField(key, ownerWords(documentKind, path, position));
  // The fix replaces any other help.
  const hint = meant === undefined ? hintFor(documentKind, key, position) : renaming(path, key, meant);
  return atKey(unknown, 'unknown-field', { message, ...hint });
}

/** The field whose name is most similar to the key, if the map does not have it yet. */
export function meantField(key: string, fields: Fields, has: UnknownKey['has']): string | undefined {
  return suggestions(key, writtenNames(fields), (name) => !has(name))[0];
}

/** A fix that renames a key; empty if `to` is undefined. */
export function renaming(path: Path, key: string, to: string | undefined): Pick<Finding, 'fix'> {
  if (to === undefined) return {};
  return {
    fix: { safety: 'unsafe', title: `write \`${to}\``, changes: [{ rename: [...path, key], to }] },
  };
}

/** The owner of the fields at a path: the kind in its spec, the module or object, else the document. */
function ownerWords(documentKind: DocumentKind, path: Path, { inSpec }: FormatPosition): string {
  const name = inSpec === undefined ? path.at(-1) : inSpec.at(-1);
  if (name !== undefined) return quoted(String(name));
  if (inSpec === undefined) return tableOf(documentKind).called;
  return documentKind === 'preset' ? 'any kind' : quoted(documentKind);
}

/**
 * Help for an unknown key: the equivalent of another gateway's field, else the valid fields or where they are listed.
 */
function hintFor(
  documentKind: DocumentKind,
  key: string,
  { inSpec, fields = {} }: FormatPosition,
): Pick<Finding, 'help'> {
  const foreign = inSpec?.length === 0 ? meantByForeign(key) : undefined;
  const help =
    foreign ??
    fieldsHere(writtenNames(fields)) ??
    (inSpec?.length === 0 && documentKind !== 'preset'
      ? `\`edgewright explain ${documentKind}\` lists the fields`
      : undefined);
  return withoutUndefined({ help });
}

/** The equivalent here of a key of another gateway. */
function meantByForeign(key: string): string | undefined {
  const folded = key.toLowerCase().replaceAll(/[-_]/g, '');
  return Object.hasOwn(words, folded) ? words[folded] : undefined;
}

export interface WrongValue {
  readonly field: Field;
  /** Its name in messages: "`num_buckets`", "item 2 of `scopes`". */
  readonly name: string;
  readonly value: unknown;
  /** Source text of a scalar; undefined for a value without a source, such as one from a variable. */
  readonly text: string | undefined;
  /** Whether created objects have the ownership marker, which takes part of `metadata`. */
  readonly hasMarker: boolean;
}

/** A mistake in a value, and how to fix it. */
export interface Diagnosis {
  readonly rule: string;
  readonly message: string;
  readonly label?: string | undefined;
  /** Set if it differs from the rule's own reason. */
  readonly why?: string | undefined;
  readonly help?: string | undefined;
  /** The part of the string that is wrong. */
  readonly within?: { readonly start: number; readonly end: number } | undefined;
  readonly fix?:
    | { readonly safety: 'safe' | 'unsafe'; readonly title: string; readonly with: Json }
    | undefined;
}

/** Help for a wrong type, with a replacement if it is certain enough to suggest. */
export interface Hint {
  readonly help: string;
  /** The message and reason that replace the general ones of a wrong type. */
  readonly instead?: { readonly message: string; readonly why: string };
  readonly with?: Json;
}

export interface UnknownKey {
  readonly documentKind: DocumentKind;
  /** Path of its map, from the document's root. */
  readonly path: Path;
  readonly key: string;
  readonly position: FormatPosition;
  /** The value of the key, as plain data. */
  readonly value: unknown;
  readonly has: (key: string) => boolean;
  /** Required keys that the map does not have. */
  readonly missing: readonly string[];
}
