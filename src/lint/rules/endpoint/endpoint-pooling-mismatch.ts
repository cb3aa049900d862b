import { quoted } from '../../../model/problem.ts';
import { servedUrl, urlText } from '../../domain/values/endpoint-url.ts';
import { sharing } from '../../domain/specs/identity.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { CrossRule } from '../../rule.ts';

export default {
  scope: 'environment',
  kinds: ['endpoint'],
  id: 'endpoint-pooling-mismatch',
  group: 'endpoint',
  severity: recommended('warn'),
  source: 'endpoint-urls',
  isMust: false,
  summary: 'Endpoints with the same URL disagree about pooling.',
  why: 'Endpoints share a URL only if every one of them allows pooling; the one that does not is rejected or shuts the others out.',
  fix: 'none',
  bad: `kind: endpoint
name: one
spec:
  url: https://www.example.com
  pooling_enabled: true
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
} satisfies CrossRule;
