/*
 * A block of a generated page stands alone: the example of a rule, of a kind, of an action or of a document. It opens
 * in the playground with what it names, declared.
 */
import { readFileSync } from 'node:fs';
import { filesOfExample } from './playground/examples.mjs';

const settings = filesOfExample('minimal')['edgewright.yaml'];

/** The examples of rules are written for this workspace, and linted in it: it has what they may name. */
const [knownSettings, knownValues] = ['edgewright.yaml', 'environments/production.yaml'].map((name) =>
  readFileSync(new URL(`../../test/lint/workspace/${name}`, import.meta.url), 'utf8'),
);

/** Rules whose mistake is not in the files of one workspace: it takes a ledger, a base, a forge or git to see it. */
const rulesOfMore = new Set([
  'adopt-shared',
  'approval-unmatched',
  'approval-used',
  'environment-forgotten',
  'field-clear-unsupported',
  'formerly-spent',
  'gate-loosened',
  'ignore-pattern',
  'jobs-outdated',
  'ledger-shared',
  'module-removed',
  'removed-spent',
  'route-delete-unsupported',
  'route-edge-changed',
  'tls-edge-update-unsupported',
]);

/** Undefined for a page that has no examples of its own. */
export function exampleBlocks({ file, text }) {
  const open = openerOf(file);
  if (open === undefined) return undefined;
  const sections = text.split(/^##+ (.*)\n/m);
  const blocks = sections.flatMap((part, at) =>
    at % 2 === 1
      ? []
      : [...part.matchAll(/^```yaml\n([^]*?)^```$/gm)].map(([, block]) => ({
          heading: sections[at - 1],
          block,
        })),
  );
  return blocks.map(({ heading, block }) => ({ block, ...open(block, { text, heading, blocks }) }));
}

function openerOf(file) {
  if (file === 'docs/reference/settings.md') return openDocument;
  if (file === 'docs/reference/traffic-policy.md') return openPolicy;
  if (/^docs\/reference\/(?:endpoint|https-route|tls-edge)\.md$/.test(file)) return openResource;
  return /^docs\/rules\/.+\//.test(file) ? openRule : undefined;
}

/** A line `# file: <path>` begins another file. A rule that is off by default is switched on. */
function openRule(block, { text }) {
  const [, id = ''] = /^# (.*)$/m.exec(text) ?? [];
  if (rulesOfMore.has(id)) return { without: 'more-than-files' };
  const [before, ...parts] = block.replaceAll(/\\u\{(\w+)\}/g, shownCharacter).split(/^# file: (\S+)\n/m);
  const told = Object.fromEntries(parts.flatMap((part, at) => (at % 2 === 0 ? [[part, parts[at + 1]]] : [])));
  const files = { ...(before === '' ? {} : { 'resources/mine.yaml': before }), ...told };
  const [, off] = /recommended off, strict (\w+)/.exec(text) ?? [];
  const rules = off === undefined ? '' : `lint: { rules: { ${id}: ${off} } }\n`;
  const environment = [section('vars', variablesIn(block)), section('ids', idsIn(block))].join('');
  return {
    files: {
      'edgewright.yaml': `${settings}${secretsLine(secretsIn(block).filter((name) => knownSettings.match(/\w+/g).includes(name)))}${rules}`,
      ...(id === 'no-environment' ? {} : { 'environments/production.yaml': environment || '{}\n' }),
      ...files,
    },
    open: Object.keys(files)[0],
  };
}

const shownCharacter = (_shown, digits) => String.fromCodePoint(parseInt(digits, 16));

/** The example of a module is a part of a route or an edge: the rest of it is the example of the kind. */
function openResource(block, { blocks: [{ block: first }] }) {
  const [, module] = /^spec:\n([^]*)$/m.exec(block) ?? [];
  const resource = first.includes(module) ? first : first + module;
  return withResource(resource);
}

function withResource(resource, more = {}) {
  const companions = {
    'policies/example.yaml': denyPolicy(
      resource.startsWith('kind: tls-edge') ? 'on_tcp_connect' : 'on_http_request',
    ),
    'saml/idp-metadata.xml': metadata,
  };
  const named = Object.entries(companions).filter(([name]) => resource.includes(`$(file:${name})`));
  const texts = [resource, ...Object.values(more)].join('\n');
  return {
    files: {
      'edgewright.yaml': `${settings}${secretsLine(secretsIn(texts))}`,
      'environments/production.yaml': section('ids', madeIdsIn(texts)) || '{}\n',
      'resources/example.yaml': resource,
      ...Object.fromEntries(named),
      ...more,
    },
    open: 'resources/example.yaml',
  };
}

const denyPolicy = (phase) => `${phase}:\n  - actions:\n      - type: deny\n`;
const metadata = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://login.example.com">
  <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://login.example.com/sso"/>
  </IDPSSODescriptor>
</EntityDescriptor>
`;

/** A policy answers at an endpoint: what it lets through is forwarded. */
function openPolicy(block) {
  const isWeb = !block.startsWith('on_tcp_connect');
  const [scheme, phase, port] = isWeb ? ['https', 'on_http_request', ''] : ['tls', 'on_tcp_connect', ':443'];
  const name = 'policies/example.yaml';
  const resource = `kind: endpoint\nname: example\nspec:\n  url: ${scheme}://example.com\n  traffic_policy: $(file:${name})\n`;
  const target = `${scheme}://example.internal${port}`;
  const forward = `  - actions:\n      - type: forward-internal\n        config:\n          url: ${target}\n`;
  const policy = block.startsWith(`${phase}:\n`) ? block + forward : `${block}${phase}:\n${forward}`;
  return { ...withResource(resource, { [name]: policy }), open: name };
}

const placesOfDocuments = {
  settings: 'edgewright.yaml',
  environment: 'environments/production.yaml',
  resource: 'resources/shop.yaml',
  preset: 'resources/guarded.yaml',
  removed: 'resources/removed.yaml',
  approval: 'resources/approvals.yaml',
  approvals: 'resources/approvals.yaml',
  policy: 'edgewright.yaml',
  'policy-test': 'policies/quick-recovery.test.yaml',
  test: 'tests/admin.yaml',
};

/** The documents of the page are one workspace. */
function openDocument(block, { heading, blocks }) {
  if (heading === 'dev') return { without: 'dev' };
  const shared = ['settings', 'environment', 'resource', 'preset'];
  const files = Object.fromEntries(
    blocks
      .filter((other) => shared.includes(other.heading))
      .map((other) => [placesOfDocuments[other.heading], other.block]),
  );
  const open = placesOfDocuments[heading];
  if (open === undefined) throw new Error(`no file is known for the document \`${heading}\` of the settings`);
  const mine = heading === 'policy' ? `version: 1\nsecrets: [SHOP_OIDC]\n${block}` : block;
  return { files: { ...files, [open]: mine }, open };
}

function secretsIn(text) {
  return [...new Set([...text.matchAll(/\$\(secret:(\w+)\)/g)].map(([, name]) => name))];
}

function secretsLine(names) {
  return names.length === 0 ? '' : `secrets: [${names.join(', ')}]\n`;
}

function section(name, lines) {
  return lines.length === 0 ? '' : `${name}:\n${lines.join('')}`;
}

function variablesIn(block) {
  const named = new Set([...block.matchAll(/\$\((\w+)\)/g)].map(([, name]) => name));
  return linesOfKnown(/^ {2}(\w+): .*\n/gm, named);
}

function idsIn(block) {
  return linesOfKnown(/^ {2}([\w-]+\/[\w-]+): .*\n/gm, new Set(namesIn(block)));
}

function linesOfKnown(line, named) {
  return [...knownValues.matchAll(line)].flatMap(([text, name]) => (named.has(name) ? [text] : []));
}

const idPrefixes = {
  'https-edge': 'edghts',
  backend: 'bkdhr',
  'ip-policy': 'ipp',
  'certificate-authority': 'ca',
};

const namesIn = (text) =>
  [...text.matchAll(/\b(?:https-edge|backend|ip-policy|certificate-authority)\/[a-z\d-]+/g)].map(
    ([name]) => name,
  );

function madeIdsIn(text) {
  return [...new Set(namesIn(text))].map((name, at) => {
    const prefix = idPrefixes[name.replace(/\/.*$/, '')];
    return `  ${name}: ${prefix}_2NAnKzW5yZQ5VRb0sW4PBn7C${String(at).padStart(3, '0')}\n`;
  });
}
