import {
  endpointSchemes,
  isPort,
  normalHostport,
  parseEndpointUrl,
} from '../../derive/forms/endpoint-url.ts';
import { endpoint } from '../../kinds/endpoint.ts';
import { kinds } from '../../kinds/index.ts';
import { nameables } from '../../kinds/references.ts';
import { listenersOf } from '../../routing/listener.ts';
import { suggestions } from '../../text/suggest.ts';
import { sharing } from '../domain/specs/sharing-key.ts';
import { isExisting } from '../domain/specs/is-existing.ts';
import { always, crossRules, recommended, reportedRules, resourceRules, rising } from '../rule-group.ts';
import { isWritten, isGiven } from '../domain/specs/written.ts';
import { servedUrl, urlText, userIn } from '../domain/values/url-parts.ts';
import { onEndpoint, inOneFile, besideFiles } from '../rule-examples.ts';
import { type CrossFinding, type Finding, type Rule, type Subject } from '../rule.ts';
import { quoted, asCode } from '../../text/quoted.ts';
import { isHost, isInternalHost, normalHost } from '../../derive/forms/host-name.ts';
import { repeated, textItems } from '../domain/specs/text-items.ts';
import { replacement } from '../fix-request.ts';
import { blankItem, listedTwice } from '../list-findings.ts';
import { codeList } from '../../text/words/list-words.ts';

const field = endpoint.fields['bindings'];
const knownBindings = (field?.type === 'list' ? field.knownValues : undefined) ?? [];

const foreignPrefixes = [
  kinds['tls-edge'].idPrefix,
  kinds['https-route'].idPrefix,
  ...Object.values(nameables).flatMap(({ idPrefixes }) => idPrefixes),
];

export const endpointRules: readonly Rule[] = [
  ...resourceRules(
    { group: 'endpoint', source: 'endpoint-urls', kinds: ['endpoint'] },
    {
      'endpoint-bindings': {
        severity: recommended('warn'),
        source: 'endpoint-bindings',
        fields: ['bindings'],
        summary: 'A binding of an endpoint is not known, repeated or blank.',
        why: 'Bindings decide who can reach an endpoint; an unknown one is rejected or makes the endpoint unreachable.',
        fix: 'safe',
        options: { known: [] },
        bad: onEndpoint('bindings: [public, public]'),
        good: onEndpoint('bindings: [public]'),
        check({ spec }, report, { options }) {
          const known = [...knownBindings, ...textItems(options['known']).map(({ text }) => text)];
          const items = textItems(spec['bindings']);
          for (const { text, index } of items) {
            if (text.trim() === '') report(blankItem(['bindings', index], 'safe'));
            // A variable of another tool has a rule of its own.
            else if (!known.includes(text) && !/[${}]/.test(text)) report(unknown(text, index, known));
          }
          const named = items.filter(({ text }) => text.trim() !== '');
          for (const { item } of repeated(named, ({ text }) => text))
            report(listedTwice(['bindings', item.index], item.text));
        },
      },
      'endpoint-url-format': {
        severity: recommended('error'),
        fields: ['url'],
        summary: 'The URL of an endpoint is malformed.',
        why: 'The API rejects an endpoint whose `url` is not a scheme, `://`, a host and an optional port.',
        bad: onEndpoint('', { url: 'www.example.com' }),
        good: onEndpoint(),
        check({ spec }, report) {
          const { url } = spec;
          if (typeof url !== 'string' || url === '') return;
          const parsed = parseEndpointUrl(url);
          const rest = parsed === undefined || parsed.rest === '/' ? '' : parsed.rest;
          const user = userIn(url);
          if (user !== undefined) {
            report({
              at: { path: ['url'] },
              message: 'the URL of an endpoint cannot have a user or a password',
              sensitive: user.includes(':') ? true : undefined,
            });
          } else if (parsed === undefined) {
            report({
              at: { path: ['url'] },
              message: `${quoted(url)} is not a valid URL`,
              help: 'write a scheme and a host, such as `https://shop.example.com`',
            });
          } else if (rest !== '') {
            report({
              at: { path: ['url'], within: { start: url.length - rest.length, end: url.length } },
              message: `an endpoint URL cannot have ${quoted(rest)}: it serves a whole host`,
              help: 'remove it; a rule of its traffic policy may look at `req.url.path`',
            });
          } else if (!isHost(parsed.host) && !/[${}]/.test(parsed.host)) {
            // A variable of another tool has a rule of its own.
            const start = parsed.scheme.length + '://'.length;
            const meant = normalHost(parsed.host);
            report({
              at: { path: ['url'], within: { start, end: start + parsed.host.length } },
              message: `${quoted(parsed.host)} is not a valid host name`,
              help: isHost(meant) ? `write \`${meant}\`` : undefined,
            });
          } else if (parsed.port !== undefined && !isPort(parsed.port)) {
            report({ at: { path: ['url'] }, message: `port \`${parsed.port}\` is not from 1 to 65535` });
          }
        },
      },
      'endpoint-url-required': {
        severity: recommended('error'),
        summary: 'An endpoint has no URL.',
        why: 'The URL is the address that is served; without one the endpoint cannot be created.',
        bad: onEndpoint('description: The shop', { url: undefined }),
        good: onEndpoint('description: The shop'),
        check(subject, report, context) {
          const { url } = subject.spec;
          if (isGiven(url) || (url === undefined && isWritten(subject, ['url'], context))) return;
          report({
            at: url === undefined ? { path: [], on: 'key' } : { path: ['url'] },
            message: `endpoint \`${subject.name}\` has no \`url\``,
            severity: url === undefined && isExisting(subject, context) ? 'warn' : undefined,
            help: 'write the address to serve, such as `url: https://shop.example.com`',
          });
        },
      },
      'endpoint-url-scheme': {
        severity: recommended('error'),
        fields: ['url'],
        summary: 'The scheme of an endpoint URL is not supported.',
        why: 'Endpoints serve `http`, `https`, `tcp` and `tls`, and a `tcp` endpoint needs a port; any other URL is rejected.',
        bad: onEndpoint('', { url: 'ftp://files.example.com' }),
        good: onEndpoint('', { url: 'https://files.example.com' }),
        check({ spec }, report) {
          const { url } = spec;
          const parsed = typeof url === 'string' ? parseEndpointUrl(url) : undefined;
          if (parsed === undefined) return;
          if (!endpointSchemes.includes(parsed.scheme)) {
            report({
              at: { path: ['url'], within: { start: 0, end: parsed.scheme.length } },
              message: `unsupported scheme ${quoted(parsed.scheme)}: expected \`http\`, \`https\`, \`tcp\` or \`tls\``,
            });
          } else if (parsed.scheme === 'tcp' && parsed.port === undefined) {
            report({
              at: { path: ['url'] },
              message: 'a `tcp` endpoint needs a port',
              help: `write a port after the host, such as \`tcp://${parsed.host}:5432\``,
            });
          }
        },
      },
    },
  ),
  ...crossRules(
    { group: 'endpoint', source: 'endpoint-urls', kinds: ['endpoint'] },
    {
      'endpoint-not-manageable': {
        severity: always('error'),
        source: 'cloud-endpoints',
        isMust: true,
        judgesBodies: false,
        summary: 'An endpoint adopts an id that is not a cloud endpoint.',
        why: 'Only cloud endpoints can be updated and deleted; an ephemeral endpoint belongs to its agent and an edge endpoint to its edge, so every plan would fail.',
        bad: besideFiles(onEndpoint(), {
          'environments/production.yaml': `
          drift: report
          adopt: { endpoint/www: edgtls_2Ab }`,
        }),
        good: besideFiles(onEndpoint(), {
          'environments/production.yaml': `
          drift: report
          adopt: { endpoint/www: ep_2Ab }`,
        }),
        *check(resources, { workspace, environment, ledger }) {
          const adopted = workspace?.environments.get(environment)?.adopt ?? [];
          const declared = new Set(resources.map(({ address }) => address));
          for (const adoption of adopted) {
            const { address } = adoption;
            if (!declared.has(address) || !address.startsWith('endpoint/')) continue;
            const prefix = foreignPrefixes.find((foreignPrefix) => adoption.id.startsWith(foreignPrefix));
            const known = ledger?.resources[address]?.observed['type'];
            const isForeign = typeof known === 'string' && known !== 'cloud';
            if (prefix === undefined && !isForeign) continue;
            const what = isForeign
              ? `the id of an endpoint of type ${quoted(known)}`
              : 'the id of a different object';
            yield {
              of: address,
              at: { place: adoption.place },
              message: `\`${address}\` adopts ${what}, not of a cloud endpoint`,
            };
          }
        },
      },
      'endpoint-pooling-mismatch': {
        severity: recommended('warn'),
        summary: 'Endpoints with the same URL disagree about pooling.',
        why: 'Endpoints share a URL only if every one of them allows pooling; the one that does not is rejected or shuts the others out.',
        bad: inOneFile(onEndpoint('pooling_enabled: true', { name: 'one' }), onEndpoint('', { name: 'two' })),
        good: inOneFile(
          onEndpoint('pooling_enabled: true', { name: 'one' }),
          onEndpoint('pooling_enabled: true', { name: 'two' }),
        ),
        *check(resources) {
          for (const group of sharing(resources, servedUrl)) {
            const pooling = group.find(({ spec }) => spec['pooling_enabled'] === true);
            if (pooling === undefined) continue;
            for (const subject of group) {
              const { address, spec } = subject;
              if (spec['pooling_enabled'] === true) continue;
              yield {
                of: address,
                at: { path: spec['pooling_enabled'] === undefined ? ['url'] : ['pooling_enabled'] },
                message: `${quoted(urlText(subject))} is pooled by \`${pooling.address}\`, but not by this endpoint`,
                help: 'set `pooling_enabled: true` on all of them',
                related: [{ of: pooling.address, path: ['pooling_enabled'], on: 'entry', label: 'pools' }],
              };
            }
          }
        },
      },
      'endpoint-environments': {
        severity: recommended('warn'),
        summary: 'An endpoint has the same URL in several environments.',
        why: 'A public host belongs to one account, so the second environment is rejected with 409, or its endpoint is the one of the first.',
        bad: besideFiles(onEndpoint(), {
          'environments/production.yaml': '',
          'environments/staging.yaml': '',
        }),
        good: besideFiles(onEndpoint('', { environments: '[production]' }), {
          'environments/production.yaml': '',
          'environments/staging.yaml': '',
        }),
        *check(resources, { others, environment: here }) {
          const elsewhere = others
            .filter(({ isChecked }) => isChecked)
            .map(({ name, resources }) => ({ name, urls: new Set(resources.flatMap(ownUrl)) }));
          for (const subject of elsewhere.length === 0 ? [] : resources) {
            const [url] = ownUrl(subject);
            if (url === undefined) continue;
            const names = elsewhere.flatMap(({ name, urls }) => (urls.has(url) ? [name] : []));
            if (names.length === 0) continue;
            const all = [here, ...names].sort().map(asCode);
            yield {
              of: subject.address,
              at: { path: ['url'] },
              message: `${quoted(urlText(subject))} is one URL for ${all.join(', ')}`,
              help: 'use a variable of the environment in it, or name its environments in `environments:`',
            };
          }
        },
      },
      'endpoint-url-duplicate': {
        severity: rising,
        summary: 'Two endpoints have the same URL and do not pool.',
        why: 'A URL leads to one endpoint unless all of them allow pooling, so the API rejects the second one with 409.',
        bad: inOneFile(onEndpoint('', { name: 'one' }), onEndpoint('', { name: 'two' })),
        good: inOneFile(
          onEndpoint('pooling_enabled: true', { name: 'one' }),
          onEndpoint('pooling_enabled: true', { name: 'two' }),
        ),
        *check(resources) {
          for (const [first, ...others] of sharing(resources, servedUrl)) {
            if (first.spec['pooling_enabled'] === true) continue;
            for (const other of others) {
              if (other.spec['pooling_enabled'] === true) continue;
              yield {
                of: other.address,
                at: { path: ['url'] },
                message: `${quoted(urlText(other))} is already served by \`${first.address}\``,
                help: 'use another URL, or set `pooling_enabled: true` on both to share it',
                related: [{ of: first.address, path: ['url'], label: 'first here' }],
              };
            }
          }
          yield* servedByEdges(resources);
        },
      },
    },
  ),
  ...reportedRules(
    { group: 'endpoint', source: 'cloud-endpoints', by: 'shape' },
    {
      'endpoint-type-cloud': {
        severity: always('error'),
        isMust: true,
        summary: 'The type of an endpoint is not `cloud`.',
        why: 'Only cloud endpoints can be created, updated and deleted through the API; any other type is rejected.',
        fix: 'unsafe',
        bad: onEndpoint('type: edge'),
        good: onEndpoint('type: cloud'),
      },
    },
  ),
];

/** The URL that no other account can have: its host is a public name, and the endpoint does not pool. */
function ownUrl(subject: Subject): readonly string[] {
  const { pooling_enabled: pools, bindings } = subject.spec;
  const url = servedUrl(subject);
  const [listener] = listenersOf(subject);
  const host = listener?.host ?? '';
  const isName = isHost(host) && !/^\[|\.\d+$/.test(host);
  const isInternal = isInternalHost(host) || textItems(bindings).some(({ text }) => text === 'internal');
  return url === undefined || pools === true || !isName || isInternal ? [] : [url];
}

function unknown(text: string, index: number, known: readonly string[]): Finding {
  const path = ['bindings', index];
  const [meant] = suggestions(text, known);
  return {
    at: { path },
    message: `unknown binding ${quoted(text)}`,
    help: `write one of ${codeList(known)}; the option \`known\` adds to them`,
    fix: meant === undefined ? undefined : replacement('unsafe', path, meant, `write \`${meant}\``),
  };
}

/** Endpoints whose URL is the place of a TLS edge: the handshake cannot tell which of the two is meant. */
function* servedByEdges(resources: readonly Subject[]): Generator<CrossFinding> {
  const edges = new Map<string, { readonly edge: Subject; readonly index: number }>();
  for (const edge of resources) {
    if (edge.kind !== 'tls-edge') continue;
    for (const { text, index } of textItems(edge.spec['hostports'])) {
      const place = normalHostport(text);
      if (!edges.has(place)) edges.set(place, { edge, index });
    }
  }
  for (const subject of edges.size === 0 ? [] : resources) {
    if (subject.kind !== 'endpoint') continue;
    const [listener] = listenersOf(subject);
    const found = listener && edges.get(`${listener.host}:${listener.port}`);
    if (found === undefined || !['https', 'tls', 'tcp'].includes(listener?.scheme ?? '')) continue;
    const { edge, index } = found;
    yield {
      of: subject.address,
      at: { path: ['url'] },
      message: `${quoted(urlText(subject))} is already served by \`${edge.address}\``,
      help: 'use another URL, or another hostport of the edge',
      related: [{ of: edge.address, path: ['hostports', index], label: 'also here' }],
    };
  }
}
