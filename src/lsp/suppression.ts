import { lineBreak, lineEnd, lineStart } from '../edit/lines.ts';
import type { Diagnostic, Edit } from '../model/diagnostic.ts';
import type { DocumentNode, YamlDocument } from '../model/document.ts';
import type { Workspace } from '../model/workspace.ts';

/**
 * An edit that adds a suppression comment with a placeholder for the reason: until it is filled in, the comment hides
 * nothing and is reported. It goes above the map entry or list item of the finding; if that is the first key of the
 * document, on its line, since above it a comment applies to the whole document.
 */
export function suppression(workspace: Workspace, { rule, place }: Diagnostic): Edit | undefined {
  const document = documentOf(workspace, place.source.path, place.start);
  if (document?.root?.type !== 'map') return undefined;
  const { source } = place;
  const { text } = source;
  const part = innermost(document.root, text, place.start);
  if (part === undefined) return undefined;
  const comment = `# edgewright-ignore ${rule}: <reason>`;
  const line = lineStart(text, part);
  const first = document.root.entries[0]?.key.start ?? 0;
  if (line > first) {
    const indent = /^\s*/.exec(text.slice(line, part))?.[0] ?? '';
    return { source, start: line, end: line, text: `${indent}${comment}${lineBreak(text)}` };
  }
  const end = lineEnd(text, part);
  const isWithin = document.comments.some((one) => one.start < end && one.end > part);
  return isWithin || place.start > end ? undefined : { source, start: end, end, text: ` ${comment}` };
}

function documentOf(
  { settings, environments, yaml }: Workspace,
  path: string,
  offset: number,
): YamlDocument | undefined {
  const all = [
    settings.document,
    ...[...environments.values()].flatMap(({ documents }) => documents),
    ...yaml,
  ];
  return all.find(
    ({ source, range }) => source.path === path && range.start <= offset && offset <= range.end,
  );
}

/** The start of the innermost map entry or list item that contains an offset and is first on its line. */
function innermost(root: DocumentNode, text: string, offset: number): number | undefined {
  let found: number | undefined;
  const visit = (node: DocumentNode): void => {
    if (node.type === 'scalar' || node.alias !== undefined) return;
    const parts =
      node.type === 'map'
        ? node.entries.map(({ key, value }) => ({ start: key.start, value }))
        : node.items.map((value) => ({ start: (value.alias ?? value).start, value }));
    const holding = parts.filter(({ start }) => start <= offset).at(-1);
    if (holding === undefined) return;
    const before = text.slice(lineStart(text, holding.start), holding.start);
    if (/^\s*(?:- *)*$/.test(before)) found = holding.start;
    visit(holding.value);
  };
  visit(root);
  return found;
}
