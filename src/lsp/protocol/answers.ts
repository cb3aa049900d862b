import { fixAll, fixAllKind, quickFixes, workspaceEdit } from '../code-actions.ts';
import type { Completion } from '../completion/completion.ts';
import { completionsAt } from '../completion/completions-at.ts';
import type { Candidate } from '../completion/value-candidates.ts';
import type { Analysis, Engine } from '../engine.ts';
import { hoverInText } from '../hover/hover-in-text.ts';
import { withoutMarkdown } from '../hover/name-words.ts';
import type { Mention } from '../mentions/mentions-in-resource.ts';
import { declarations, mentionAt, sameName } from '../mentions/mentions.ts';
import { rename, renameableAt } from '../mentions/rename.ts';
import { asPosition, asRange, listMember, member, textMember } from './check-params.ts';
import { documentSymbol, formatting } from './file-answers.ts';
import {
  endpointsInPolicy,
  locationsOf,
  rangeIn,
  renameInPolicy,
  variableInPolicy,
} from './policy-answers.ts';
import type { Place } from '../../model/document.ts';
import type { FileSubject, Session } from './session.ts';
import { textFilesUnder } from '../files-under.ts';
import type { CodeAction, CompletionItem, CompletionItemKind, Location } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { difference } from '../text-difference.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { clientRange } from './client-range.ts';
import type { PlaceInText } from '../traffic-policy/policy-place.ts';
import type { PlaceInFile } from './place-in-file.ts';

/** CompletionItemKind of the protocol, which decides the icon. */
const icons: Readonly<Record<Candidate['type'], CompletionItemKind>> = {
  field: 5,
  module: 9,
  value: 12,
  name: 18,
  rule: 21,
  file: 17,
  variable: 6,
  secret: 21,
};

/** A request that fails; the client shows the message. */
interface Invalid {
  readonly invalid: string;
}

type Answer = (session: Session, engine: Engine, params: unknown) => Promise<unknown>;

/** The handlers of requests about a place in a text, by method. */
export const answers: Readonly<Record<string, Answer>> = {
  'textDocument/hover': atOnce(async (place, session, engine) => {
    const { analysis, path, offset, document } = place;
    const found = await hoverInText(analysis, { path, offset, text: document.text.getText() }, engine);
    if (found === undefined) return null;
    const isMarkdown = session.client().takesMarkdownHover;
    const value = isMarkdown ? found.markdown : withoutMarkdown(found.markdown);
    return { contents: { kind: isMarkdown ? 'markdown' : 'plaintext', value }, range: found.range };
  }),
  'textDocument/definition': atOnce(async (placeInFile) => {
    const variable = await variableInPolicy(placeInFile);
    if (variable !== undefined) return locationsOf(placeInFile, variable.declarations);
    const found = definition(placeInFile.analysis, placeInFile, placeInFile.client.uriOf);
    if (found.length > 0) return found;
    return endpointsInPolicy(placeInFile).map((place) => placeLocation(place, placeInFile.client.uriOf));
  }),
  'textDocument/references': at(async (place, _session, _engine, params) => {
    const withDeclaration = member(params, 'context', 'includeDeclaration') === true;
    const variable = await variableInPolicy(place);
    if (variable !== undefined)
      return locationsOf(place, [...(withDeclaration ? variable.declarations : []), ...variable.uses]);
    return references(place.analysis, place, { uriOf: place.client.uriOf, withDeclaration });
  }),
  'textDocument/prepareRename': atOnce(async (place) => {
    const variable = await variableInPolicy(place);
    if (variable !== undefined) return { range: rangeIn(place, variable.at), placeholder: variable.name };
    const found = renameableAt(place.analysis.workspace, place.path, place.offset);
    return found === undefined ? null : { range: clientRange(found.place), placeholder: found.word };
  }),
  'textDocument/rename': at(async (place, _session, _engine, params) => {
    const newName = textMember(params, 'newName');
    if (newName === undefined) return malformed;
    const { analysis, path, offset, client } = place;
    const ofPolicy = await renameInPolicy(place, newName.trim());
    const found = ofPolicy === undefined ? renameableAt(analysis.workspace, path, offset) : undefined;
    if (ofPolicy === undefined && found === undefined)
      return { invalid: 'there is nothing here that can be renamed' };
    const renamed = ofPolicy ?? (found && rename(analysis.workspace, found, newName));
    if (renamed === undefined) return malformed;
    return 'problem' in renamed ? { invalid: renamed.problem } : workspaceEdit(renamed.edits, client);
  }),
  'textDocument/codeAction': codeActions,
  'textDocument/completion': complete,
  'textDocument/formatting': formatting,
  'textDocument/documentSymbol': documentSymbol,
};

const malformed: Invalid = { invalid: 'the request is malformed' };

type AtPlace = (place: PlaceInFile, session: Session, engine: Engine, params: unknown) => unknown;

/** For answers made from the open texts and the other files of the last check: they do not wait for a check. */
function atOnce(answer: AtPlace): Answer {
  return at(answer, ({ root, path, overlay }, session, engine) => {
    const latest = session.latest(root);
    return latest && engine.withOpenFilesAgain(latest, path, overlay);
  });
}

type AnalysisAt = (subject: FileSubject, session: Session, engine: Engine) => Analysis | undefined;

/** Returns null for a text outside of any workspace, since another server may know it. */
function at(answer: AtPlace, known: AnalysisAt = () => undefined): Answer {
  return async (session, engine, params) => {
    const position = asPosition(member(params, 'position'));
    const uri = textMember(params, 'textDocument', 'uri');
    if (position === undefined || uri === undefined) return malformed;
    const before = session.subject(uri);
    const analysis =
      before === undefined
        ? undefined
        : (known(before, session, engine) ?? (await session.analysis(before.root)));
    // Looked up again: the text may have changed during the check.
    const subject = session.subject(uri);
    if (subject === undefined || analysis === undefined) return null;
    const offset = subject.document.text.offsetAt(position);
    return answer({ ...subject, offset, analysis }, session, engine, params);
  };
}

/**
 * Uses the current text, but the names of the last finished check, so that completion does not wait while someone
 * types.
 */
async function complete(session: Session, engine: Engine, params: unknown): Promise<unknown> {
  const position = asPosition(member(params, 'position'));
  const subject = session.subject(textMember(params, 'textDocument', 'uri') ?? '');
  if (position === undefined) return malformed;
  if (subject === undefined) return null;
  const { root, path, document } = subject;
  const latest = session.latest(root);
  const known = latest?.workspace.sources.has(path) === true ? latest : undefined;
  const analysis = known ?? (await session.analysis(root));
  if (analysis === undefined) return null;
  const text = document.text.getText();
  const offset = document.text.offsetAt(position);
  const files = (): readonly string[] => textFilesUnder(root);
  const found = await completionsAt(analysis, { path, text, offset, files }, engine);
  const markup = session.client().takesMarkdownCompletion ? 'markdown' : 'plaintext';
  return completionItems(found, document.text, markup);
}

async function codeActions(session: Session, engine: Engine, params: unknown): Promise<unknown> {
  const range = asRange(member(params, 'range'));
  const subject = session.subject(textMember(params, 'textDocument', 'uri') ?? '');
  if (range === undefined) return malformed;
  const analysis = subject === undefined ? undefined : await session.analysis(subject.root);
  if (subject === undefined || analysis === undefined) return null;
  const { path, root, overlay, client } = subject;
  const only = listMember(params, 'context', 'only').filter((kind) => typeof kind === 'string');
  const wants = (kind: string): boolean =>
    only.length === 0 || only.some((wantedKind) => kind === wantedKind || kind.startsWith(`${wantedKind}.`));
  const found: CodeAction[] = wants('quickfix')
    ? [...quickFixes(analysis, { path, range, client, rules: engine.rules })]
    : [];
  // Fixing tries out the workspace as a whole, so it must be worth it.
  const isFixable = analysis.result.diagnostics.some(
    ({ fix, place }) => fix?.safety === 'safe' && place.source.path === path,
  );
  if (wants(fixAllKind) && isFixable) {
    const before = analysis.workspace.sources.get(path)?.text;
    const after = before === undefined ? undefined : await engine.fixed(root, overlay, path);
    const change = before === undefined || after === undefined ? undefined : difference(before, after);
    const all = change === undefined ? undefined : fixAll(analysis, path, change, client);
    if (all !== undefined) found.push(all);
  }
  return found;
}

/** Converts completions to protocol items. `sortText` keeps their order, because clients sort by it. */
function completionItems(
  found: readonly Completion[],
  text: TextDocument,
  markup: 'markdown' | 'plaintext',
): CompletionItem[] {
  return found.map(({ label, type, detail, doc, start, end, text: newText }, index) => ({
    label,
    kind: icons[type],
    sortText: String(index).padStart(5, '0'),
    filterText: text.getText().startsWith('$(', start) ? newText : label,
    textEdit: { range: { start: text.positionAt(start), end: text.positionAt(end) }, newText },
    ...withoutUndefined({
      detail,
      documentation:
        doc === undefined
          ? undefined
          : { kind: markup, value: markup === 'markdown' ? doc : withoutMarkdown(doc) },
    }),
  }));
}

type UriOf = (path: string) => string;

/** The declarations of a name: for a variable or id in each environment, for a file its first line. */
export function definition(
  { workspace }: Analysis,
  { path, offset }: Pick<PlaceInText, 'path' | 'offset'>,
  uriOf: UriOf,
): readonly Location[] {
  const mention = mentionAt(workspace, path, offset);
  if (mention === undefined) return [];
  if (mention.type === 'file') {
    const isThere = 'source' in workspace.readFile(mention.name);
    const start = { line: 0, character: 0 };
    return isThere ? [{ uri: uriOf(mention.name), range: { start, end: start } }] : [];
  }
  return declarations(workspace, mention).map((declared) => locationOf(declared, uriOf));
}

/** The places where a name is used, on request also those where it is declared. */
function references(
  { workspace }: Analysis,
  { path, offset }: Pick<PlaceInText, 'path' | 'offset'>,
  { uriOf, withDeclaration }: { readonly uriOf: UriOf; readonly withDeclaration: boolean },
): readonly Location[] {
  const mention = mentionAt(workspace, path, offset);
  if (mention === undefined) return [];
  return sameName(workspace, mention)
    .filter(({ role }) => withDeclaration || role === 'use')
    .map((use) => locationOf(use, uriOf));
}

function locationOf({ place }: Mention, uriOf: UriOf): Location {
  return placeLocation(place, uriOf);
}

function placeLocation(place: Place, uriOf: UriOf): Location {
  return { uri: uriOf(place.source.path), range: clientRange(place) };
}
