import { strictOnly } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'endpoint-text-bytes',
  group: 'text',
  severity: strictOnly('info'),
  source: 'byte-limits',
  isMust: false,
  summary: 'A string of an endpoint is longer than edges and routes allow.',
  why: 'The API documents limits of 255 and 4096 bytes for edges and routes only, but may reject longer strings here too.',
  fix: 'none',
  kinds: ['endpoint'],
  fields: ['description', 'metadata'],
  options: { description: 255, metadata: 4096 },
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  description: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  description: the shop
`,
  check({ spec }, report, { options }) {
    for (const name of ['description', 'metadata']) {
      const text = spec[name];
      const limit = Number(options[name]);
      if (typeof text !== 'string') continue;
      const bytes = Buffer.byteLength(text);
      if (bytes <= limit) continue;
      report({
        at: { path: [name] },
        message: `\`${name}\` is ${bytes} bytes; on edges and routes the limit is ${limit} bytes`,
      });
    }
  },
} satisfies ResourceRule;
