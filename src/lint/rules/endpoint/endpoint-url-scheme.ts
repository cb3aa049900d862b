import { quoted } from '../../../model/problem.ts';
import { parseEndpointUrl, endpointSchemes } from '../../domain/values/endpoint-url.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'endpoint-url-scheme',
  group: 'endpoint',
  severity: recommended('error'),
  source: 'inferred from API 2.2',
  isMust: false,
  summary: 'The scheme of an endpoint is not one that is served.',
  why: 'Endpoints serve `http`, `https`, `tcp` and `tls` (API 2.2, `proto`); a raw TCP endpoint is told apart from others by its port.',
  fix: 'none',
  kinds: ['endpoint'],
  fields: ['url'],
  bad: `kind: endpoint
name: www
spec:
  url: ftp://files.example.com
`,
  good: `kind: endpoint
name: www
spec:
  url: https://files.example.com
`,
  *check({ spec }) {
    const { url } = spec;
    const parsed = typeof url === 'string' ? parseEndpointUrl(url) : undefined;
    if (parsed === undefined) return;
    if (!endpointSchemes.includes(parsed.scheme)) {
      yield {
        at: { path: ['url'], within: { start: 0, end: parsed.scheme.length } },
        message: `${quoted(parsed.scheme)} is not served: an endpoint is \`http\`, \`https\`, \`tcp\` or \`tls\``,
      };
    } else if (parsed.scheme === 'tcp' && parsed.port === undefined) {
      yield {
        at: { path: ['url'] },
        message: 'a `tcp` endpoint needs a port',
        help: 'write `tcp://host:port`',
      };
    }
  },
} satisfies ResourceRule;
