import { quoted } from '../../../model/problem.ts';
import { matchMistake, patternIn } from '../../../routing/match-mistake.ts';
import { recommended } from '../../domain/specs/severity.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'route-match-pattern',
  group: 'route',
  severity: recommended('warn'),
  source: 'route-selectors',
  isMust: false,
  summary: 'The `match` of a route has pattern syntax.',
  why: 'Routes match exactly or by prefix, so `*`, `{name}` and regular expressions are literal text that no real request contains.',
  fix: 'unsafe',
  kinds: ['https-route'],
  fields: ['match'],
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /api/*
  backend: { backend_id: backend/shop }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /api/
  backend: { backend_id: backend/shop }
`,
  check({ spec }, report) {
    const match = spec['match'];
    if (typeof match !== 'string' || matchMistake(match) !== 'pattern') return;
    const part = patternIn(match);
    if (part === undefined) return;
    const stars = ['/**', '/*'].find((end) => match.endsWith(end));
    const prefix = stars === undefined ? undefined : match.slice(0, 1 - stars.length);
    const isMended =
      spec['match_type'] === 'path_prefix' && prefix !== undefined && matchMistake(prefix) === undefined;
    report({
      at: { path: ['match'], within: part },
      message: `${quoted(match.slice(part.start, part.end))} is literal text: routes match exactly or by prefix`,
      ...(isMended
        ? {
            fix: {
              safety: 'unsafe' as const,
              title: `write ${quoted(prefix)}`,
              changes: [{ replace: ['match'], with: prefix }],
            },
          }
        : { help: 'use `match_type: path_prefix` and the fixed beginning of the path' }),
    });
  },
} satisfies ResourceRule;
