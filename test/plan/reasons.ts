/**
 * Every sentence that says why a step is blocked, held or done stands in the sources of the planner as a text or a
 * template. They are found there, so that a reason which no case shows is seen without anybody keeping a list.
 */
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** A reason as it is written, with what its places match. */
export interface ReasonTemplate {
  /** `src/plan/steps/removed.ts: no longer written down, and the API cannot delete ${…}s`. */
  readonly name: string;
  readonly matches: RegExp;
}

const folder = new URL('../../src/plan/', import.meta.url);

export function reasonTemplates(): readonly ReasonTemplate[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .flatMap((file) => {
      const text = readFileSync(new URL(file, folder), 'utf8');
      const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
      return sentencesIn(source).map((node) => ({
        name: `src/plan/${file}: ${shown(node)}`,
        matches: new RegExp(`^${patternOf(node)}$`, 's'),
      }));
    });
}

type Sentence = ts.StringLiteralLike | ts.TemplateExpression;

/** What stands where a reason is given: the member `reason` or `problem`, and the first argument of `blocked(…)`. */
function sentencesIn(source: ts.SourceFile): readonly Sentence[] {
  const found: Sentence[] = [];
  const look = (node: ts.Node): void => {
    for (const expression of reasonsAt(node)) found.push(...literals(expression));
    ts.forEachChild(node, look);
  };
  look(source);
  return [...new Set(found)].filter((node) => !(ts.isStringLiteralLike(node) && node.text === ''));
}

function reasonsAt(node: ts.Node): readonly ts.Expression[] {
  if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) {
    return node.name.text === 'reason' || node.name.text === 'problem' ? [node.initializer] : [];
  }
  // `{ reason, … }`: found where the name is given.
  if (ts.isShorthandPropertyAssignment(node) && node.name.text === 'reason') {
    return declarationsIn(node.getSourceFile(), 'reason');
  }
  if (ts.isParameter(node) && ts.isIdentifier(node.name) && node.name.text === 'reason') {
    return node.initializer === undefined ? [] : [node.initializer];
  }
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'blocked') {
    return node.arguments.slice(0, 1);
  }
  // A reason and its ways out, as one list.
  if (ts.isFunctionDeclaration(node) && node.name?.text === 'problemOf') return listsIn(node);
  return [];
}

function declarationsIn(source: ts.SourceFile, name: string): readonly ts.Expression[] {
  const found: ts.Expression[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.name.text === name) {
      if (node.initializer !== undefined) found.push(node.initializer);
    }
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

function listsIn(node: ts.Node): readonly ts.Expression[] {
  const first: ts.Expression[] = [];
  const look = (inner: ts.Node): void => {
    if (ts.isReturnStatement(inner) && inner.expression !== undefined) {
      if (ts.isArrayLiteralExpression(inner.expression)) first.push(...inner.expression.elements.slice(0, 1));
    }
    ts.forEachChild(inner, look);
  };
  look(node);
  return first;
}

/** The texts that an expression can be, both sides of a choice; what is computed elsewhere is found there. */
function literals(expression: ts.Expression): readonly Sentence[] {
  if (ts.isStringLiteralLike(expression) || ts.isTemplateExpression(expression)) return [expression];
  if (ts.isConditionalExpression(expression))
    return [...literals(expression.whenTrue), ...literals(expression.whenFalse)];
  if (ts.isParenthesizedExpression(expression)) return literals(expression.expression);
  return [];
}

function patternOf(node: Sentence): string {
  if (ts.isStringLiteralLike(node)) return quoted(node.text);
  return (
    quoted(node.head.text) + node.templateSpans.map(({ literal }) => `.*${quoted(literal.text)}`).join('')
  );
}

function shown(node: Sentence): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  return node.head.text + node.templateSpans.map(({ literal }) => `\${…}${literal.text}`).join('');
}

function quoted(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
