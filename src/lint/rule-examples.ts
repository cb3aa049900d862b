/**
 * The frames of the examples of rules: a resource that has nothing to report, with the fields that the example is
 * about, and with other values of its own fields. A text of several lines may be indented as the code around it.
 */
export function onRoute(fields = '', ownFields: OwnFields<keyof typeof route> = {}): string {
  return framed('https-route', { ...route, ...ownFields }, fields);
}

export function onEndpoint(fields = '', ownFields: OwnFields<keyof typeof endpoint> = {}): string {
  return framed('endpoint', { ...endpoint, ...ownFields }, fields);
}

export function onTlsEdge(fields = '', ownFields: OwnFields<keyof typeof tlsEdge> = {}): string {
  return framed('tls-edge', { ...tlsEdge, ...ownFields }, fields);
}

/** A login with an app of GitHub, with these settings. */
export function onGithub(...lines: readonly string[]): string {
  return onRoute(inside('oauth.provider.github', ...lines));
}

/** A login with OpenID Connect, with more settings. */
export function onOidc(...lines: readonly string[]): string {
  const client = ['client_id: shop', 'client_secret: $(secret:CLIENT_SECRET)'];
  return onRoute(inside('oidc', 'issuer: https://login.example.com', ...client, ...lines));
}

export const googleLogin = 'oauth: { provider: { google: { email_domains: [example.com] } } }';
export const githubWebhook = 'webhook_verification: { provider: github, secret: $(secret:WEBHOOK_SECRET) }';

/** A login with an account of Google, with more settings. */
export function onGoogle(...lines: readonly string[]): string {
  return onRoute(inside('oauth', 'provider: { google: { email_domains: [example.com] } }', ...lines));
}

export function onRequest(rules: string): string {
  return onEndpoint(inside('traffic_policy', `on_http_request: [${rules}]`));
}

/** An endpoint that does this with each request. */
export function onActions(actions: string): string {
  return onRequest(`{ actions: [${actions}] }`);
}

/** Lines below these keys: `oauth.provider.github`. */
export function inside(keys: string, ...lines: readonly string[]): string {
  const names = keys.split('.');
  const indent = '  '.repeat(names.length);
  return [
    ...names.map((name, depth) => `${'  '.repeat(depth)}${name}:`),
    ...lines.map((line) => indent + line),
  ].join('\n');
}

export function removedDocument(address: string, then: 'delete' | 'retire' | 'forget'): string {
  return `kind: removed\naddress: ${address}\nthen: ${then}\n`;
}

export function approvalDocument(allow: string, address: string, reason?: string): string {
  return `kind: approval
allow: ${allow}
address: ${address}
environment: production
change: 4f1c0903b1d24e0f9a7c55d0c8e1b2f3
${reason === undefined ? '' : `reason: ${reason}\n`}`;
}

export function presetDocument(name: string, ...lines: readonly string[]): string {
  return `kind: preset\nname: ${name}\n${inside('spec', ...lines)}\n`;
}

export function inOneFile(...texts: readonly string[]): string {
  return texts.join('---\n');
}

export function besideFiles(text: string, others: Readonly<Record<string, string>>): string {
  const parts = Object.entries(others).map(
    ([path, other]) => `# file: ${path}\n${dedented(other).join('\n')}\n`,
  );
  return [text, ...parts].join('');
}

/** A file, and `edgewright.yaml` with these lines. */
export function withSettings(text: string, ...lines: readonly string[]): string {
  return besideFiles(text, { 'edgewright.yaml': ['version: 1', ...lines].join('\n') });
}

/** An environment with the ids that the frames name. */
export const usualIds = inside('ids', 'https-edge/main: edghts_2NA', 'backend/shop: bkdhr_2NC');

/** A file, and an environment with the usual ids and more lines. */
export function inProduction(text: string, ...lines: readonly string[]): string {
  return besideFiles(text, { 'environments/production.yaml': [usualIds, ...lines].join('\n') });
}

/** Values as they are written in YAML. Undefined: the resource lacks the field. */
type OwnFields<Name extends string> = Partial<Record<Name | HeadField, string | undefined>>;

const headFields = ['name', 'uses', 'environments', 'formerly'] as const;
type HeadField = (typeof headFields)[number];

const backend = '{ backend_id: backend/shop }';
const route = {
  name: 'shop',
  edge_id: 'https-edge/main',
  match_type: 'path_prefix',
  match: '/shop',
  backend,
};
const endpoint = { name: 'www', url: 'https://www.example.com' };
const tlsEdge = { name: 'db', hostports: '["db.example.com:443"]', backend };

function framed(
  kind: string,
  ownFields: Readonly<Record<string, string | undefined>>,
  fields: string,
): string {
  const isHead = (field: string): boolean => headFields.some((name) => name === field);
  const written = (some: (field: string) => boolean): readonly string[] =>
    Object.entries(ownFields).flatMap(([field, value]) =>
      value !== undefined && some(field) ? [`${field}: ${value}`] : [],
    );
  const spec = [...written((field) => !isHead(field)), ...(fields === '' ? [] : dedented(fields))];
  const lines = [`kind: ${kind}`, ...written(isHead), 'spec:', ...spec.map((line) => `  ${line}`.trimEnd())];
  return `${lines.join('\n')}\n`;
}

function dedented(text: string): readonly string[] {
  const lines = text.replace(/^\n/, '').trimEnd().split('\n');
  const indent = /^ */.exec(lines[0] ?? '')?.[0].length ?? 0;
  return lines.map((line) => (line.trim() === '' ? '' : line.slice(indent)));
}
