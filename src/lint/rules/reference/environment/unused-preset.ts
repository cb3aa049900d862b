import { placeOf } from '../../../../edit/tree.ts';
import { quoted } from '../../../../model/problem.ts';
import { deleteDocument } from '../../../domain/documents/delete-document.ts';
import { mentionsIn } from '../../../domain/specs/mentions.ts';
import { isReadWhole } from '../../../domain/specs/read-whole.ts';
import { recommended } from '../../../domain/specs/severity.ts';
import type { WorkspaceRule } from '../../../rule.ts';

export default {
  scope: 'workspace',
  id: 'unused-preset',
  group: 'reference',
  severity: recommended('warn'),
  source: 'edgewright-file-format',
  isMust: false,
  summary: 'A preset is not used.',
  why: 'The preset has no effect, although it looks as if it had.',
  fix: 'unsafe',
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
---
kind: preset
name: base
spec:
  compression: {}
`,
  good: `kind: https-route
name: shop
uses: [base]
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
---
kind: preset
name: base
spec:
  compression: {}
`,
  *check(workspace) {
    if (!isReadWhole(workspace)) return;
    const { presets } = mentionsIn(workspace);
    for (const { name, nameNode, document } of workspace.presets.values()) {
      if (presets.has(name)) continue;
      const fix = deleteDocument(document, workspace.yaml, { safety: 'unsafe', title: 'delete the preset' });
      yield {
        at: { place: placeOf(document.source, nameNode) },
        message: `unused preset ${quoted(name)}`,
        ...(fix === undefined ? {} : { fix }),
      };
    }
  },
} satisfies WorkspaceRule;
