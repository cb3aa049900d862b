import { quoted } from '../../../model/problem.ts';
import { isPort } from '../../../derive/forms/endpoint-url.ts';
import { parseHostport } from '../../domain/values/hostport.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { textItems } from '../../domain/specs/values.ts';
import type { Path } from '../../../model/value.ts';
import type { FixRequest, ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'hostport-port-range',
  group: 'tls',
  severity: recommended('error'),
  source: 'tls-edges',
  isMust: false,
  summary: 'The port of a hostport is not from 1 to 65535.',
  why: 'TCP ports range from 1 to 65535; the API rejects any other.',
  fix: 'unsafe',
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
  check({ spec }, report) {
    for (const { text, index } of textItems(spec['hostports'])) {
      const { host, port } = parseHostport(text);
      if (host === undefined || port === undefined) continue;
      if (isPort(Number(port))) continue;
      report({
        at: { path: ['hostports', index], within: { start: text.length - port.length, end: text.length } },
        message: `port ${quoted(port)} of ${quoted(host)} is not from 1 to 65535`,
        ...mended(['hostports', index], text, port),
      });
    }
  },
} satisfies ResourceRule;

/** Common ports, to recognize one with a digit typed twice. */
const knownPorts = [
  '80',
  '443',
  '1883',
  '3306',
  '4443',
  '5432',
  '5671',
  '5672',
  '6379',
  '8080',
  '8443',
  '8883',
  '9092',
];

function mended(path: Path, text: string, port: string): { readonly fix?: FixRequest } {
  const half = port.slice(0, port.length / 2);
  const meant = port === half + half ? half : knownPorts.find((known) => hasOneMore(port, known));
  if (meant === undefined || Number(meant) < 1) return {};
  const value = text.slice(0, text.length - port.length) + meant;
  return {
    fix: { safety: 'unsafe', title: `write port ${meant}`, changes: [{ replace: path, with: value }] },
  };
}

function hasOneMore(port: string, known: string): boolean {
  if (port.length !== known.length + 1) return false;
  for (let at = 0; at < port.length; at++) if (port.slice(0, at) + port.slice(at + 1) === known) return true;
  return false;
}
