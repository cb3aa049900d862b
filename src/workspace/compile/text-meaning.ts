/**
 * Parses the expressions in a text, independent of the field: finds variables, files and secrets, and reports malformed
 * and unknown ones. The content of a variable, a file or a secret is not evaluated again.
 */
import { rememberEach, rememberLast } from '../../text/remember-last.ts';
import { isMeantByEnvironment } from './meant-declaration.ts';
import {
  othersThat,
  reportAt,
  reportHere,
  rewording,
  similarAt,
  spend,
  type Evaluation,
} from './evaluation.ts';
import { variableMistake } from '../../derive/variable-mistake.ts';
import type { ScalarNode } from '../../model/document.ts';
import type { SecretPart } from '../../model/secret-reference.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { orDeclared } from '../../text/declared-names.ts';
import { namesOf, suggestions } from '../../text/suggest.ts';
import { parseExpression, type Piece } from '../syntax.ts';
import { quoted } from '../../text/quoted.ts';
import type { Variable } from '../../model/workspace/environment.ts';

/** A scalar of the file, and its text. */
export interface NodeText {
  readonly node: ScalarNode;
  readonly text: string;
}

type SecretPiece = Extract<Piece, { type: 'secret' }>;

/** `failed`: the mistake is already reported. */
export type TextMeaning =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'variable'; readonly variable: Variable }
  | SecretMeaning
  | { readonly type: 'failed' };

export interface SecretMeaning {
  readonly type: 'secret';
  readonly node: ScalarNode;
  readonly parts: readonly SecretPart[];
  readonly first: SecretPiece;
}

const failed: TextMeaning = { type: 'failed' };

export function meaningOfText(evaluation: Evaluation, { node, text }: NodeText): TextMeaning {
  const { pieces, problems } = parseExpression(text);
  for (const { rule, message, start, end, ...detail } of problems) {
    const { help, meant } = detail.secret === undefined ? detail : referenceTo(evaluation, detail.secret);
    const part = { node, within: { start, end } };
    reportAt(evaluation, part, { rule, message, help, ...rewording(evaluation, part, meant) });
  }
  if (problems.length > 0) return failed;
  const [only] = pieces;
  if (pieces.length !== 1 || only === undefined) return readPieces(evaluation, node, pieces);
  if (only.type === 'variable' && only.name !== 'environment') {
    const variable = findVariable(evaluation, node, only);
    const isAffordable = variable !== undefined && spend(evaluation, node, { values: 1 });
    return isAffordable ? { type: 'variable', variable } : failed;
  }
  if (only.type === 'file') {
    const content = inlineFile(evaluation, node, only.path);
    return content === undefined ? failed : { type: 'text', text: content };
  }
  return readPieces(evaluation, node, pieces);
}

/** The reference to a secret that is declared under this name or a similar one. */
function referenceTo(
  { compilation }: Evaluation,
  name: string,
): { readonly help: string; readonly meant?: string } {
  const names = namesOf(compilation.workspace.settings.secrets);
  const declared = names.includes(name) ? name : suggestions(name, names)[0];
  if (declared !== undefined)
    return { help: `write \`$(secret:${declared})\``, meant: `$(secret:${declared})` };
  return {
    help: `write \`$(secret:NAME)\`, and NAME under \`secrets\` in edgewright.yaml${orDeclared(names)}`,
  };
}

function readPieces(evaluation: Evaluation, node: ScalarNode, pieces: readonly Piece[]): TextMeaning {
  const parts = pieces.map((piece) => partOf(evaluation, node, piece));
  if (!parts.every((part) => part !== undefined)) return failed;
  const first = pieces.find((piece) => piece.type === 'secret');
  if (first !== undefined) return { type: 'secret', node, parts, first };
  const text = parts.map((part) => (typeof part === 'string' ? part : '')).join('');
  return spend(evaluation, node, { characters: text.length }) ? { type: 'text', text } : failed;
}

function partOf(evaluation: Evaluation, node: ScalarNode, piece: Piece): SecretPart | undefined {
  switch (piece.type) {
    case 'text':
      return piece.text;
    case 'variable':
      return variableText(evaluation, node, piece);
    case 'secret':
      reportUnlisted(evaluation, node, piece);
      return { secret: piece.name };
    case 'file': {
      const message = `${quoted(`$(file:${piece.path})`)} must be the whole value`;
      const help = 'put the whole text into the file, or write it out here';
      reportAt(evaluation, { node, within: piece }, { rule: 'expression-syntax', message, help });
      return undefined;
    }
  }
}

/** The prefix of the environment variable of a secret. */
const secretPrefix = /^EDGEWRIGHT_SECRET_/;

/** A name missing from edgewright.yaml is reported, but still treated as a secret. */
function reportUnlisted(evaluation: Evaluation, node: ScalarNode, piece: SecretPiece): void {
  const { secrets } = evaluation.compilation.workspace.settings;
  if (secrets.has(piece.name)) return;
  const bareName = piece.name.replace(secretPrefix, '');
  const [near] = secrets.has(bareName) ? [bareName] : suggestions(piece.name, namesOf(secrets));
  const prefixed = secrets.get(`EDGEWRIGHT_SECRET_${piece.name}`);
  const add =
    prefixed === undefined
      ? `add \`${piece.name}\` to \`secrets:\` in edgewright.yaml${orDeclared(namesOf(secrets))}`
      : `write \`${piece.name}\` in \`secrets:\`: only its environment variable has the prefix`;
  const help = near === undefined ? add : `write \`$(secret:${near})\``;
  const message = `the secret ${quoted(piece.name)} is not declared`;
  const part = { node, within: piece };
  reportAt(evaluation, part, {
    rule: 'secret-reference-undefined',
    message,
    severity: 'warn',
    help,
    ...similarAt(near === undefined ? prefixed : secrets.get(near)),
    cause: `secret ${piece.name}`,
    ...(isSettingsWrong(evaluation.compilation.workspace) ? { isConsequence: true } : {}),
    ...rewording(evaluation, part, near === undefined ? undefined : `$(secret:${near})`),
  });
}

/** With mistakes in the settings, the list of secrets may be incomplete. */
function isSettingsWrong({ settings, diagnostics }: Workspace): boolean {
  return diagnostics.some(
    ({ rule, place }) =>
      place.source === settings.document.source && /^(?:unknown-field|wrong-type|yaml-|secret-)/.test(rule),
  );
}

/** The paths of files with resources that are also named by a `$(file:path)`, which has been reported. */
const resourcePaths = rememberLast(
  ({ diagnostics }: Workspace): ReadonlySet<string> =>
    new Set(
      diagnostics
        .filter(({ rule }) => rule === 'file-is-resource')
        .flatMap(({ related }) => related.map(({ place }) => place.source.path)),
    ),
);

/** The text of `$(file:path)`, with `\n` at the end of each line. */
function inlineFile(evaluation: Evaluation, node: ScalarNode, file: string): string | undefined {
  const read = evaluation.compilation.workspace.readFile(file);
  if ('problem' in read) {
    const help =
      read.near === undefined
        ? 'write a path from the folder of edgewright.yaml, such as `policies/shop.yaml`'
        : `write \`$(file:${read.near})\``;
    const message = `the file ${quoted(file)} ${read.problem}`;
    reportAt(evaluation, { node }, { rule: 'file-unreadable', message, help });
    return undefined;
  }
  const { source, text } = read;
  // A file of resources is read with its mistakes reported in it.
  if (resourcePaths(evaluation.compilation.workspace).has(source.path)) return undefined;
  evaluation.through.push({
    path: [...evaluation.path],
    what: source.path,
    place: { source, start: 0, end: source.text.length },
  });
  return text;
}

type VariablePiece = Extract<Piece, { type: 'variable' }>;

/** Looks up the variable of a `$(name)`, or reports a finding. */
function findVariable(evaluation: Evaluation, node: ScalarNode, piece: VariablePiece): Variable | undefined {
  const { environment } = evaluation.compilation;
  const { vars } = environment;
  const variable = vars.get(piece.name);
  if (variable !== undefined) {
    evaluation.dependsOnEnvironment = true;
    const { place, node: value } = variable;
    evaluation.through.push({ path: [...evaluation.path], what: `$(${piece.name})`, place, node: value });
    return variable;
  }
  // A name known to another environment is not a typo, so no similar name is suggested.
  const elsewhere = othersThat(evaluation, (other) => other.vars.has(piece.name));
  const { secrets } = evaluation.compilation.workspace.settings;
  const isSecret = secrets.has(piece.name);
  const usual = /^env(?:ironment[_-]?name)?$/i.test(piece.name) ? ['environment'] : [];
  const [near] =
    elsewhere.length > 0 || isSecret ? [] : [...usual, ...suggestions(piece.name, variableNames(vars))];
  const meant = isSecret ? `$(secret:${piece.name})` : near === undefined ? undefined : `$(${near})`;
  const whose = elsewhere.length > 0 ? `\`${evaluation.compilation.environment.name}\`` : 'every environment';
  const others = elsewhere.length > 0 ? '' : orDeclared(namesEverywhere(evaluation));
  const add = `add \`${piece.name}\` to \`vars:\` of ${whose}${others}`;
  const help = meant === undefined ? add : `write \`${meant}\``;
  const message = `the variable ${quoted(piece.name)} is not declared`;
  const part = { node, within: piece };
  reportHere(evaluation, part, {
    rule: 'undefined-variable',
    message,
    help,
    ...rewording(evaluation, part, meant),
    ...similarAt(near === undefined ? undefined : vars.get(near)?.place),
    cause: `variable ${piece.name}`,
    ...(isMeantByEnvironment(environment, piece.name) ? { isConsequence: true } : {}),
  });
  return undefined;
}

/** Names that every environment declares: the finding is for all of them. */
function namesEverywhere({ compilation }: Evaluation): readonly string[] {
  const environments = [...compilation.workspace.environments.values()];
  const [first] = environments;
  if (first === undefined || first.vars.size > 100) return [];
  return [...first.vars.keys()].filter((name) =>
    environments.every((environment) => environment.vars.has(name)),
  );
}

/** The names allowed in `$(name)`; the same list object each time, so that it is indexed only once. */
const variableNames = rememberEach((vars: ReadonlyMap<string, Variable>): readonly string[] => [
  ...vars.keys(),
  'environment',
]);

/** The text of a variable inside a longer text: a scalar, as written. */
function variableText(evaluation: Evaluation, node: ScalarNode, piece: VariablePiece): string | undefined {
  if (piece.name === 'environment') {
    evaluation.dependsOnEnvironment = true;
    return evaluation.compilation.environment.name;
  }
  const variable = findVariable(evaluation, node, piece);
  if (variable === undefined) return undefined;
  if (variable.node.type === 'scalar') {
    const text = scalarText(variable, variable.node);
    const [, host] = /^[a-z]+:\/\/([^/?#]+)\/?$/.exec(text) ?? [];
    const isInHost = typeof node.value === 'string' && /[\w-]\.$/.test(node.value.slice(0, piece.start));
    if (host === undefined || !isInHost) return text;
    reportHere(
      evaluation,
      { node, within: piece },
      {
        rule: 'expression-syntax',
        message: `${quoted(`$(${piece.name})`)} is a URL, but only a host can be here`,
        related: [{ place: variable.place, label: `from $(${piece.name})` }],
        help: host.length > 60 ? 'leave the scheme out of the variable' : `write \`${host}\` in the variable`,
        mistake: variableMistake(`$(${piece.name})`, 'URL'),
      },
    );
    return undefined;
  }
  const message = `${quoted(`$(${piece.name})`)} is a ${variable.node.type}, which cannot be part of a string`;
  reportHere(
    evaluation,
    { node, within: piece },
    {
      rule: 'expression-syntax',
      message,
      related: [{ place: variable.place, label: `from $(${piece.name})` }],
      help: 'inside a longer string a variable must be a string, a number or a boolean',
      mistake: variableMistake(`$(${piece.name})`, variable.node.type),
    },
  );
  return undefined;
}

/** In a longer text, `1.10` stays `1.10`, although the number is 1.1. */
function scalarText({ place }: Variable, node: ScalarNode): string {
  const isNumber = typeof node.value === 'number' || typeof node.value === 'bigint';
  return isNumber ? place.source.text.slice(node.start, node.end) : String(node.value);
}
