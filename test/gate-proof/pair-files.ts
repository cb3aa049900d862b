import { samlMetadata } from './saml-metadata.ts';
import type { Guard, ObjectModel } from './url-sets.ts';
import type { Pair } from './pairs.ts';

/** A pair's own names: several share a workspace, each with an HTTPS edge and a domain of its own. */
export function nameIn({ seed }: Pair, name: string): string {
  return `p${seed}-${name}`;
}

export const settings = `version: 1
ledger: { store: file, lineage: 7c0e9a52-3b1d-4f6e-9f0a-5d2c8b7e1a44 }
secrets: [LOGIN]
safety: { max_deletes: 100000, max_changed_percent: 100 }
# The gate is asked, not lint: many of these policies end without an answer.
policy: { dialect: none }
`;

export function environmentOf(pairs: readonly Pair[]): string {
  const edges = pairs.map(({ seed }) => `  https-edge/p${seed}: edghts_p${seed}\n`);
  return `ids:
  ip-policy/office: ipp_office
  ip-policy/partners: ipp_partners
${edges.join('')}`;
}

export function beforeFile(pair: Pair): string {
  return documents(pair.before.map((object) => resource(pair, object)));
}

export function afterFile(pair: Pair): string {
  const former = new Map(pair.before.map(({ uid, name }) => [uid, name]));
  return documents([
    ...pair.after.map((object) => resource(pair, object, former.get(object.uid))),
    ...Object.entries(pair.removed).map(
      ([name, then]) => `kind: removed\naddress: https-route/${nameIn(pair, name)}\nthen: ${then}\n`,
    ),
  ]);
}

function documents(texts: readonly string[]): string {
  return texts.length === 0 ? '# nothing\n' : texts.join('---\n');
}

function resource(pair: Pair, object: ObjectModel, former = object.name): string {
  const name = nameIn(pair, object.name);
  const formerly = former === object.name ? '' : `formerly: [${nameIn(pair, former)}]\n`;
  const spec = object.kind === 'endpoint' ? endpointSpec(pair, object) : routeSpec(pair, object);
  return `kind: ${object.kind}\nname: ${name}\n${formerly}spec:\n${spec}`;
}

function routeSpec(
  { seed }: Pair,
  { uid, exact, host, path, guard, hasBackend, backend }: ObjectModel & { kind: 'https-route' },
): string {
  return `  edge_id: https-edge/p${seed}
  match_type: ${exact ? 'exact_path' : 'path_prefix'}
  match: ${ownHost(seed, host)}${path}
  backend: { ${hasBackend ? '' : 'enabled: false, '}backend_id: bkdhr_p${seed}${backend === 'own' ? `u${uid}` : 'shared'} }
${networksOf(guard)}${loginOf(guard)}`;
}

/** Hosts of different pairs differ, since two edges may not guard one host differently. */
function ownHost(seed: number, host: string): string {
  return host.replace(/example|\ba(?=\.i)|\bevil/i, `$&-p${seed}`);
}

function networksOf({ networks }: Guard): string {
  if (networks === undefined) return '';
  return `  ip_restriction: { ip_policy_ids: [${networks.map((each) => `ip-policy/${each}`).join(', ')}] }\n`;
}

function loginOf({ login }: Guard): string {
  if (login === undefined) return '';
  if (login === 'idp') return `  saml: { idp_metadata: '${samlMetadata(login)}' }\n`;
  return `  oidc: { issuer: 'https://${login}.example.com', client_id: shop, client_secret: $(secret:LOGIN), scopes: [openid] }\n`;
}

function endpointSpec({ seed }: Pair, { url, guard, binding }: ObjectModel & { kind: 'endpoint' }): string {
  const action = '{ type: restrict-ips, config: { enforce: true, allow: [203.0.113.0/24] } }';
  return `  url: '${url.replace('$', `p${seed}`)}'
  bindings: [${binding}]
${guard.networks === undefined ? '' : `  traffic_policy: { on_tcp_connect: [{ actions: [${action}] }] }\n`}`;
}
