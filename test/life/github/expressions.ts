import { data, Evaluator, Lexer, Parser } from '@actions/expressions';

/** The contexts of an expression: `github`, `env`, `secrets`, `steps`, ... */
export type Contexts = Readonly<Record<string, unknown>>;

export type Status = 'success' | 'failure';

/** A text with its `${{ }}` replaced. GitHub's own evaluator decides, so that they mean here what they mean there. */
export function interpolate(text: string, contexts: Contexts): string {
  return text.replaceAll(/\$\{\{(.*?)\}\}/gs, (_, expression: string) =>
    evaluate(expression, contexts, 'success').coerceString(),
  );
}

/** Whether a job or step runs: without a status function its condition holds only after success. */
export function holds(condition: string | boolean | undefined, contexts: Contexts, status: Status): boolean {
  const text = String(condition ?? 'success()').replaceAll(/^\s*\$\{\{|\}\}\s*$/g, '');
  const asked = /\b(?:success|failure|always|cancelled)\(\)/.test(text) ? text : `success() && (${text})`;
  const value = evaluate(asked, contexts, status);
  return value.coerceString() !== 'false' && value.coerceString() !== '' && value.coerceString() !== '0';
}

function evaluate(expression: string, contexts: Contexts, status: Status): data.ExpressionData {
  const functions = statusFunctions(status);
  const { tokens } = new Lexer(expression.trim()).lex();
  const parsed = new Parser(tokens, Object.keys(contexts), functions).parse();
  const context = JSON.parse(JSON.stringify(contexts), data.reviver) as data.Dictionary;
  return new Evaluator(parsed, context, new Map(functions.map((each) => [each.name, each]))).evaluate();
}

function statusFunctions(status: Status) {
  const values = {
    success: status === 'success',
    failure: status === 'failure',
    always: true,
    cancelled: false,
  };
  return Object.entries(values).map(([name, value]) => ({
    name,
    minArgs: 0,
    maxArgs: 0,
    call: () => new data.BooleanData(value),
  }));
}
