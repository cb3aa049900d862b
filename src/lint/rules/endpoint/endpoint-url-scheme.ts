import { quoted } from '../../../model/problem.ts';
import { parseEndpointUrl, endpointSchemes } from '../../../derive/forms/endpoint-url.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'endpoint-url-scheme',
  group: 'endpoint',
  severity: recommended('error'),
  source: 'endpoint-urls',
  isMust: false,
  summary: 'The scheme of an endpoint URL is not supported.',
  why: 'Endpoints serve `http`, `https`, `tcp` and `tls`, and a `tcp` endpoint needs a port; any other URL is rejected.',
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
        help: 'write `tcp://host:port`',
      });
    }
  },
} satisfies ResourceRule;
