import { quoted } from '../../../derive/problem.ts';
import { parseHostport } from '../../domain/hostport.ts';
import { recommended } from '../../domain/severity.ts';
import { textItems } from '../../domain/values.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'hostport-port-range',
  group: 'tls',
  severity: recommended('warn'),
  source: 'house',
  isMust: false,
  summary: 'The port of a hostport is not from 1 to 65535.',
  why: 'A TCP port is a number from 1 to 65535; nothing can listen on any other.',
  fix: 'none',
  kinds: ['tls-edge'],
  fields: ['hostports'],
  bad: `kind: tls-edge
name: db
spec:
  backend: { backend_id: backend/shop }
  hostports: ["db.example.com:65536"]
`,
  good: `kind: tls-edge
name: db
spec:
  backend: { backend_id: backend/shop }
  hostports: ["db.example.com:5432"]
`,
  *check({ spec }) {
    for (const { text, index } of textItems(spec['hostports'])) {
      const { host, port } = parseHostport(text);
      if (host === undefined || port === undefined) continue;
      if (Number(port) >= 1 && Number(port) <= 65_535) continue;
      yield {
        at: { path: ['hostports', index], within: { start: text.length - port.length, end: text.length } },
        message: `port ${quoted(port)} of ${quoted(host)} is not from 1 to 65535`,
      };
    }
  },
} satisfies ResourceRule;
