import { kinds } from '../../../../kinds/index.ts';
import { strictOnly } from '../../../domain/specs/severity.ts';
import { activeModule } from '../../../../derive/module-state.ts';
import { isWritten } from '../../../domain/specs/written.ts';
import type { ResourceRule } from '../../../rule.ts';

export default {
  scope: 'resource',
  id: 'partial-module',
  group: 'structure',
  severity: strictOnly('info'),
  source: 'module-updates',
  isMust: true,
  judgesBodies: false,
  summary: 'A module sets some of its numbers and not the others.',
  why: 'A module in an update replaces the whole live module, so fields that are not set return to undocumented defaults.',
  fix: 'none',
  kinds: ['https-route'],
  fields: ['circuit_breaker', 'oauth', 'saml', 'oidc'],
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  circuit_breaker: { volume_threshold: 20, rolling_window: 60 }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  circuit_breaker:
    volume_threshold: 20
    rolling_window: 60
    num_buckets: 10
    tripped_duration: 30
    error_threshold_percentage: 0.5
`,
  check(subject, report, context) {
    for (const [name, numbers] of Object.entries(numbersOf)) {
      const module = activeModule(subject.spec, name);
      if (module === undefined) continue;
      const missing = numbers.filter(
        (key) => module[key] === undefined && !isWritten(subject, [name, key], context),
      );
      if (missing.length === 0 || missing.length === numbers.length) continue;
      const [first, ...others] = missing;
      const rest = others.length === 0 ? '' : ` and ${others.length} more`;
      report({
        at: { path: [name], on: 'key' },
        message: `\`${name}\` leaves \`${first ?? ''}\`${rest} to undocumented defaults`,
        help: `set \`${missing.join('`, `')}\``,
      });
    }
  },
} satisfies ResourceRule;

/** The numeric fields of each module with at least two. They belong together. */
const numbersOf: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(kinds['https-route'].fields).flatMap(([name, field]) => {
    if (field.type !== 'module') return [];
    const numbers = Object.entries(field.module.fields).filter(
      ([, { type }]) => type === 'uint32' || type === 'float64',
    );
    return numbers.length < 2 ? [] : [[name, numbers.map(([key]) => key)]];
  }),
);
