import { isTree } from '../../../../derive/forms/tree.ts';
import { quoted } from '../../../../model/problem.ts';
import { fieldAt } from '../../../../derive/forms/fields.ts';
import type { KindName } from '../../../../kinds/kind.ts';
import type { Path, Value } from '../../../../model/value.ts';
import { recommended } from '../../../domain/specs/severity.ts';
import type { ResourceRule } from '../../../rule.ts';

export default {
  scope: 'resource',
  id: 'foreign-variable',
  group: 'reference',
  severity: recommended('warn'),
  source: 'expressions',
  isMust: false,
  summary: 'A variable has the syntax of a shell or a template.',
  why: 'Edgewright evaluates `$(name)` only, so the API gets these characters as they are.',
  fix: 'none',
  bad: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  description: serves \${DOMAIN}
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
  description: serves $(domain)
`,
  *check({ kind, spec }) {
    for (const [name, value] of Object.entries(spec)) {
      // Checked by other rules, or in a language of its own.
      if (name === 'traffic_policy' || name === 'metadata' || name === 'match') continue;
      for (const { path, text } of texts(value, [name])) {
        const found = foreign.exec(text);
        if (found === null || isReference(kind, path)) continue;
        const word = found[0];
        const meant = /\w+/.exec(word)?.[0].toLowerCase() ?? 'name';
        yield {
          at: { path, within: { start: found.index, end: found.index + word.length } },
          message: `${quoted(word)} is not an expression: it is sent as literal text`,
          help: `write \`$(${meant})\`, and \`${meant}\` under \`vars\` of each environment`,
        };
      }
    }
  },
} satisfies ResourceRule;

const foreign = /\$\{[A-Z][A-Z0-9_]*\}|\{\{-?\s*[.$]?[\w.]+\s*-?\}\}/;

/** Invalid ids have been reported. */
function isReference(kind: KindName, path: Path): boolean {
  const field = fieldAt(kind, path);
  return field?.type === 'string' && field.refersTo !== undefined;
}

interface Text {
  readonly path: Path;
  readonly text: string;
}

function* texts(value: Value, path: Path): Generator<Text> {
  if (typeof value === 'string') {
    if (path.at(-1) !== 'idp_metadata') yield { path, text: value };
  } else if (Array.isArray(value)) {
    for (const [index, item] of (value as readonly Value[]).entries()) yield* texts(item, [...path, index]);
  } else if (isTree(value)) {
    for (const [key, item] of Object.entries(value)) yield* texts(item, [...path, key]);
  }
}
