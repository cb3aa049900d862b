import { isInAddress, secretsIn } from '../../../derive/secrets/secret-patterns.ts';
import type { SecretReference } from '../../../model/secret.ts';
import type { Path, Spec } from '../../../model/value.ts';
import { eachText } from '../../domain/specs/each-text.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { secretInText } from '../../domain/secrets/secret-in-text.ts';
import type { ResourceRule } from '../../rule.ts';

export default {
  scope: 'resource',
  id: 'secret-in-text',
  group: 'secret',
  severity: recommended('error'),
  source: 'secrets-in-files',
  isMust: false,
  summary: 'A string in a file looks like a secret.',
  why: 'Everyone who can read the repository can use it, and the API returns descriptions, metadata, headers and policies unmasked.',
  fix: 'none',
  bad: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  request_headers: { add: { authorization: Bearer ghp_0123456789abcdefghij } }
`,
  good: `kind: https-route
name: shop
spec:
  edge_id: https-edge/main
  match_type: path_prefix
  match: /shop
  backend: { backend_id: backend/shop }
  request_headers: { add: { authorization: Bearer $(secret:UPSTREAM_TOKEN) } }
`,
  check({ spec }, report) {
    for (const { path, within } of secretsUnder(spec)) report({ at: { path, within }, ...secretInText });
  },
} satisfies ResourceRule;

interface Hit {
  readonly path: Path;
  readonly within: { readonly start: number; readonly end: number };
}

function secretsUnder(spec: Spec): readonly Hit[] {
  let hits: Hit[] | undefined;
  eachText(spec, [], (value, path) => {
    if (typeof value !== 'string' && !value.hasLiteral) return;
    const text = typeof value === 'string' ? value : clearText(value);
    for (const part of secretsIn(text))
      if (!isInAddress(text, part)) (hits ??= []).push({ path: [...path], within: part });
  });
  return hits ?? none;
}

/** The text as in the files; references to secrets stay references. */
function clearText({ parts }: SecretReference): string {
  return parts
    .map((part) =>
      typeof part === 'string'
        ? part
        : 'literal' in part
          ? part.literal.reveal()
          : `$(secret:${part.secret})`,
    )
    .join('');
}

const none: readonly Hit[] = [];
