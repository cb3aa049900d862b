import { strictOnly } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'metadata-json',
  group: 'text',
  severity: strictOnly('info'),
  source: 'house',
  isMust: false,
  summary: 'Metadata looks like JSON but is not.',
  why: 'Metadata is machine-readable (API 2.4, 2.5): a program that expects JSON stops at the first mistake.',
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
  *check({ spec }) {
    const text = spec['metadata'];
    if (typeof text !== 'string' || !/^\s*[{[]/.test(text) || isJson(text)) return;
    yield { at: { path: ['metadata'] }, message: '`metadata` begins like JSON, but is not' };
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
