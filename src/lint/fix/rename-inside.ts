import type { Edit } from '../../model/diagnostic.ts';
import type { Range, ScalarNode, Source, YamlDocument } from '../../model/document.ts';
import type { Path } from '../../model/value.ts';
import { textOfKey, walk } from '../../edit/tree.ts';
import { inlineYaml } from '../../edit/yaml-text.ts';
import { readYaml } from '../../workspace/yaml/read-yaml.ts';
import { rememberLast } from '../../text/remember-last.ts';
import { withinText } from '../locate/within-text.ts';

interface Holder {
  readonly source: Source;
  readonly node: ScalarNode;
  /** The file, if the text is a `$(file:…)` expression. */
  readonly file: Source | undefined;
}

/**
 * Renames a key inside a string that is itself YAML or JSON. Only the letters of the key change, so its quotes and
 * those around the string stay. Undefined if the key is not in the source letter by letter (an escape or a line break
 * in it), or if the string contains `$(variable)`: no place tells its own words from inserted ones.
 */
export function renameInside({ source, node, file }: Holder, inside: Path, to: string): Edit | undefined {
  if (typeof node.value !== 'string' || inlineYaml(to) !== to) return undefined;
  const isExpression = node.value.includes('$(');
  if (isExpression && file === undefined) return undefined;
  const text = isExpression && file !== undefined ? file.text : node.value;
  const word = wordIn(text, inside);
  if (word === undefined) return undefined;
  if (isExpression && file !== undefined) return { source: file, ...word, text: to };
  const range = withinText(source, node, word.start, word.end);
  if (range === undefined || source.text.slice(range.start, range.end) !== text.slice(word.start, word.end))
    return undefined;
  return { source, ...range, text: to };
}

/** A string with any YAML problem is not changed: of duplicate keys, for example, the tree has only one. */
const documentIn = rememberLast((text: string): YamlDocument | undefined => {
  const { documents, diagnostics } = readYaml({ path: '', text });
  return documents.length === 1 && diagnostics.length === 0 ? documents[0] : undefined;
});

function wordIn(text: string, inside: Path): Range | undefined {
  const root = documentIn(text)?.root;
  if (root === undefined) return undefined;
  const { entry, depth, through } = walk(root, inside);
  if (entry === undefined || depth < inside.length || through !== undefined) return undefined;
  const { start, end, style } = entry.key;
  const quote = style === 'plain' ? 0 : 1;
  const word = { start: start + quote, end: end - quote };
  return text.slice(word.start, word.end) === textOfKey(entry) ? word : undefined;
}
