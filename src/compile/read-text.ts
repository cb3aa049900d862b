/**
 * Parses the expressions in a text, independent of the field: finds variables, files and secrets, and reports malformed
 * and unknown ones. The content of a variable, a file or a secret is not evaluated again.
 */
import { quoted } from '../model/problem.ts';
import { orDeclared } from '../text/declared-names.ts';
import { namesOf, suggestions } from '../text/suggest.ts';
import type { ScalarNode } from '../model/document.ts';
import type { SecretPart } from '../model/secret.ts';
import type { Path } from '../model/value.ts';
import type { Variable, Workspace } from '../model/workspace.ts';
import { parseExpression, type Piece } from '../workspace/syntax.ts';
import { reportAt, rewording, similarAt, spend, type Evaluation } from './evaluation.ts';
import { inlineFile } from './inline-file.ts';
import { findVariable, variableText } from './variable.ts';

type SecretPiece = Extract<Piece, { type: 'secret' }>;

/** `failed`: the mistake is already reported. */
export type Meaning =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'variable'; readonly variable: Variable }
  | { readonly type: 'secret'; readonly parts: readonly SecretPart[]; readonly first: SecretPiece }
  | { readonly type: 'failed' };

const failed: Meaning = { type: 'failed' };

export function readText(evaluation: Evaluation, node: ScalarNode, text: string, path: Path): Meaning {
  const { pieces, problems } = parseExpression(text);
  for (const { rule, message, help, meant, start, end } of problems) {
    const mended = rewording(evaluation, node, { start, end }, meant);
    reportAt(evaluation, rule, { node, within: { start, end }, path }, message, { help, ...mended });
  }
  if (problems.length > 0) return failed;
  const [only] = pieces;
  if (pieces.length !== 1 || only === undefined) return readPieces(evaluation, node, pieces, path);
  if (only.type === 'variable' && only.name !== 'environment') {
    const variable = findVariable(evaluation, node, only, path);
    const isAffordable = variable !== undefined && spend(evaluation, node, path, { values: 1 });
    return isAffordable ? { type: 'variable', variable } : failed;
  }
  if (only.type === 'file') {
    const content = inlineFile(evaluation, node, only.path, path);
    return content === undefined ? failed : { type: 'text', text: content };
  }
  return readPieces(evaluation, node, pieces, path);
}

function readPieces(evaluation: Evaluation, node: ScalarNode, pieces: readonly Piece[], path: Path): Meaning {
  const parts = pieces.map((piece) => partOf(evaluation, node, piece, path));
  if (!parts.every((part) => part !== undefined)) return failed;
  const first = pieces.find((piece) => piece.type === 'secret');
  if (first !== undefined) return { type: 'secret', parts, first };
  const text = parts.map((part) => (typeof part === 'string' ? part : '')).join('');
  return spend(evaluation, node, path, { characters: text.length }) ? { type: 'text', text } : failed;
}

function partOf(evaluation: Evaluation, node: ScalarNode, piece: Piece, path: Path): SecretPart | undefined {
  switch (piece.type) {
    case 'text':
      return piece.text;
    case 'variable':
      return variableText(evaluation, node, piece, path);
    case 'secret':
      reportUnlisted(evaluation, node, piece, path);
      return { secret: piece.name };
    case 'file': {
      const message = `${quoted(`$(file:${piece.path})`)} must be the whole value`;
      const help = 'put the whole text into the file, or write it out here';
      reportAt(evaluation, 'expression-syntax', { node, within: piece, path }, message, { help });
      return undefined;
    }
  }
}

/** A name missing from edgewright.yaml is reported, but still treated as a secret. */
function reportUnlisted(evaluation: Evaluation, node: ScalarNode, piece: SecretPiece, path: Path): void {
  const { secrets } = evaluation.compilation.workspace.settings;
  if (secrets.has(piece.name)) return;
  const [near] = suggestions(piece.name, namesOf(secrets));
  const add = `add \`${piece.name}\` to \`secrets:\` in edgewright.yaml${orDeclared(namesOf(secrets))}`;
  const help = near === undefined ? add : `write \`$(secret:${near})\``;
  const message = `the secret ${quoted(piece.name)} is not declared`;
  reportAt(evaluation, 'secret-reference-undefined', { node, within: piece, path }, message, {
    severity: 'warn',
    help,
    ...similarAt(near === undefined ? undefined : secrets.get(near)),
    cause: `secret ${piece.name}`,
    ...(isSettingsWrong(evaluation.compilation.workspace) ? { isConsequence: true } : {}),
    ...rewording(evaluation, node, piece, near === undefined ? undefined : `$(secret:${near})`),
  });
}

/** With mistakes in the settings, the list of secrets may be incomplete. */
function isSettingsWrong({ settings, diagnostics }: Workspace): boolean {
  return diagnostics.some(
    ({ rule, place }) =>
      place.source === settings.document.source && /^(?:unknown-field|wrong-type|yaml-|secret-)/.test(rule),
  );
}
