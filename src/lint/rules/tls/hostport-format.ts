import { quoted } from '../../../derive/problem.ts';
import { parseHostport } from '../../domain/hostport.ts';
import { normalHost } from '../../../derive/normal-match.ts';
import { recommended } from '../../domain/severity.ts';
import { textItems } from '../../domain/values.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'hostport-format',
  group: 'tls',
  severity: recommended('error'),
  source: 'house',
  isMust: false,
  summary: 'A hostport is not `host:port`.',
  why: 'A hostport is a host name and a port (API 2.4, as `hostname:port` in 2.2). A URL, a bare host or a bare port names nothing to listen on.',
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
  *check({ spec }) {
    for (const { text, index } of textItems(spec['hostports'])) {
      const { host, port } = parseHostport(text);
      if (host !== undefined && port !== undefined) continue;
      const path = ['hostports', index];
      const meant = mended(text);
      yield {
        at: { path },
        message:
          host !== undefined && !text.includes(':')
            ? `${quoted(text)} has no port`
            : `${quoted(text)} is not \`host:port\``,
        ...(meant === undefined
          ? { help: 'write the host name and the port, such as `db.example.com:443`' }
          : {
              fix: {
                safety: 'unsafe',
                title: `write ${quoted(meant)}`,
                changes: [{ replace: path, with: meant }],
              },
            }),
      };
    }
  },
} satisfies ResourceRule;

/** What is left of a URL, a bare host with the port of TLS, a name of other letters in ASCII. */
function mended(text: string): string | undefined {
  const [, scheme, rest] = /^([a-z]+):\/\/([^/]+)\/?$/i.exec(text.trim()) ?? [];
  const bare = rest ?? text.trim();
  const withPort = bare.includes(':') || scheme?.toLowerCase() === 'tcp' ? bare : `${bare}:443`;
  const colon = withPort.lastIndexOf(':');
  const meant = normalHost(withPort.slice(0, colon)) + withPort.slice(colon);
  for (const one of [withPort, meant]) {
    const { host, port } = parseHostport(one);
    if (host !== undefined && port !== undefined) return one;
  }
  return undefined;
}
