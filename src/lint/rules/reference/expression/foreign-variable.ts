import { quoted } from '../../../../model/problem.ts';
import { fieldAt } from '../../../../derive/forms/fields.ts';
import type { KindName } from '../../../../kinds/kind.ts';
import type { Path } from '../../../../model/value.ts';
import { eachText } from '../../../domain/specs/each-text.ts';
import { recommended } from '../../../domain/specs/severity.ts';
import type { ResourceRule, Subject } from '../../../rule.ts';

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
  check(resource, report) {
    for (const { path, found } of foreignIn(resource)) {
      const word = found[0];
      const meant = /\w+/.exec(word)?.[0].toLowerCase() ?? 'name';
      report({
        at: { path, within: { start: found.index, end: found.index + word.length } },
        message: `${quoted(word)} is not an expression: it is sent as literal text`,
        help: `write \`$(${meant})\`, and \`${meant}\` under \`vars\` of each environment`,
      });
    }
  },
} satisfies ResourceRule;

const foreign = /\$\{[A-Z][A-Z0-9_]*\}|\{\{-?\s*[.$]?[\w.]+\s*-?\}\}/;

/** Invalid ids have been reported. */
function isReference(kind: KindName, path: Path): boolean {
  const field = fieldAt(kind, path);
  return field?.type === 'string' && field.refersTo !== undefined;
}

interface Hit {
  readonly path: Path;
  readonly found: RegExpExecArray;
}

function foreignIn({ kind, spec }: Subject): readonly Hit[] {
  let hits: Hit[] | undefined;
  for (const name of Object.keys(spec)) {
    // Checked by other rules, or in a language of its own.
    if (name === 'traffic_policy' || name === 'metadata' || name === 'match') continue;
    eachText(spec[name], [name], (text, path) => {
      if (typeof text !== 'string' || !text.includes('{')) return;
      if (path.at(-1) === 'idp_metadata') return;
      const found = foreign.exec(text);
      if (found !== null && !isReference(kind, path)) (hits ??= []).push({ path: [...path], found });
    });
  }
  return hits ?? none;
}

const none: readonly Hit[] = [];
