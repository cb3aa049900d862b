import { lineBreak, lineEnd, lineStart } from '../edit/lines.ts';
import type { Analysis } from './engine.ts';
import { clientDiagnostic } from './protocol/client-diagnostic.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { DocumentNode, YamlDocument } from '../model/document.ts';
import { isSuppressible, type RuleText } from '../model/lint/rule.ts';
import type { Workspace } from '../model/workspace/workspace.ts';
import { inertLine } from '../report/text/inert.ts';
import { addTo } from '../text/lists/group-by.ts';
import type {
  CodeAction,
  Range as ClientRange,
  TextDocumentEdit,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver';
import { clientPosition, clientRange } from './protocol/client-range.ts';
import type { Edit } from '../model/fix.ts';
import { capitalized } from '../text/words/capitalized.ts';

export const fixAllKind = 'source.fixAll.edgewright';

interface QuickFixRequest {
  readonly path: string;
  readonly range: ClientRange;
  readonly client: EditClient;
  readonly rules: readonly RuleText[];
}

/** The actions for every finding in the range: its fix, and a suppression comment whose reason the user completes. */
export function quickFixes({ workspace, result }: Analysis, asked: QuickFixRequest): readonly CodeAction[] {
  const { path, range, client, rules } = asked;
  const ignorable = new Set(
    rules.filter((rule) => isSuppressible(rule, workspace.settings.lint)).map(({ id }) => id),
  );
  const touched = result.diagnostics.filter(
    ({ place }) => place.source.path === path && touches(clientRange(place), range),
  );
  const fixes = touched.flatMap((diagnostic) => fixOf(diagnostic, client));
  const suppressions = touched.flatMap((diagnostic): readonly CodeAction[] => {
    const edit = ignorable.has(diagnostic.rule) ? suppression(workspace, diagnostic) : undefined;
    if (edit === undefined) return [];
    return [
      {
        title: `Ignore \`${diagnostic.rule}\` here: write the reason`,
        kind: 'quickfix',
        diagnostics: [clientDiagnostic(diagnostic, client.uriOf)],
        edit: workspaceEdit([edit], client),
      },
    ];
  });
  return [...fixes, ...suppressions];
}

function fixOf(diagnostic: Diagnostic, client: EditClient): readonly CodeAction[] {
  const { fix } = diagnostic;
  if (fix === undefined) return [];
  const title = inertLine(fix.title);
  return [
    {
      title: fix.safety === 'safe' ? capitalized(title) : `Suggestion, read what it does: ${title}`,
      kind: 'quickfix',
      diagnostics: [clientDiagnostic(diagnostic, client.uriOf)],
      ...(fix.safety === 'safe' ? { isPreferred: true } : {}),
      edit: workspaceEdit(fix.edits, client),
    },
  ];
}

/** All safe fixes of the file as one edit of the changed part. */
export function fixAll(
  { workspace }: Analysis,
  path: string,
  change: { readonly start: number; readonly end: number; readonly text: string },
  client: EditClient,
): CodeAction | undefined {
  const source = workspace.sources.get(path);
  if (source === undefined) return undefined;
  return {
    title: 'Fix all that can be fixed without a change of meaning',
    kind: fixAllKind,
    edit: workspaceEdit([{ source, ...change }], client),
  };
}

function touches(a: ClientRange, b: ClientRange): boolean {
  return !isBefore(a.end, b.start) && !isBefore(b.end, a.start);
}

function isBefore(a: ReturnType<typeof clientPosition>, b: ReturnType<typeof clientPosition>): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}

/**
 * An edit that adds a suppression comment with a placeholder for the reason: until it is filled in, the comment hides
 * nothing and is reported. It goes above the map entry or list item of the finding; if that is the first key of the
 * document, on its line, since above it a comment applies to the whole document.
 */
function suppression(workspace: Workspace, { rule, place }: Diagnostic): Edit | undefined {
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
  const isWithin = document.comments.some((inner) => inner.start < end && inner.end > part);
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

/** The edit capabilities of a client, and its URIs and versions of files. */
export interface EditClient {
  readonly uriOf: (path: string) => string;
  /** Version of an open file, so that the client rejects an edit of an outdated text; null for a file on disk. */
  readonly versionOf: (path: string) => number | null;
  readonly takesVersions: boolean;
}

/** Combines edits of workspace files into one protocol change. */
export function workspaceEdit(edits: readonly Edit[], client: EditClient): WorkspaceEdit {
  const byPath = new Map<string, TextEdit[]>();
  for (const edit of edits) addTo(byPath, edit.source.path, { range: clientRange(edit), newText: edit.text });
  const files = [...byPath].sort(([a], [b]) => (a < b ? -1 : 1));
  if (!client.takesVersions)
    return { changes: Object.fromEntries(files.map(([path, list]) => [client.uriOf(path), list])) };
  return {
    documentChanges: files.map(([path, list]): TextDocumentEdit => ({
      textDocument: { uri: client.uriOf(path), version: client.versionOf(path) },
      edits: list,
    })),
  };
}
