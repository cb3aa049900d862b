import { loginModules } from '../../../routing/protecting-modules.ts';
import { sessionDurations, inWords } from '../../domain/values/durations.ts';
import { activeLogins } from '../../domain/specs/login-modules.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'session-duration-excessive',
  group: 'session',
  severity: recommended('warn'),
  source: 'sessions',
  isMust: false,
  summary: 'A duration of a login session is longer than a year.',
  why: 'A revoked user could keep access for years; usually the number is in milliseconds, and the API takes seconds.',
  fix: 'none',
  kinds: ['https-route'],
  fields: loginModules,
  options: { max_seconds: 31536000 },
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  oidc:
    issuer: https://login.example.com
    client_id: shop
    client_secret: $(secret:CLIENT_SECRET)
    scopes: [openid]
    maximum_duration: 86400000
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  oidc:
    issuer: https://login.example.com
    client_id: shop
    client_secret: $(secret:CLIENT_SECRET)
    scopes: [openid]
    maximum_duration: 86400
`,
  check({ spec }, report, { options }) {
    const limit = Number(options['max_seconds']);
    for (const { name, module } of activeLogins(spec)) {
      for (const field of sessionDurations) {
        const seconds = module[field];
        if (typeof seconds !== 'number' || seconds <= limit || seconds > 4_294_967_295) continue;
        report({
          at: { path: [name, field] },
          message: `\`${field}\` is ${seconds} seconds (${inWords(seconds)}), limit ${limit} (${inWords(limit)})`,
          help: helpFor(seconds, limit),
        });
      }
    }
  },
} satisfies ResourceRule;

/** Help that suggests seconds if the number was probably meant as milliseconds. */
function helpFor(seconds: number, limit: number): string {
  const meant = seconds / 1000;
  return Number.isInteger(meant) && meant <= limit
    ? `write \`${meant}\` for ${inWords(meant)}, or raise the option \`max_seconds\``
    : `write \`${limit}\` or less, or raise the option \`max_seconds\``;
}
