import { lineBreak, lineEnd, lineStart } from '../edit/lines.ts';
import type { Diagnostic, Edit } from '../model/diagnostic.ts';
import type { DocumentNode, YamlDocument } from '../model/document.ts';
import type { Workspace } from '../model/workspace.ts';

/**
 * The comment that hides a finding, its reason still to be written: until then it hides nothing and says so. It goes
 * above the entry or item that the finding is in; beside it where that is the first key, since above it a comment
 * speaks of the whole document.
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

/** Where the innermost entry or item begins that holds an offset and is the first thing on its line. */
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
