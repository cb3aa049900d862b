import { kinds } from '../../../../kinds/index.ts';
import type { KindName } from '../../../../kinds/kind.ts';
import { always } from '../../../domain/specs/severity.ts';
import type { DocumentRule } from '../../../rule.ts';

export default {
  scope: 'document',
  id: 'removed-cannot-retire',
  group: 'reference',
  severity: always('warn'),
  source: 'API 4.7',
  isMust: false,
  summary: 'A `removed` document wants an object switched off that the API cannot update.',
  why: 'Retiring switches an object off by an update. The API has none for TLS edges (API 4.7): the step would be blocked in every plan.',
  fix: 'unsafe',
  bad: `kind: removed
address: tls-edge/db
then: retire
---
kind: endpoint
name: www
spec: { url: https://www.example.com }
`,
  good: `kind: removed
address: tls-edge/db
then: forget
---
kind: endpoint
name: www
spec: { url: https://www.example.com }
`,
  *check(_document, { meaning }) {
    if (meaning?.kind !== 'removed' || meaning.then === 'forget') return;
    const kind = meaning.address.split('/')[0] as KindName;
    if (kinds[kind].operations.update !== undefined) return;
    yield {
      at: { path: ['then'] },
      message: `a ${kinds[kind].title} cannot be switched off: the API has no update for it`,
      help: 'write `then: forget`, and delete it in the dashboard',
      fix: { safety: 'unsafe', title: 'write `forget`', changes: [{ replace: ['then'], with: 'forget' }] },
    };
  },
} satisfies DocumentRule;
