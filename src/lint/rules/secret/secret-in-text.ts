import { isTree } from '../../../derive/forms/tree.ts';
import { isInAddress, secretsIn } from '../../../derive/secrets/secret-patterns.ts';
import { SecretReference } from '../../../model/secret.ts';
import type { Path, Value } from '../../../model/value.ts';
import { recommended } from '../../domain/specs/severity.ts';
import { secretInText } from '../../domain/specs/secret-in-text.ts';
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
  *check({ spec }) {
    for (const { path, within } of secretsUnder(spec, [])) yield { at: { path, within }, ...secretInText };
  },
} satisfies ResourceRule;

interface Hit {
  readonly path: Path;
  readonly within: { readonly start: number; readonly end: number };
}

/** Almost no string has a secret, so nothing is allocated for those without. */
function secretsUnder(value: Value, path: Path): readonly Hit[] {
  if (value instanceof SecretReference) return value.hasLiteral ? within(clearText(value), path) : none;
  if (typeof value === 'string') return within(value, path);
  if (Array.isArray(value))
    return (value as readonly Value[]).flatMap((item, index) => secretsUnder(item, [...path, index]));
  if (!isTree(value)) return none;
  return Object.entries(value).flatMap(([key, item]) => secretsUnder(item, [...path, key]));
}

function within(text: string, path: Path): readonly Hit[] {
  return secretsIn(text)
    .filter((part) => !isInAddress(text, part))
    .map((part) => ({ path, within: part }));
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
