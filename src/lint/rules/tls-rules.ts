import { isPort, normalHostport } from '../../derive/forms/endpoint-url.ts';
import { isTree } from '../../derive/forms/tree.ts';
import { activeModule, isSwitchedOff } from '../../derive/module-state.ts';
import type { Path } from '../../model/value.ts';
import { dotted } from '../../text/dotted-path.ts';
import { changedLeaves } from '../domain/documents/changed-settings.ts';
import { fitting } from '../domain/message-words.ts';
import { historyOf, undeletable } from '../domain/documents/known-before.ts';
import { always, crossRules, recommended, resourceRules, rising } from '../rule-group.ts';
import { emptyListAt, isGiven } from '../domain/specs/written.ts';
import { parseHostport } from '../domain/values/url-parts.ts';
import { onTlsEdge, inside, inOneFile } from '../rule-examples.ts';
import { type Rule } from '../rule.ts';
import { quoted } from '../../text/quoted.ts';
import { normalHost } from '../../derive/forms/host-name.ts';
import { repeated, textItems } from '../domain/specs/text-items.ts';
import { replacement, deletion, type FixRequest } from '../fix-request.ts';
import { withoutBackend } from '../domain/specs/without-backend.ts';

/** Default port of a protocol, by the first word of the host name. No port is guessed for other hosts. */
const ports: Readonly<Record<string, number>> = {
  amqp: 5671,
  kafka: 9092,
  ldap: 636,
  mariadb: 3306,
  mongo: 27_017,
  mongodb: 27_017,
  mqtt: 8883,
  mysql: 3306,
  pg: 5432,
  postgres: 5432,
  postgresql: 5432,
  redis: 6379,
  www: 443,
};

/** Common ports, to recognize one with a digit typed twice. */
const knownPorts = [
  '80',
  '443',
  '1883',
  '3306',
  '4443',
  '5432',
  '5671',
  '5672',
  '6379',
  '8080',
  '8443',
  '8883',
  '9092',
];

const known: readonly string[] = ['1.0', '1.1', '1.2', '1.3'];

/**
 * The API excludes "most other modules" (docs/api-notes.md, "TLS termination"): an error where the module certainly
 * cannot work, a warning where it probably cannot.
 */
const needTraffic = [
  { name: 'mutual_tls', severity: 'error' },
  { name: 'traffic_policy', severity: 'warn' },
] as const;

const mutualTls = 'mutual_tls: { certificate_authority_ids: [certificate-authority/corp] }';

const passedThrough = {
  path: ['tls_termination', 'terminate_at'],
  on: 'entry',
  label: 'TLS is passed through here',
} as const;

export const tlsRules: readonly Rule[] = [
  ...crossRules(
    { group: 'tls', source: 'tls-edges' },
    {
      'hostport-duplicate': {
        severity: always('error'),
        kinds: ['tls-edge'],
        summary: 'Two TLS edges serve the same hostport.',
        why: 'The API rejects the second edge, or it takes the traffic of the first; neither can be updated or deleted through the API.',
        bad: inOneFile(onTlsEdge('', { name: 'db-a' }), onTlsEdge('', { name: 'db-b' })),
        good: inOneFile(
          onTlsEdge('', { name: 'db-a' }),
          onTlsEdge('', { name: 'db-b', hostports: '["db-b.example.com:443"]' }),
        ),
        *check(resources) {
          const all = resources
            .filter(({ kind }) => kind === 'tls-edge')
            .flatMap((subject) => textItems(subject.spec['hostports']).map((item) => ({ subject, ...item })));
          for (const { item, first } of repeated(all, ({ text }) => normalHostport(text))) {
            const isSame = first.subject === item.subject;
            const also = isSame ? 'is listed twice' : `is also served by \`${first.subject.address}\``;
            yield {
              of: item.subject.address,
              at: { path: ['hostports', item.index] },
              message: `${quoted(item.text)} ${also}`,
              related: [{ of: first.subject.address, path: ['hostports', first.index], label: 'first here' }],
            };
          }
        },
      },
      'tls-edge-update-unsupported': {
        severity: recommended('info'),
        summary: 'A live TLS edge would have to be changed or deleted.',
        why: 'The API cannot update or delete TLS edges, so the plan is blocked: declare a second edge, move the traffic, then remove the first.',
        bad: onTlsEdge('description: holds orders'),
        good: onTlsEdge(),
        *check(resources, context) {
          for (const { subject, before } of historyOf(resources, context).continued) {
            if (subject.kind !== 'tls-edge') continue;
            const changed = changedLeaves(subject, before);
            const [first] = changed;
            if (first === undefined) continue;
            const others = changed.length > 1 ? ` and ${changed.length - 1} more` : '';
            yield {
              of: subject.address,
              at:
                first.after === undefined
                  ? { path: first.path.slice(0, 1), on: 'key' }
                  : { path: first.path },
              message: fitting(
                `\`${subject.address}\` ${before.words}: the API cannot change \`${dotted(first.path)}\`${others}`,
                `the API cannot change \`${subject.address}\``,
              ),
            };
          }
          yield* undeletable(
            'tls-edge',
            resources,
            context,
            '`then: forget`, and delete it in the dashboard',
          );
        },
      },
    },
  ),
  ...resourceRules(
    { group: 'tls', source: 'tls-termination', kinds: ['tls-edge'] },
    {
      'hostport-format': {
        severity: recommended('error'),
        source: 'tls-edges',
        fields: ['hostports'],
        summary: 'A hostport is not `host:port`.',
        why: 'The API rejects the edge, and an edge with a wrong hostport cannot be updated.',
        fix: 'unsafe',
        bad: onTlsEdge('', { hostports: '["tls://db.example.com:443"]' }),
        good: onTlsEdge(),
        check({ spec }, report) {
          for (const { text, index } of textItems(spec['hostports'])) {
            const { host, port } = parseHostport(text);
            if (host !== undefined && port !== undefined) continue;
            const path = ['hostports', index];
            const meant = mended(text);
            report({
              at: { path },
              message:
                host !== undefined && !text.includes(':')
                  ? `${quoted(text)} has no port`
                  : `${quoted(text)} is not \`host:port\``,
              help:
                meant === undefined
                  ? `write the host name and the port, such as ${quoted(`${host ?? 'db.example.com'}:5432`)}`
                  : undefined,
              fix: meant === undefined ? undefined : replacement('unsafe', path, meant),
            });
          }
        },
      },
      'hostport-port-range': {
        severity: recommended('error'),
        source: 'tls-edges',
        fields: ['hostports'],
        summary: 'The port of a hostport is not from 1 to 65535.',
        why: 'TCP ports range from 1 to 65535; the API rejects any other.',
        fix: 'unsafe',
        bad: onTlsEdge('', { hostports: '["db.example.com:65536"]' }),
        good: onTlsEdge('', { hostports: '["db.example.com:5432"]' }),
        check({ spec }, report) {
          for (const { text, index } of textItems(spec['hostports'])) {
            const { host, port } = parseHostport(text);
            if (host === undefined || port === undefined) continue;
            if (isPort(Number(port))) continue;
            report({
              at: {
                path: ['hostports', index],
                within: { start: text.length - port.length, end: text.length },
              },
              message: `port ${quoted(port)} of ${quoted(host)} is not from 1 to 65535`,
              fix: meantPort(['hostports', index], text, port),
            });
          }
        },
      },
      'mtls-empty-authorities': {
        severity: rising,
        source: 'mutual-tls',
        fields: ['mutual_tls'],
        summary: 'Mutual TLS is on without a certificate authority.',
        why: 'Whether an empty list accepts every client certificate or none is not documented.',
        bad: onTlsEdge('mutual_tls: { certificate_authority_ids: [] }'),
        good: onTlsEdge(mutualTls),
        check(subject, report, context) {
          const at = emptyListAt(subject, ['mutual_tls', 'certificate_authority_ids'], context);
          if (at === undefined) return;
          report({
            at,
            message: '`mutual_tls` is on, but no certificate authority is named',
            help: 'name one in `certificate_authority_ids`, or take the module out',
          });
        },
      },
      'tls-edge-no-backend': {
        severity: recommended('warn'),
        source: 'tls-edges',
        summary: 'A TLS edge has no backend.',
        why: 'Connections are accepted and lead nowhere, and a TLS edge cannot be updated through the API.',
        bad: onTlsEdge('', { backend: undefined }),
        good: onTlsEdge(),
        check: withoutBackend({
          called: 'TLS edge',
          fails: 'connections fail',
          help: 'add `backend: { backend_id: … }`',
        }),
      },
      'tls-min-version-unknown': {
        severity: recommended('warn'),
        fields: ['tls_termination'],
        summary: 'The minimum TLS version is unknown.',
        why: 'The API does not list the versions; an unknown one is rejected, or the default stays in force.',
        fix: 'unsafe',
        bad: onTlsEdge('tls_termination: { terminate_at: edge, min_version: TLSv1.2 }'),
        good: onTlsEdge('tls_termination: { terminate_at: edge, min_version: "1.2" }'),
        check({ spec }, report) {
          const version = activeModule(spec, 'tls_termination')?.['min_version'];
          if (typeof version !== 'string' || known.includes(version)) return;
          const path = ['tls_termination', 'min_version'];
          const meant = /1[._]?[0-3]$/.exec(version)?.[0].replace('_', '.');
          const fits = meant !== undefined && known.includes(meant);
          report({
            at: { path },
            message: `${quoted(version)} is not a known TLS version`,
            help: 'write one of `"1.0"`, `"1.1"`, `"1.2"` and `"1.3"`',
            fix: fits ? replacement('unsafe', path, meant, `write \`"${meant}"\``) : undefined,
          });
        },
      },
      'tls-min-version-weak': {
        severity: recommended('warn'),
        fields: ['tls_termination'],
        standard: 'RFC 8996',
        summary: 'The minimum TLS version is deprecated.',
        why: 'Clients can connect with TLS 1.0 or 1.1, whose handshakes depend on SHA-1, a hash function that attackers can break.',
        fix: 'unsafe',
        bad: onTlsEdge('tls_termination: { terminate_at: edge, min_version: "1.0" }'),
        good: onTlsEdge('tls_termination: { terminate_at: edge, min_version: "1.2" }'),
        check({ spec }, report) {
          const version = activeModule(spec, 'tls_termination')?.['min_version'];
          if (version !== '1.0' && version !== '1.1') return;
          const path = ['tls_termination', 'min_version'];
          report({
            at: { path },
            message: `TLS ${version} is deprecated: RFC 8996 forbids it`,
            fix: replacement(
              'unsafe',
              path,
              '1.2',
              'write `"1.2"`, which all current clients support, or `"1.3"` if no older client connects',
            ),
          });
        },
      },
      'tls-min-version-with-upstream': {
        severity: always('error'),
        fields: ['tls_termination'],
        isMust: true,
        summary: 'A minimum TLS version is set where TLS is passed through.',
        why: 'The TLS handshake happens at the upstream, so the API rejects a `min_version` for the edge.',
        fix: 'safe',
        bad: onTlsEdge(inside('tls_termination', 'terminate_at: upstream', 'min_version: "1.2"')),
        good: onTlsEdge(inside('tls_termination', 'terminate_at: upstream')),
        check({ spec }, report) {
          const termination = activeModule(spec, 'tls_termination');
          if (termination?.['terminate_at'] !== 'upstream' || typeof termination['min_version'] !== 'string')
            return;
          const path = ['tls_termination', 'min_version'];
          report({
            at: { path, on: 'entry' },
            message: '`min_version` must not be set when `terminate_at` is `upstream`',
            label: 'has no effect; the API requires null',
            related: [passedThrough],
            fix: deletion('safe', path, '`min_version`'),
          });
        },
      },
      'tls-termination-disabled-configured': {
        severity: recommended('warn'),
        fields: ['tls_termination'],
        summary: 'TLS termination is disabled but configured.',
        why: 'The API does not document how a disabled module treats TLS.',
        bad: onTlsEdge('tls_termination: { enabled: false, terminate_at: edge }'),
        good: onTlsEdge('tls_termination: { terminate_at: edge }'),
        check({ spec }, report) {
          const termination = spec['tls_termination'];
          if (!isTree(termination) || !isSwitchedOff(termination)) return;
          const configured = ['terminate_at', 'min_version'].filter((name) => isGiven(termination[name]));
          if (configured.length === 0) return;
          report({
            at: { path: ['tls_termination', 'enabled'], on: 'entry' },
            message: `\`tls_termination\` is disabled, so \`${configured.join('` and `')}\` may have no effect`,
            help: 'take `enabled: false` away, or the rest of the module',
            related: configured.map((name) => ({
              path: ['tls_termination', name],
              on: 'entry',
              label: 'not applied',
            })),
          });
        },
      },
      'tls-upstream-module-conflict': {
        severity: always('error'),
        fields: ['tls_termination'],
        isMust: true,
        summary: 'A module that reads the traffic is used where TLS is passed through.',
        why: 'With `terminate_at: upstream` the edge cannot read the traffic, so the API rejects modules that need to.',
        bad: onTlsEdge(`${mutualTls}\ntls_termination: { terminate_at: upstream }`),
        good: onTlsEdge(`${mutualTls}\ntls_termination: { terminate_at: edge }`),
        check({ spec }, report) {
          if (activeModule(spec, 'tls_termination')?.['terminate_at'] !== 'upstream') return;
          for (const { name, severity } of needTraffic) {
            if (activeModule(spec, name) === undefined) continue;
            report({
              at: { path: [name], on: 'key' },
              message: `\`${name}\` needs \`terminate_at: edge\`, but TLS is passed through to the upstream`,
              severity,
              related: [passedThrough],
              help: `write \`terminate_at: edge\`, or delete \`${name}\``,
            });
          }
        },
      },
    },
  ),
];

function portOf(host: string): number | undefined {
  const [word = ''] = host.toLowerCase().split(/[.-]/);
  return Object.hasOwn(ports, word) ? ports[word] : undefined;
}

/**
 * The intended `host:port`: a URL without its scheme, a bare host with its usual port, or the ASCII form of a host
 * name.
 */
function mended(text: string): string | undefined {
  const [, scheme, rest] = /^([a-z]+):\/\/([^/]+)\/?$/i.exec(text.trim()) ?? [];
  const bare = rest ?? text.trim();
  const port = scheme === undefined ? portOf(bare) : scheme.toLowerCase() === 'tcp' ? undefined : 443;
  const withPort = bare.includes(':') || port === undefined ? bare : `${bare}:${port}`;
  if (!withPort.includes(':')) return undefined;
  const colon = withPort.lastIndexOf(':');
  const meant = normalHost(withPort.slice(0, colon)) + withPort.slice(colon);
  for (const hostport of [withPort, meant]) {
    const { host, port } = parseHostport(hostport);
    if (host !== undefined && port !== undefined) return hostport;
  }
  return undefined;
}

function meantPort(path: Path, text: string, port: string): FixRequest | undefined {
  const half = port.slice(0, port.length / 2);
  const meant = port === half + half ? half : knownPorts.find((known) => hasOneMore(port, known));
  if (meant === undefined || Number(meant) < 1) return undefined;
  const value = text.slice(0, text.length - port.length) + meant;
  return replacement('unsafe', path, value, `write port ${meant}`);
}

function hasOneMore(port: string, known: string): boolean {
  if (port.length !== known.length + 1) return false;
  for (let at = 0; at < port.length; at++) if (port.slice(0, at) + port.slice(at + 1) === known) return true;
  return false;
}
