import { insertEntry } from '../../edit/insert-parts.ts';
import { removePart } from '../../edit/remove-part.ts';
import { walk, type FoundNode } from '../../derive/yaml/document-tree.ts';
import { textOfKey } from '../../text/key-text.ts';
import { inlineYaml } from '../../edit/printed.ts';
import { aroundVariables } from './around-variables.ts';
import { yamlIn } from '../locate/in-document.ts';
import { withinText } from '../locate/within-text.ts';
import type { Edit, Fix } from '../../model/fix.ts';
import type { Range, ScalarNode, Source, YamlDocument } from '../../model/document.ts';
import type { Json, Path, Value } from '../../model/value.ts';
import { quoted } from '../../text/quoted.ts';
import type { FixChange, FixRequest } from '../fix-request.ts';
import { renameKey, replaceValue } from '../../edit/replace-part.ts';

/** Resolves a path of a fix to a document and the path from its root. */
export type Resolve = (path: Path) => {
  readonly document: YamlDocument;
  readonly path: Path;
  /** The file that `$(file:…)` reads at that path. */
  readonly file?: Source | undefined;
  /** The value at that path, with its variables filled in. */
  readonly value?: Value | undefined;
};

/**
 * Turns a fix into text edits. Undefined if an edit would affect more than the value at the path (an alias, a
 * variable).
 */
export function buildFix(request: FixRequest, resolve: Resolve): Fix | undefined {
  const edits: Edit[] = [];
  let { title } = request;
  for (const asked of request.changes) {
    const change = withVariables(asked, resolve);
    const edit = change === undefined ? undefined : editFor(change, resolve);
    if (edit === undefined) return undefined;
    edits.push(edit);
    title = title.replace(textWritten(asked), () => textWritten(change));
  }
  // An edit keeps the white space at the end of a value, so it may come to the same text.
  const isIdle = edits.every(({ source, start, end, text }) => source.text.slice(start, end) === text);
  return isIdle ? undefined : { safety: request.safety, title, edits };
}

/**
 * A rule saw the evaluated value: written back, a variable would be gone. Undefined if the variable itself would have
 * to change.
 */
function withVariables(change: FixChange, resolve: Resolve): FixChange | undefined {
  if (!('replace' in change) || change.inside !== undefined) return change;
  const { document, path, value } = resolve(change.replace);
  const found = document.root === undefined ? undefined : walk(document.root, path);
  if (found?.depth !== path.length || found.node.type !== 'scalar') return change;
  const written = found.node.value;
  if (typeof written !== 'string' || !isExpression(written)) return change;
  if (typeof value !== 'string' || typeof change.with !== 'string') return undefined;
  const meant = aroundVariables(written, value, change.with);
  return meant === undefined ? undefined : { ...change, with: meant };
}

/** The text that a change writes, as titles name it. */
function textWritten(change: FixChange | undefined): string {
  return change !== undefined && 'replace' in change && typeof change.with === 'string'
    ? quoted(change.with)
    : '';
}

function editFor(change: FixChange, resolve: Resolve): Edit | undefined {
  if ('edit' in change) return { ...change.edit, text: change.text };
  if ('replace' in change) {
    const { replace, inside = [], with: value } = change;
    return (
      inTree(replace, resolve, ({ source }, { node }, _above, file) =>
        inside.length > 0 && node.type === 'scalar'
          ? replaceInside({ source, node, file }, inside, value)
          : undefined,
      ) ??
      inTree([...replace, ...inside], resolve, (document, found) =>
        // Inside a policy the evaluated value is not known.
        inside.length > 0 &&
        found.node.type === 'scalar' &&
        typeof found.node.value === 'string' &&
        isExpression(found.node.value)
          ? undefined
          : replaceValue(document.source, found, value),
      )
    );
  }
  if ('remove' in change) {
    return inTree(change.remove, resolve, (document, found, above) =>
      removePart(document.source, found, above),
    );
  }
  if ('rename' in change) {
    const { rename, inside = [], to } = change;
    return (
      inTree(rename, resolve, ({ source }, { node }, _above, file) =>
        inside.length > 0 && node.type === 'scalar'
          ? renameInside({ source, node, file }, inside, to)
          : undefined,
      ) ?? inTree([...rename, ...inside], resolve, ({ source }, found) => renameKey(source, found, to))
    );
  }
  if ('reword' in change) {
    const { reword, within, to } = change;
    return inTree(reword, resolve, ({ source }, { node }, _above, file) =>
      node.type === 'scalar' ? rewordIn({ source, node, file }, within, to) : undefined,
    );
  }
  return inTree([...change.insert, ...(change.inside ?? [])], resolve, (document, { node }) =>
    node.type === 'map' ? insertEntry(document.source, node, [change.key, change.value]) : undefined,
  );
}

type Make = (
  document: YamlDocument,
  found: FoundNode,
  above: FoundNode | undefined,
  file: Source | undefined,
) => Edit | undefined;

function inTree(path: Path, resolve: Resolve, make: Make): Edit | undefined {
  const target = resolve(path);
  const { root } = target.document;
  if (root === undefined) return undefined;
  const found = walk(root, target.path);
  const isAliasItself = found.node.alias !== undefined && found.through === found.node.alias;
  if (found.depth < target.path.length || (found.through !== undefined && !isAliasItself)) return undefined;
  if (found.node.anchor !== undefined && found.node.alias === undefined) return undefined;
  const above = target.path.length > 1 ? walk(root, target.path.slice(0, -1)) : undefined;
  return make(target.document, found, above, target.file);
}

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
function renameInside({ source, node, file }: Holder, inside: Path, to: string): Edit | undefined {
  if (typeof node.value !== 'string' || inlineYaml(to) !== to) return undefined;
  const word = wordIn(isExpression(node.value) && file !== undefined ? file.text : node.value, inside);
  return word === undefined ? undefined : rewordIn({ source, node, file }, word, to);
}

/** Undefined if the part is not in the source letter by letter, or if the string contains `$(variable)`. */
function rewordIn({ source, node, file }: Holder, { start, end }: Range, to: string): Edit | undefined {
  if (typeof node.value !== 'string') return undefined;
  if (isExpression(node.value))
    return file === undefined ? undefined : { source: file, start, end, text: to };
  const range = withinText(source, node, { start, end });
  if (range === undefined || source.text.slice(range.start, range.end) !== node.value.slice(start, end))
    return undefined;
  return { source, ...range, text: to };
}

function isExpression(text: string): boolean {
  return text.includes('$(');
}

/**
 * Replaces a value inside a file that is included whole, or inside a string: in quotes, the new text has the escapes of
 * the old one. Undefined for folded and unquoted strings, and if the string contains `$(variable)`.
 */
function replaceInside({ source, node, file }: Holder, inside: Path, value: Json): Edit | undefined {
  if (typeof node.value !== 'string') return undefined;
  const isIncluded = isExpression(node.value);
  const escaped = escapes[node.style];
  if (isIncluded ? file === undefined : escaped === undefined) return undefined;
  const text = isIncluded && file !== undefined ? file.text : node.value;
  const edit = editIn({ path: source.path, text }, inside, value);
  if (edit === undefined || edit.text.includes('\n')) return undefined;
  if (isIncluded && file !== undefined) return { ...edit, source: file };
  const range = withinText(source, node, edit);
  if (range === undefined || escaped === undefined) return undefined;
  const isAsWritten = source.text.slice(range.start, range.end) === escaped(text.slice(edit.start, edit.end));
  return isAsWritten ? { source, ...range, text: escaped(edit.text) } : undefined;
}

/** A text as it is inside a string of a style. */
const escapes: Readonly<Partial<Record<ScalarNode['style'], (text: string) => string>>> = {
  literal: (text) => text,
  single: (text) => text.replaceAll("'", "''"),
  double: (text) => JSON.stringify(text).slice(1, -1),
};

function editIn(source: Source, inside: Path, value: Json): Edit | undefined {
  const { documents, diagnostics } = yamlIn(source.text);
  const [document, more] = documents;
  if (document?.root === undefined || more !== undefined || diagnostics.length > 0) return undefined;
  const found = walk(document.root, inside);
  if (found.depth < inside.length || found.through !== undefined || found.node.anchor !== undefined)
    return undefined;
  const edit = replaceValue(source, found, value);
  // JSON stays JSON.
  return edit !== undefined && /^\s*[[{]/.test(source.text) ? { ...edit, text: JSON.stringify(value) } : edit;
}

function wordIn(text: string, inside: Path): Range | undefined {
  const { documents, diagnostics } = yamlIn(text);
  const [document, more] = documents;
  // Of duplicate keys, for example, the tree has only one.
  if (document?.root === undefined || more !== undefined || diagnostics.length > 0) return undefined;
  const { entry, depth, through } = walk(document.root, inside);
  if (entry === undefined || depth < inside.length || through !== undefined) return undefined;
  const { start, end, style } = entry.key;
  const quote = style === 'plain' ? 0 : 1;
  const word = { start: start + quote, end: end - quote };
  return text.slice(word.start, word.end) === textOfKey(entry) ? word : undefined;
}
