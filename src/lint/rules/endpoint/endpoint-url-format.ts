import { quoted } from '../../../model/problem.ts';
import { isPort, parseEndpointUrl } from '../../../derive/forms/endpoint-url.ts';
import { isHost, normalHost } from '../../../derive/forms/host.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { userIn } from '../../domain/values/user-in-url.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'endpoint-url-format',
  group: 'endpoint',
  severity: recommended('error'),
  source: 'endpoint-urls',
  isMust: false,
  summary: 'The URL of an endpoint is malformed.',
  why: 'The API rejects an endpoint whose `url` is not a scheme, `://`, a host and an optional port.',
  fix: 'none',
  kinds: ['endpoint'],
  fields: ['url'],
  bad: `kind: endpoint
name: www
spec:
  url: www.example.com
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
`,
  check({ spec }, report) {
    const { url } = spec;
    if (typeof url !== 'string' || url === '') return;
    const parsed = parseEndpointUrl(url);
    const rest = parsed === undefined || parsed.rest === '/' ? '' : parsed.rest;
    const user = userIn(url);
    if (user !== undefined) {
      report({
        at: { path: ['url'] },
        message: 'the URL of an endpoint cannot have a user or a password',
        ...(user.includes(':') ? { sensitive: true as const } : {}),
      });
    } else if (parsed === undefined) {
      report({
        at: { path: ['url'] },
        message: `${quoted(url)} is not a valid URL`,
        help: 'write a scheme and a host, such as `https://shop.example.com`',
      });
    } else if (rest !== '') {
      report({
        at: { path: ['url'], within: { start: url.length - rest.length, end: url.length } },
        message: `an endpoint URL cannot have ${quoted(rest)}: it serves a whole host`,
      });
    } else if (!isHost(parsed.host) && !/[${}]/.test(parsed.host)) {
      // A variable of another tool has a rule of its own.
      const start = parsed.scheme.length + '://'.length;
      const meant = normalHost(parsed.host);
      report({
        at: { path: ['url'], within: { start, end: start + parsed.host.length } },
        message: `${quoted(parsed.host)} is not a valid host name`,
        ...(isHost(meant) ? { help: `write \`${meant}\`` } : {}),
      });
    } else if (parsed.port !== undefined && !isPort(parsed.port)) {
      report({ at: { path: ['url'] }, message: `port \`${parsed.port}\` is not from 1 to 65535` });
    }
  },
} satisfies ResourceRule;
