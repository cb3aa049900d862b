import ts from 'typescript';

/** One change of a source that the tests should notice. */
export interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** The source as it is, and what stands there instead. */
  readonly text: string;
  readonly by: string;
  readonly isStatement: boolean;
}

/** Every change that can be tried in a source: the operators of StrykerJS, but for regular expressions. */
export function mutantsOf(file: string, source: string): readonly Mutant[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found: Mutant[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    const start = node.getStart(tree);
    const { line } = tree.getLineAndCharacterOfPosition(start);
    for (const by of isChained(node) ? [] : changesOf(node, tree)) {
      found.push({
        file,
        line: line + 1,
        start,
        end: node.end,
        text: source.slice(start, node.end),
        by,
        isStatement: ts.isStatement(node),
      });
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(tree, visit);
  return found;
}

/** The source with all of its mutants in it, each behind a switch; no two of them may overlap. */
export function switched(source: string, mutants: readonly (Mutant & { readonly id: number })[]): string {
  let text = source;
  for (const { id, start, end, by, isStatement } of mutants.toSorted((a, b) => b.start - a.start)) {
    const original = text.slice(start, end);
    const isOn = `globalThis.isMutant?.(${id})`;
    // In braces of its own: an `else` behind the statement belongs to the `if` before it, not to the switch.
    const both = isStatement ? `{ if (!${isOn}) { ${original} } }` : `(${isOn} ? (${by}) : (${original}))`;
    text = text.slice(0, start) + both + text.slice(end);
  }
  return text;
}

const operators: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '>': '>=',
  '<=': '<',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
};

const methods: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['min', 'max'],
  ['max', 'min'],
]);

/** Methods whose result is left out: the receiver stands in its place. */
const steps = new Set(['filter', 'sort', 'toSorted', 'reverse', 'slice', 'trim', 'toLowerCase']);

function changesOf(node: ts.Node, tree: ts.SourceFile): readonly string[] {
  const text = (part: ts.Node): string => part.getText(tree);
  if (ts.isBinaryExpression(node)) {
    const other = operators[text(node.operatorToken)];
    const isText = [node.left, node.right].some((side) => /^['"`]/.test(text(side)));
    if (other === undefined || (text(node.operatorToken) === '+' && isText)) return [];
    return [`(${text(node.left)}) ${other} (${text(node.right)})`];
  }
  if (isCondition(node)) return ['true', 'false'];
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return [text(node.operand)];
  if (node.kind === ts.SyntaxKind.TrueKeyword) return ['false'];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return ['true'];
  if (ts.isStringLiteral(node) && isValue(node)) return [node.text === '' ? "'mutated'" : "''"];
  if (ts.isArrayLiteralExpression(node) && node.elements.length > 0 && isValue(node)) return ['[]'];
  if (ts.isObjectLiteralExpression(node) && node.properties.length > 0 && isValue(node)) return ['{}'];
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return ['() => undefined'];
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { expression: receiver, name } = node.expression;
    const other = methods.get(name.text);
    if (other !== undefined) return [`${text(receiver)}.${other}(${node.arguments.map(text).join(', ')})`];
    return steps.has(name.text) ? [text(receiver)] : [];
  }
  return ts.isExpressionStatement(node) && !/^super\b/.test(text(node)) ? [''] : [];
}

/** Whether an optional chain goes on behind it: in parentheses it would end the chain, so that `a?.b` hides no `.c`. */
function isChained(node: ts.Node): boolean {
  return ts.isOptionalChain(node) && ts.isOptionalChain(node.parent) && node.parent.expression === node;
}

function isCondition(node: ts.Node): boolean {
  const { parent } = node;
  return (
    (ts.isIfStatement(parent) && parent.expression === node) ||
    (ts.isConditionalExpression(parent) && parent.condition === node)
  );
}

/** Whether it stands where any expression may stand. */
function isValue(node: ts.Node): boolean {
  const { parent } = node;
  return (
    ts.isVariableDeclaration(parent) ||
    ts.isReturnStatement(parent) ||
    ts.isCallExpression(parent) ||
    ts.isNewExpression(parent) ||
    ts.isConditionalExpression(parent) ||
    ts.isArrayLiteralExpression(parent) ||
    (ts.isPropertyAssignment(parent) && parent.initializer === node) ||
    (ts.isBinaryExpression(parent) && parent.operatorToken.kind !== ts.SyntaxKind.EqualsToken)
  );
}
