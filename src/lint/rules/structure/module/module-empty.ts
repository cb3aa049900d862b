import { isTree } from '../../../../derive/forms/tree.ts';
import { recommended } from '../../../domain/specs/severity.ts';
import { activeModule } from '../../../../derive/module-state.ts';
import { isGiven } from '../../../domain/specs/values.ts';
import { isWritten } from '../../../domain/specs/written.ts';
import type { ResourceRule } from '../../../rule.ts';

export default {
  scope: 'resource',
  id: 'module-empty',
  group: 'structure',
  severity: recommended('warn'),
  source: 'enabling-modules',
  isMust: false,
  summary: 'A module has no effect.',
  why: 'None of the fields that make the module work is set, so it does nothing.',
  fix: 'none',
  fields: ['request_headers', 'response_headers', 'tls_termination'],
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  response_headers: {}
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  response_headers: { remove: [server] }
`,
  check(subject, report, context) {
    for (const [name, meaningful] of Object.entries(needs)) {
      const module = activeModule(subject.spec, name);
      if (module === undefined) continue;
      const says = (key: string): boolean => {
        const value = module[key];
        if (value === undefined) return isWritten(subject, [name, key], context);
        return isTree(value) || Array.isArray(value) ? Object.keys(value).length > 0 : isGiven(value);
      };
      if (meaningful.some(says)) continue;
      report({
        at: { path: [name], on: 'key' },
        message: `\`${name}\` does nothing without \`${meaningful.join('` or `')}\``,
      });
    }
  },
} satisfies ResourceRule;

/** Fields of which a module needs at least one to have an effect. Other modules have rules of their own. */
const needs: Readonly<Record<string, readonly string[]>> = {
  request_headers: ['add', 'remove'],
  response_headers: ['add', 'remove'],
  tls_termination: ['terminate_at', 'min_version'],
};
