import { quoted } from '../../../model/problem.ts';
import { servedUrl, urlText } from '../../domain/values/endpoint-url.ts';
import { sharing } from '../../domain/specs/identity.ts';
import { rising } from '../../domain/specs/severity.ts';
import type { CrossRule } from '../../rule.ts';

export default {
  scope: 'environment',
  kinds: ['endpoint'],
  id: 'endpoint-url-duplicate',
  group: 'endpoint',
  severity: rising,
  source: 'endpoint-urls',
  isMust: false,
  summary: 'Two endpoints have the same URL and do not pool.',
  why: 'A URL leads to one endpoint unless all of them allow pooling, so the API rejects the second one with 409.',
  fix: 'none',
  bad: `kind: endpoint
name: one
spec:
  url: https://www.example.com
---
kind: endpoint
name: two
spec:
  url: https://www.example.com
`,
  good: `kind: endpoint
name: one
spec:
  url: https://www.example.com
  pooling_enabled: true
---
kind: endpoint
name: two
spec:
  url: https://www.example.com
  pooling_enabled: true
`,
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
  },
} satisfies CrossRule;
