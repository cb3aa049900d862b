import { isSwitchedOff } from '../../../derive/module-state.ts';
import { isTree } from '../../../derive/forms/tree.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { isGiven } from '../../domain/specs/values.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'tls-termination-disabled-configured',
  group: 'tls',
  severity: recommended('warn'),
  source: 'tls-termination',
  isMust: false,
  summary: 'TLS termination is disabled but configured.',
  why: 'The API does not document how a disabled module treats TLS.',
  fix: 'none',
  kinds: ['tls-edge'],
  fields: ['tls_termination'],
  bad: `kind: tls-edge
name: db
spec:
  hostports: ["db.example.com:443"]
  backend: { backend_id: backend/shop }
  tls_termination: { enabled: false, terminate_at: edge }
`,
  good: `kind: tls-edge
name: db
spec:
  hostports: ["db.example.com:443"]
  backend: { backend_id: backend/shop }
  tls_termination: { terminate_at: edge }
`,
  check({ spec }, report) {
    const termination = spec['tls_termination'];
    if (!isTree(termination) || !isSwitchedOff(termination)) return;
    const configured = ['terminate_at', 'min_version'].filter((name) => isGiven(termination[name]));
    if (configured.length === 0) return;
    report({
      at: { path: ['tls_termination', 'enabled'], on: 'entry' },
      message: `\`tls_termination\` is disabled, so \`${configured.join('` and `')}\` may have no effect`,
      help: 'take `enabled: false` away, or the rest of the module',
      related: configured.map((name) => ({
        path: ['tls_termination', name],
        on: 'entry',
        label: 'not applied',
      })),
    });
  },
} satisfies ResourceRule;
