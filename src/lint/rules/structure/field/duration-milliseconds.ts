import { fieldsOf } from '../../../../derive/forms/fields.ts';
import type { Field } from '../../../../kinds/field.ts';
import { kinds } from '../../../../kinds/index.ts';
import { inWords } from '../../../domain/values/durations.ts';
import { meantSeconds } from '../../../domain/values/milliseconds.ts';
import { recommended } from '../../../domain/specs/severity.ts';
import { activeModule } from '../../../../derive/module-state.ts';
import type { ResourceRule } from '../../../rule.ts';

const modules = ['circuit_breaker', 'oauth', 'oidc', 'saml'];

export default {
  scope: 'resource',
  id: 'duration-milliseconds',
  group: 'structure',
  severity: recommended('warn'),
  source: 'sessions',
  isMust: false,
  summary: 'A duration appears to be in milliseconds.',
  why: 'The API counts in seconds, so this duration is a thousand times as long as intended.',
  fix: 'unsafe',
  kinds: ['https-route'],
  fields: modules,
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  circuit_breaker: { volume_threshold: 20, tripped_duration: 30000 }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  circuit_breaker: { volume_threshold: 20, tripped_duration: 30 }
`,
  check({ kind, spec }, report) {
    for (const name of modules) {
      const config = activeModule(spec, name);
      const module = kinds[kind].fields[name];
      if (config === undefined || module === undefined) continue;
      // A session may last thousands of seconds, an open circuit breaker may not.
      const least = name === 'circuit_breaker' ? 5_000 : 100_000;
      const fields = fieldsOf(module) ?? {};
      for (const field of Object.keys(fields)) {
        const value = config[field];
        if (typeof value !== 'number' || !isInSeconds(fields[field])) continue;
        const meant = value > year ? undefined : meantSeconds(value, least);
        if (meant === undefined) continue;
        const path = [name, field];
        report({
          at: { path },
          message: `\`${field}\` is ${inWords(value)}: ${value} looks like milliseconds`,
          fix: {
            safety: 'unsafe',
            title: `write \`${meant}\` (${inWords(meant)})`,
            changes: [{ replace: path, with: meant }],
          },
        });
      }
    }
  },
} satisfies ResourceRule;

function isInSeconds(field: Field | undefined): boolean {
  return field?.type === 'uint32' && field.unit === 'seconds';
}

/** In seconds. Longer durations have a rule of their own. */
const year = 31_536_000;
