import { isSwitchedOff } from '../../../../derive/module-state.ts';
import { isTree } from '../../../../derive/forms/tree.ts';
import { always } from '../../../domain/specs/severity.ts';
import { isGiven } from '../../../domain/specs/values.ts';
import { isWritten } from '../../../domain/specs/written.ts';
import type { ResourceRule } from '../../../rule.ts';

export default {
  scope: 'resource',
  id: 'backend-id-required',
  group: 'reference',
  severity: always('error'),
  source: 'backends-and-ip-policies',
  isMust: false,
  summary: 'A backend module has no `backend_id`.',
  why: 'Without `backend_id` there is nowhere to send traffic.',
  fix: 'none',
  fields: ['backend'],
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: {}
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
`,
  check(subject, report, context) {
    const { backend: module } = subject.spec;
    if (!isTree(module) || isGiven(module['backend_id'])) return;
    // A disabled module may omit the id, but an empty id is invalid.
    if (isSwitchedOff(module) && module['backend_id'] !== '') return;
    const path = ['backend', 'backend_id'];
    if (module['backend_id'] === undefined && isWritten(subject, path, context)) return;
    report({
      at: module['backend_id'] === undefined ? { path: ['backend'], on: 'key' } : { path },
      message: '`backend` has no `backend_id`',
      help: 'declare a backend in `ids` of the environment, and write `backend_id: backend/shop`',
    });
  },
} satisfies ResourceRule;
