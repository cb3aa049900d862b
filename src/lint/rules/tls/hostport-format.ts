import { quoted } from '../../../model/problem.ts';
import { parseHostport } from '../../domain/values/hostport.ts';
import { normalHost } from '../../../derive/forms/host.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { textItems } from '../../domain/specs/values.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'hostport-format',
  group: 'tls',
  severity: recommended('error'),
  source: 'tls-edges',
  isMust: false,
  summary: 'A hostport is not `host:port`.',
  why: 'The API rejects the edge, and an edge with a wrong hostport cannot be updated.',
  fix: 'unsafe',
  kinds: ['tls-edge'],
  fields: ['hostports'],
  bad: `kind: tls-edge
name: db
spec:
  backend: { backend_id: backend/shop }
  hostports: ["tls://db.example.com:443"]
`,
  good: `kind: tls-edge
name: db
spec:
  backend: { backend_id: backend/shop }
  hostports: ["db.example.com:443"]
`,
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
        ...(meant === undefined
          ? {
              help: `write the host name and the port, such as ${quoted(`${host ?? 'db.example.com'}:5432`)}`,
            }
          : {
              fix: {
                safety: 'unsafe',
                title: `write ${quoted(meant)}`,
                changes: [{ replace: path, with: meant }],
              },
            }),
      });
    }
  },
} satisfies ResourceRule;

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
  for (const one of [withPort, meant]) {
    const { host, port } = parseHostport(one);
    if (host !== undefined && port !== undefined) return one;
  }
  return undefined;
}
