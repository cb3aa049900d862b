import { recommended } from '../../domain/specs/severity.ts';
import { isExisting } from '../../domain/specs/is-existing.ts';
import { isGiven } from '../../domain/specs/values.ts';
import { isWritten } from '../../domain/specs/written.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'endpoint-url-required',
  group: 'endpoint',
  severity: recommended('error'),
  source: 'endpoint-urls',
  isMust: false,
  summary: 'An endpoint has no URL.',
  why: 'The URL is the address that is served; without one the endpoint cannot be created.',
  fix: 'none',
  kinds: ['endpoint'],
  bad: `kind: endpoint
name: www
spec: { description: The shop }
`,
  good: `kind: endpoint
name: www
spec: { url: https://www.example.com, description: The shop }
`,
  check(subject, report, context) {
    const { url } = subject.spec;
    if (isGiven(url) || (url === undefined && isWritten(subject, ['url'], context))) return;
    report({
      at: url === undefined ? { path: [], on: 'key' } : { path: ['url'] },
      message: `endpoint \`${subject.name}\` has no \`url\``,
      ...(url === undefined && isExisting(subject, context) ? { severity: 'warn' as const } : {}),
      help: 'write the address to serve, such as `url: https://shop.example.com`',
    });
  },
} satisfies ResourceRule;
