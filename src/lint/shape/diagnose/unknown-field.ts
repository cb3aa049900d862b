import { tableOf, type DocumentKind } from '../../../kinds/documents/index.ts';
import type { Fields } from '../../../kinds/field.ts';
import type { Finding } from '../../rule.ts';
import type { FormatPosition } from '../format-position.ts';
import { writtenNames } from '../written-fields.ts';
import type { Path } from '../../../model/value.ts';
import { suggestions } from '../../../text/suggest.ts';
import { quoted } from '../../../text/quoted.ts';
import { notAField } from '../../../text/words/mistake-words.ts';
import { fieldsHere, type ShapeFinding } from '../shape-finding.ts';
import { withoutUndefined } from '../../../text/without-undefined.ts';
import type { UnknownKey } from './diagnosis.ts';

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
