import { kinds } from '../../../../kinds/index.ts';
import type { KindName } from '../../../../kinds/kind.ts';
import { always } from '../../../domain/specs/severity.ts';
import type { DocumentRule } from '../../../rule.ts';

export default {
  scope: 'document',
  id: 'removed-cannot-retire',
  group: 'reference',
  severity: always('warn'),
  source: 'approvals-and-removals',
  isMust: false,
  summary: 'A `removed` document retires an object that the API cannot update.',
  why: 'Retiring disables an object with an update, and the API has no update for TLS edges: every plan would be blocked.',
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
      message: `a ${kinds[kind].title} cannot be retired: the API has no update for it`,
      help: 'write `then: forget`, and delete it in the dashboard',
      fix: { safety: 'unsafe', title: 'write `forget`', changes: [{ replace: ['then'], with: 'forget' }] },
    };
  },
} satisfies DocumentRule;
