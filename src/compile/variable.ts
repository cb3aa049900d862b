import { quoted } from '../model/problem.ts';
import { orDeclared } from '../text/declared-names.ts';
import { suggestions } from '../text/suggest.ts';
import { variableMistake } from '../derive/variable-mistake.ts';
import type { ScalarNode } from '../model/document.ts';
import type { Path } from '../model/value.ts';
import type { Variable } from '../model/workspace.ts';
import type { Piece } from '../workspace/syntax.ts';
import { isMeantByEnvironment } from './consequence.ts';
import { othersThat, reportHere, rewording, similarAt, type Evaluation } from './evaluation.ts';

type VariablePiece = Extract<Piece, { type: 'variable' }>;

/** Looks up the variable of a `$(name)`, or reports a finding. */
export function findVariable(
  evaluation: Evaluation,
  node: ScalarNode,
  piece: VariablePiece,
  path: Path,
): Variable | undefined {
  const { environment } = evaluation.compilation;
  const { vars } = environment;
  const variable = vars.get(piece.name);
  if (variable !== undefined) {
    evaluation.dependsOnEnvironment = true;
    evaluation.through.push({ path: [...path], what: `$(${piece.name})`, place: variable.place });
    return variable;
  }
  // A name known to another environment is not a typo, so no similar name is suggested.
  const elsewhere = othersThat(evaluation, (other) => other.vars.has(piece.name));
  const [near] = elsewhere.length > 0 ? [] : suggestions(piece.name, variableNames(vars));
  const whose = elsewhere.length > 0 ? `\`${evaluation.compilation.environment.name}\`` : 'every environment';
  const others = elsewhere.length > 0 ? '' : orDeclared(namesEverywhere(evaluation));
  const add = `add \`${piece.name}\` to \`vars:\` of ${whose}${others}`;
  const help = near === undefined ? add : `write \`$(${near})\``;
  const message = `the variable ${quoted(piece.name)} is not declared`;
  const mended = rewording(evaluation, node, piece, near === undefined ? undefined : `$(${near})`);
  reportHere(evaluation, 'undefined-variable', { node, within: piece, path }, message, {
    help,
    ...mended,
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
  return [...first.vars.keys()].filter((name) => environments.every((each) => each.vars.has(name)));
}

const known = new WeakMap<ReadonlyMap<string, Variable>, readonly string[]>();

/** The names allowed in `$(name)`; the same list object each time, so that it is indexed only once. */
function variableNames(vars: ReadonlyMap<string, Variable>): readonly string[] {
  const names = known.get(vars) ?? [...vars.keys(), 'environment'];
  known.set(vars, names);
  return names;
}

/** The text of a variable inside a longer text: a scalar, as written. */
export function variableText(
  evaluation: Evaluation,
  node: ScalarNode,
  piece: VariablePiece,
  path: Path,
): string | undefined {
  if (piece.name === 'environment') {
    evaluation.dependsOnEnvironment = true;
    return evaluation.compilation.environment.name;
  }
  const variable = findVariable(evaluation, node, piece, path);
  if (variable === undefined) return undefined;
  if (variable.node.type === 'scalar') return scalarText(variable, variable.node);
  const message = `${quoted(`$(${piece.name})`)} is a ${variable.node.type}, which cannot be part of a string`;
  reportHere(evaluation, 'expression-syntax', { node, within: piece, path }, message, {
    related: [{ place: variable.place, label: `from $(${piece.name})` }],
    help: 'inside a longer string a variable must be a string, a number or a boolean',
    mistake: variableMistake(`$(${piece.name})`, variable.node.type),
  });
  return undefined;
}

/** In a longer text, `1.10` stays `1.10`, although the number is 1.1. */
function scalarText({ place }: Variable, node: ScalarNode): string {
  const isNumber = typeof node.value === 'number' || typeof node.value === 'bigint';
  return isNumber ? place.source.text.slice(node.start, node.end) : String(node.value);
}
