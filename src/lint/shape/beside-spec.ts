import { tagAndAnchorStart } from '../../edit/lines.ts';
import { entryWithKey } from '../../derive/yaml/document-tree.ts';
import { textOfKey } from '../../text/key-text.ts';
import type { DocumentKind } from '../../kinds/documents/index.ts';
import type { Entry, MapNode, YamlDocument } from '../../model/document.ts';
import type { ShapeFinding } from './shape-finding.ts';
import type { FixChange } from '../fix-request.ts';
import { placeOf, trimmedRange } from '../../derive/yaml/node-place.ts';
import { formatOf, positionAt } from './format-position.ts';

interface Beside {
  readonly finding: ShapeFinding;
  /** The misplaced keys, and `spec`: no further findings are reported about them. */
  readonly keys: ReadonlySet<string>;
}

/** Fields beside an empty `spec:` instead of under it: one finding, however many fields there are. */
export function besideSpec(document: YamlDocument, root: MapNode, kind: DocumentKind): Beside | undefined {
  const spec = entryWithKey(root.entries, 'spec');
  if (root.flow || spec?.value.type !== 'scalar' || spec.value.value !== null) return undefined;
  const { fields } = positionAt(kind, ['spec']);
  const format = formatOf(kind);
  const outside = root.entries.filter((entry) => {
    const key = textOfKey(entry);
    return !Object.hasOwn(format, key) && Object.hasOwn(fields ?? {}, key.trim());
  });
  const [first] = outside;
  if (first === undefined) return undefined;
  const names = outside.map((entry) => textOfKey(entry).trim());
  const isSpaced = textOfKey(first) !== names[0];
  const what =
    names.length === 1
      ? `\`${names[0] ?? ''}\` belongs`
      : `\`${names[0] ?? ''}\` and ${names.length - 1} more belong`;
  const why = isSpaced ? 'no-break spaces do not indent' : 'the lines lack an indentation';
  const changes = isSpaced ? plainSpaces(document, outside) : indented(document, root, outside);
  return {
    keys: new Set(['spec', ...outside.map(textOfKey)]),
    finding: {
      rule: 'misplaced-field',
      finding: {
        at: { path: [textOfKey(first)], on: 'key' },
        message: `${what} under \`spec\`: ${why}`,
        related: [{ path: ['spec'], on: 'key', label: 'nothing is under this' }],
        ...(changes === undefined
          ? { help: 'indent them deeper than `spec`' }
          : { fix: { safety: 'unsafe', title: 'indent them under `spec`', changes } }),
      },
      broken: ['spec'],
      lacking: ['name'],
    },
  };
}

/** Replaces no-break spaces before a key with plain ones. */
function plainSpaces({ source }: YamlDocument, entries: readonly Entry[]): readonly FixChange[] {
  return entries.map((entry) => {
    const key = textOfKey(entry);
    const length = key.length - key.trimStart().length;
    const { start } = entry.key;
    return { edit: placeOf(source, { start, end: start + length }), text: ' '.repeat(length) };
  });
}

/** Indents the entries; undefined if others are between them. */
function indented(
  { source }: YamlDocument,
  { entries }: MapNode,
  outside: readonly Entry[],
): readonly FixChange[] | undefined {
  const [first] = outside;
  const last = outside.at(-1);
  if (first === undefined || last === undefined) return undefined;
  if (entries.indexOf(last) - entries.indexOf(first) !== outside.length - 1) return undefined;
  const changes: FixChange[] = [];
  const { end } = trimmedRange(last.value, source);
  for (
    let at = tagAndAnchorStart(source.text, first.key.start);
    at !== 0 && at < Math.max(end, last.key.end);
    at = source.text.indexOf('\n', at) + 1
  ) {
    if (/[^\s]/.test(source.text[at] ?? '\n') || source.text[at] === ' ')
      changes.push({ edit: placeOf(source, { start: at, end: at }), text: '  ' });
  }
  return changes;
}
