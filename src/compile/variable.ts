import type { Field } from '../kinds/field.ts';
import { problem, quoted } from '../derive/problem.ts';
import { suggestions } from '../derive/suggest.ts';
import type { DocumentNode, ScalarNode } from '../model/document.ts';
import type { Path, Value } from '../model/value.ts';
import type { Variable } from '../model/workspace.ts';
import type { Piece } from '../workspace/syntax.ts';
import { placeIn, type Evaluation } from './evaluate.ts';
import { resolveId } from './resolve-id.ts';

type VariablePiece = Extract<Piece, { type: 'variable' }>;

/** A value that is exactly one `$(name)`: the variable's value and its type. */
export function wholeVariable(
  evaluation: Evaluation,
  field: Field | undefined,
  node: ScalarNode,
  piece: VariablePiece,
  path: Path,
): Value | undefined {
  if (piece.name === 'environment') return evaluation.environment.name;
  const variable = find(evaluation, node, piece, path);
  if (variable === undefined) return undefined;
  const value = plain(variable.node);
  if (typeof value === 'string') return resolveId(evaluation, field, node, value, path);
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => {
      const resolved =
        typeof item === 'string'
          ? resolveId(evaluation, field, node, item, [...path, index])
          : (item as Value);
      return resolved === undefined ? [] : [resolved];
    });
  }
  return value ?? undefined;
}

/** A variable inside a longer text: a scalar, as it would be printed. */
export function variableText(
  evaluation: Evaluation,
  node: ScalarNode,
  piece: VariablePiece,
  path: Path,
): string | undefined {
  if (piece.name === 'environment') return evaluation.environment.name;
  const variable = find(evaluation, node, piece, path);
  if (variable === undefined) return undefined;
  if (variable.node.type === 'scalar') return String(variable.node.value ?? '');
  evaluation.diagnostics.push(
    problem(
      'expression-syntax',
      placeIn(evaluation, node, piece),
      `${quoted(`$(${piece.name})`)} is a ${variable.node.type}, which cannot stand inside a text`,
      {
        address: evaluation.address,
        related: [{ place: variable.place, label: 'declared here' }],
        help: 'inside a longer text a variable must be a text, a number or a boolean',
      },
    ),
  );
  return undefined;
}

function find(
  evaluation: Evaluation,
  node: ScalarNode,
  piece: VariablePiece,
  path: Path,
): Variable | undefined {
  const { vars, name: environment } = evaluation.environment;
  const variable = vars.get(piece.name);
  if (variable !== undefined) {
    evaluation.through.push({ path, what: `$(${piece.name})`, place: variable.place });
    return variable;
  }
  const [near] = suggestions(piece.name, vars.keys());
  evaluation.diagnostics.push(
    problem(
      'undefined-variable',
      placeIn(evaluation, node, piece),
      `the variable ${quoted(piece.name)} is not declared`,
      {
        address: evaluation.address,
        environments: [environment],
        help:
          near === undefined
            ? `add \`${piece.name}\` to \`vars:\` of every environment`
            : `did you mean \`$(${near})\`?`,
      },
    ),
  );
  return undefined;
}

/** The value of a node of `vars:`, in which no expression is evaluated. */
function plain(node: DocumentNode): Value {
  if (node.type === 'scalar') return typeof node.value === 'bigint' ? Number(node.value) : node.value;
  if (node.type === 'list') return node.items.map(plain);
  return Object.fromEntries(node.entries.map(({ key, value }) => [String(key.value), plain(value)]));
}
