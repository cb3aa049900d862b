/**
 * Evaluates one string (DESIGN 2): variables, secrets, files and names of ids. What a `$(…)` may be depends on the
 * field: a file only as a whole value, a secret only where the field is secret or a header's value. Nothing that comes
 * out of a variable, a file or a secret is evaluated again.
 */
import type { Field } from '../kinds/field.ts';
import { problem, quoted } from '../derive/problem.ts';
import { suggestions } from '../derive/suggest.ts';
import type { ScalarNode } from '../model/document.ts';
import { SecretReference, type SecretPart } from '../model/secret.ts';
import type { Path, Value } from '../model/value.ts';
import { hasExpression, parseExpression, type Piece } from '../workspace/syntax.ts';
import { placeIn, type Evaluation } from './evaluate.ts';
import { inlineFile } from './inline-file.ts';
import { resolveId } from './resolve-id.ts';
import { variableText, wholeVariable } from './variable.ts';

export function evaluateText(
  evaluation: Evaluation,
  field: Field | undefined,
  node: ScalarNode,
  text: string,
  path: Path,
): Value | undefined {
  if (!hasExpression(text)) return resolveId(evaluation, field, node, text, path);
  const { pieces, problems } = parseExpression(text);
  for (const { rule, message, help, start, end } of problems) {
    evaluation.diagnostics.push(
      problem(rule, placeIn(evaluation, node, { start, end }), message, {
        help,
        address: evaluation.address,
      }),
    );
  }
  if (problems.length > 0) return undefined;
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined) {
    if (only.type === 'file') return inlineFile(evaluation, node, only.path, path);
    if (only.type === 'variable') return wholeVariable(evaluation, field, node, only, path);
  }
  return assembled(evaluation, field, node, pieces, path);
}

/** A text made of several pieces: a string, or a reference when a secret is among them. */
function assembled(
  evaluation: Evaluation,
  field: Field | undefined,
  node: ScalarNode,
  pieces: readonly Piece[],
  path: Path,
): Value | undefined {
  const parts: SecretPart[] = [];
  let isWhole = true;
  for (const piece of pieces) {
    const part = partOf(evaluation, field, node, piece, path);
    if (part === undefined) isWhole = false;
    else parts.push(part);
  }
  if (!isWhole) return undefined;
  if (parts.every((part) => typeof part === 'string')) {
    return resolveId(evaluation, field, node, parts.join(''), path);
  }
  if (field?.secret === true && parts.length > 1) {
    return refuse(
      evaluation,
      node,
      pieces[0] ?? { start: 0, end: 0 },
      'secret-reference-syntax',
      'a secret field takes one `$(secret:NAME)` and nothing around it',
    );
  }
  return new SecretReference(parts);
}

function partOf(
  evaluation: Evaluation,
  field: Field | undefined,
  node: ScalarNode,
  piece: Piece,
  path: Path,
): SecretPart | undefined {
  switch (piece.type) {
    case 'text':
      return piece.text;
    case 'variable':
      return variableText(evaluation, node, piece, path);
    case 'file':
      return refuse(
        evaluation,
        node,
        piece,
        'expression-syntax',
        `\`$(file:${piece.path})\` must be the whole value`,
      );
    case 'secret':
      return secretPart(evaluation, field, node, piece);
  }
}

/** A secret where it may stand; a name that edgewright.yaml does not list is still a secret, and is reported. */
function secretPart(
  evaluation: Evaluation,
  field: Field | undefined,
  node: ScalarNode,
  piece: Extract<Piece, { type: 'secret' }>,
): SecretPart | undefined {
  const mayStandHere =
    field === undefined
      ? false
      : field.secret === true || (field.type === 'string' && field.form === 'header-value');
  if (!mayStandHere) {
    return refuse(
      evaluation,
      node,
      piece,
      'secret-reference-syntax',
      `\`$(secret:${piece.name})\` cannot stand here`,
      'a secret may stand in a secret field, in a header value, and inside a traffic policy that is written as a mapping',
    );
  }
  reportUnlisted(evaluation, node, piece);
  return { secret: piece.name };
}

/** Says that a secret's name is declared nowhere. */
export function reportUnlisted(
  evaluation: Evaluation,
  node: ScalarNode,
  piece: Extract<Piece, { type: 'secret' }>,
): void {
  const { secrets } = evaluation.workspace.settings;
  if (secrets.has(piece.name)) return;
  const [near] = suggestions(piece.name, secrets.keys());
  evaluation.diagnostics.push(
    problem(
      'secret-reference-undefined',
      placeIn(evaluation, node, piece),
      `the secret ${quoted(piece.name)} is not declared`,
      {
        severity: 'warn',
        address: evaluation.address,
        help:
          near === undefined
            ? `add \`${piece.name}\` to \`secrets:\` in edgewright.yaml`
            : `did you mean \`${near}\`?`,
      },
    ),
  );
}

function refuse(
  evaluation: Evaluation,
  node: ScalarNode,
  within: { readonly start: number; readonly end: number },
  rule: string,
  message: string,
  help?: string,
): undefined {
  evaluation.diagnostics.push(
    problem(rule, placeIn(evaluation, node, within), message, {
      address: evaluation.address,
      ...(help === undefined ? {} : { help }),
    }),
  );
  return undefined;
}
