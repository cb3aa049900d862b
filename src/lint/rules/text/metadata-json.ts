import { strictOnly } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'metadata-json',
  group: 'text',
  severity: strictOnly('info'),
  source: 'byte-limits',
  isMust: false,
  summary: 'Metadata looks like JSON but is not valid.',
  why: 'A program that expects JSON in the metadata fails at the first mistake.',
  fix: 'none',
  fields: ['metadata'],
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  metadata: '{region: eu}'
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  metadata: '{"region": "eu"}'
`,
  check({ spec }, report) {
    const text = spec['metadata'];
    if (typeof text !== 'string' || !/^\s*[{[]/.test(text) || isJson(text)) return;
    report({ at: { path: ['metadata'] }, message: '`metadata` looks like JSON, but does not parse' });
  },
} satisfies ResourceRule;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
