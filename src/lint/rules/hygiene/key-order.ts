import { placeOf } from '../../../edit/tree.ts';
import { quoted } from '../../../model/problem.ts';
import { formatSource } from '../../../format/format-source.ts';
import { misplacedKeys } from '../../../format/misplaced-keys.ts';
import type { Edit } from '../../../model/diagnostic.ts';
import type { YamlDocument } from '../../../model/document.ts';
import { readYaml } from '../../../workspace/yaml/read-yaml.ts';
import { strictOnly } from '../../domain/specs/severity.ts';
import type { DocumentRule } from '../../rule.ts';

/**
 * Limit of a fix, which reorders the maps one by one and parses the result each time. For more, run `edgewright fmt`.
 */
const mostMaps = 100;

export default {
  scope: 'document',
  id: 'key-order',
  group: 'hygiene',
  severity: strictOnly('info'),
  source: 'edgewright-file-format',
  isMust: false,
  summary: 'Keys are not in the order that `edgewright fmt` writes.',
  why: 'With one key order in all files, a field is easy to find and a diff shows only real changes.',
  fix: 'safe',
  bad: `name: www
kind: endpoint
spec:
  url: https://www.example.com
`,
  good: `kind: endpoint
name: www
spec:
  url: https://www.example.com
`,
  *check(document, { meaning }) {
    if (meaning === undefined) return;
    const misplaced = misplacedKeys(document);
    const [first] = [...misplaced].sort((a, b) => a.key.start - b.key.start);
    if (first === undefined) return;
    const edit = misplaced.length > mostMaps ? undefined : inOrder(document);
    // If the keys cannot be reordered without a change of meaning, there is nothing to report.
    if (edit === undefined && misplaced.length <= mostMaps) return;
    const others = misplaced.length - 1;
    const more =
      others === 0 ? '' : `, and ${others} more ${others === 1 ? 'map is' : 'maps are'} out of order`;
    yield {
      at: { place: placeOf(document.source, first.key) },
      message: `${quoted(String(first.key.value))} belongs before ${quoted(first.before)}${more}`,
      help: 'run `edgewright fmt` to sort the keys',
      ...(edit === undefined
        ? {}
        : {
            fix: {
              safety: 'safe',
              title: 'put the keys in order',
              changes: [{ edit, text: edit.text }],
            },
          }),
    };
  },
} satisfies DocumentRule;

/** The minimal edit that turns the document into the output of `fmt`. */
function inOrder({ source, range }: YamlDocument): Edit | undefined {
  const before = source.text.slice(range.start, range.end);
  const after = formatSource({ path: source.path, text: before }, (text) => readYaml(text).documents);
  if (after === before) return undefined;
  let head = 0;
  while (before[head] === after[head]) head++;
  let tail = 0;
  while (tail < before.length - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const text = after.slice(head, after.length - tail);
  return { source, start: range.start + head, end: range.end - tail, text };
}
