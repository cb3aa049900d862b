import { normalHostport } from '../../../derive/forms/endpoint-url.ts';
import { quoted } from '../../../model/problem.ts';
import { always } from '../../domain/specs/severity.ts';
import { textItems } from '../../domain/specs/values.ts';
import type { CrossRule, Subject, CrossFinding } from '../../rule.ts';

export default {
  scope: 'environment',
  kinds: ['tls-edge'],
  id: 'hostport-duplicate',
  group: 'tls',
  severity: always('error'),
  source: 'tls-edges',
  isMust: false,
  summary: 'Two TLS edges serve the same hostport.',
  why: 'The API rejects the second edge, or it takes the traffic of the first; neither can be updated or deleted through the API.',
  fix: 'none',
  bad: `kind: tls-edge
name: db-a
spec:
  hostports: ["db.example.com:443"]
  backend: { backend_id: backend/shop }
---
kind: tls-edge
name: db-b
spec:
  hostports: ["db.example.com:443"]
  backend: { backend_id: backend/shop }
`,
  good: `kind: tls-edge
name: db-a
spec:
  hostports: ["db.example.com:443"]
  backend: { backend_id: backend/shop }
---
kind: tls-edge
name: db-b
spec:
  hostports: ["db-b.example.com:443"]
  backend: { backend_id: backend/shop }
`,
  *check(resources) {
    const holders = new Map<string, { subject: Subject; index: number }>();
    for (const subject of resources) {
      if (subject.kind !== 'tls-edge') continue;
      for (const { text, index } of textItems(subject.spec['hostports'])) {
        const key = normalHostport(text);
        const holder = holders.get(key);
        if (holder === undefined) holders.set(key, { subject, index });
        else yield twice(subject, index, text, holder);
      }
    }
  },
} satisfies CrossRule;

function twice(
  subject: Subject,
  index: number,
  text: string,
  holder: { readonly subject: Subject; readonly index: number },
): CrossFinding {
  const isSame = holder.subject === subject;
  const also = isSame ? 'is listed twice' : `is also served by \`${holder.subject.address}\``;
  return {
    of: subject.address,
    at: { path: ['hostports', index] },
    message: `${quoted(text)} ${also}`,
    related: [{ of: holder.subject.address, path: ['hostports', holder.index], label: 'first here' }],
  };
}
