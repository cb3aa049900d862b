import { matchesGlob } from '../../../../domain/glob.ts';
import { placeOf } from '../../../../edit/tree.ts';
import { quoted } from '../../../../model/problem.ts';
import { always } from '../../../domain/specs/severity.ts';
import type { WorkspaceRule } from '../../../rule.ts';

export default {
  scope: 'workspace',
  id: 'approval-elsewhere',
  group: 'reference',
  severity: always('error'),
  source: 'approvals-and-removals',
  isMust: false,
  ignorable: false,
  summary: 'An approval is in a file that may have none.',
  why: 'The option `files` limits approvals to files whose owners may approve, for example by CODEOWNERS, and without it every resource file may have them.',
  fix: 'none',
  options: { files: [] },
  bad: `kind: approval
allow: exposure
address: https-route/docs
environment: production
change: 4f1c0903b1d24e0f9a7c55d0c8e1b2f3
reason: docs go public, SEC-412
# file: edgewright.yaml
version: 1
lint:
  rules:
    approval-elsewhere: { options: { files: ["resources/approvals/**"] } }
`,
  good: `kind: approval
allow: exposure
address: https-route/docs
environment: production
change: 4f1c0903b1d24e0f9a7c55d0c8e1b2f3
reason: docs go public, SEC-412
`,
  *check({ approvals }, { options }) {
    const files = Array.isArray(options['files']) ? options['files'].map(String) : [];
    if (files.length === 0) return;
    for (const { addressNode, document } of approvals) {
      const { path } = document.source;
      if (files.some((glob) => matchesGlob(glob, path))) continue;
      yield {
        at: { place: placeOf(document.source, addressNode) },
        message: 'an approval is not allowed in this file',
        help: `move the document to a file that matches ${files.map(quoted).join(' or ')}`,
      };
    }
  },
} satisfies WorkspaceRule;
