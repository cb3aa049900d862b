import type { CodeAction, Range as ClientRange } from 'vscode-languageserver';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { RuleText } from '../model/lint/rule-text.ts';
import { inertLine } from '../report/text/inert.ts';
import { clientDiagnostic } from './protocol/diagnostics.ts';
import { workspaceEdit, type EditClient } from './edits.ts';
import type { Analysis } from './engine.ts';
import { clientPosition, clientRange } from './protocol/positions.ts';
import { isSuppressible } from '../model/lint/suppressible.ts';
import { suppression } from './suppression.ts';

export const fixAllKind = 'source.fixAll.edgewright';

interface Asked {
  readonly path: string;
  readonly range: ClientRange;
  readonly client: EditClient;
  readonly rules: readonly RuleText[];
}

/** The actions for every finding in the range: its fix, and a suppression comment whose reason the user completes. */
export function quickFixes({ workspace, result }: Analysis, asked: Asked): readonly CodeAction[] {
  const { path, range, client, rules } = asked;
  const ignorable = new Set(
    rules.filter((rule) => isSuppressible(rule, workspace.settings.lint)).map(({ id }) => id),
  );
  const touched = result.diagnostics.filter(
    ({ place }) => place.source.path === path && touches(clientRange(place), range),
  );
  const fixes = touched.flatMap((one) => fixOf(one, client));
  const suppressions = touched.flatMap((one): readonly CodeAction[] => {
    const edit = ignorable.has(one.rule) ? suppression(workspace, one) : undefined;
    if (edit === undefined) return [];
    return [
      {
        title: `Ignore \`${one.rule}\` here: write the reason`,
        kind: 'quickfix',
        diagnostics: [clientDiagnostic(one, client.uriOf)],
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
      title: fix.safety === 'safe' ? capital(title) : `Suggestion, read what it does: ${title}`,
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

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
