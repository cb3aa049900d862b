import { quoted } from '../../../model/problem.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { activeModule } from '../../../derive/module-state.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'tls-min-version-unknown',
  group: 'tls',
  severity: recommended('warn'),
  source: 'tls-termination',
  isMust: false,
  summary: 'The minimum TLS version is unknown.',
  why: 'The API does not list the versions; an unknown one is rejected, or the default stays in force.',
  fix: 'unsafe',
  kinds: ['tls-edge'],
  fields: ['tls_termination'],
  bad: `kind: tls-edge
name: db
spec:
  hostports: ["db.example.com:443"]
  backend: { backend_id: backend/shop }
  tls_termination: { terminate_at: edge, min_version: TLSv1.2 }
`,
  good: `kind: tls-edge
name: db
spec:
  hostports: ["db.example.com:443"]
  backend: { backend_id: backend/shop }
  tls_termination: { terminate_at: edge, min_version: "1.2" }
`,
  check({ spec }, report) {
    const version = activeModule(spec, 'tls_termination')?.['min_version'];
    if (typeof version !== 'string' || known.includes(version)) return;
    const path = ['tls_termination', 'min_version'];
    const meant = /1[._]?[0-3]$/.exec(version)?.[0].replace('_', '.');
    const fits = meant !== undefined && known.includes(meant);
    report({
      at: { path },
      message: `${quoted(version)} is not a known TLS version`,
      help: 'write one of `"1.0"`, `"1.1"`, `"1.2"` and `"1.3"`',
      ...(fits
        ? {
            fix: {
              safety: 'unsafe',
              title: `write \`"${meant}"\``,
              changes: [{ replace: path, with: meant }],
            },
          }
        : {}),
    });
  },
} satisfies ResourceRule;

const known: readonly string[] = ['1.0', '1.1', '1.2', '1.3'];
