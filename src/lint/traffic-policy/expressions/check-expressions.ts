import { retryVariables } from '../../../kinds/policy/variables.ts';
import type { VariableType } from '../../../kinds/policy/variable.ts';
import type { Range } from '../../../model/document.ts';
import type { Path } from '../../../model/value.ts';
import { parseCel } from './parse.ts';
import { inferType } from './infer.ts';
import type { CelMistake } from './inference.ts';
import { nameOfType } from './types.ts';
import type { PolicyScope } from '../policy-mistake.ts';
import type { SettingPlace } from '../setting-place.ts';
import { policyTemplates } from './template.ts';

/** Checks an expression of a rule, which must be a boolean. */
export function checkCondition(text: string, scope: PolicyScope, inside: Path): void {
  const type = check(text, { scope, inside, offset: 0, code: 2200 });
  if (type === undefined || type === 'any' || type === 'bool') return;
  scope.check.report({
    rule: 'traffic-policy-expression',
    inside,
    message: `an expression of a rule must be a boolean, not ${nameOfType(type)}`,
    severity: 'warn',
  });
}

const retryNames: ReadonlyMap<string, VariableType> = new Map(
  Object.entries(retryVariables).map(([name, { type }]) => [name, type]),
);

/** Checks a setting that is an expression as a whole. */
export function checkWhole(text: string, { scope, inside, what }: SettingPlace): void {
  if (text.includes('${')) {
    scope.check.report({
      rule: 'traffic-policy-expression',
      inside,
      message: `${what} is an expression as it is, without \`\${…}\``,
      severity: 'warn',
    });
    return;
  }
  check(text, { scope: { ...scope, names: retryNames }, inside, offset: 0, code: 2200 });
}

/** Checks the `${…}` of a string. False if one of them is not closed. */
export function checkTemplates(text: string, { scope, inside }: SettingPlace): boolean {
  let isClosed = true;
  for (const { start, end, expression, isOpen } of policyTemplates(text)) {
    if (isOpen) {
      isClosed = false;
      scope.check.report({
        rule: 'traffic-policy-expression',
        inside,
        within: { start: start - 2, end },
        message: 'a `${` is not closed',
        help: 'write `}` behind the expression',
        code: 2213,
      });
    } else check(withoutEscapes(expression), { scope, inside, offset: start, code: 2224 });
  }
  return isClosed;
}

/** In JSON text inside of a string, the quotes of an expression may be escaped; the length stays. */
function withoutEscapes(expression: string): string {
  return expression.replaceAll('\\"', ' "');
}

/** The type of the value of a `${…}` that is all of a string; undefined if it is not. */
export function typeOfTemplate(text: string, scope: PolicyScope): VariableType | undefined {
  const [only, more] = policyTemplates(text);
  if (only === undefined || more !== undefined || only.start !== 2 || only.end !== text.length - 1)
    return undefined;
  const parsed = parseCel(only.expression);
  return 'problem' in parsed ? 'any' : inferType(parsed.ast, scope, () => undefined);
}

interface ExpressionPlace {
  readonly scope: PolicyScope;
  readonly inside: Path;
  /** Where the expression begins in the string. */
  readonly offset: number;
  readonly code: number;
}

function check(text: string, { scope, inside, offset, code }: ExpressionPlace): VariableType | undefined {
  const report = ({ start, end, ...mistake }: CelMistake & Range): void => {
    scope.check.report({
      rule: 'traffic-policy-expression',
      inside,
      within: { start: start + offset, end: end + offset },
      code,
      ...mistake,
    });
  };
  const parsed = parseCel(text);
  if ('problem' in parsed) {
    report(parsed.problem);
    return undefined;
  }
  return inferType(parsed.ast, scope, report);
}
