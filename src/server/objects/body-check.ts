/**
 * The rules of lint that the API documents, run over the body of a request. Loaded with the first write: most runs with
 * the mock API only read.
 */
import { kindNames } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Finding, Options, ResourceRule, Rule, RuleContext } from '../../lint/rule.ts';
import { rules } from '../../lint/rules.ts';
import type { BodyCheck } from '../context.ts';
import type { Problem } from './body-problem.ts';

/** The check of bodies, with the webhook providers that need no secret. */
export function bodyCheck(withoutSecret: readonly string[]): BodyCheck {
  const options = new Map<string, Options>(rules.map((rule) => [rule.id, rule.options ?? {}]));
  options.set('webhook-secret-required', { without_secret: withoutSecret });
  const optionsOf = (id: string): Options => options.get(id) ?? {};
  const checks = new Map(
    kindNames.map((kind) => [
      kind,
      rules
        .filter((rule) => judges(rule, kind))
        .map((rule) => ({ rule, context: { ...context, options: optionsOf(rule.id), optionsOf } })),
    ]),
  );
  return (kind, body) => {
    const subject = { address: `${kind}/body`, kind, name: 'body', labels: {}, spec: body } as const;
    const problems: Problem[] = [];
    for (const { rule, context: ofRule } of checks.get(kind) ?? []) {
      if (rule.fields?.every((field) => body[field] === undefined) === true) continue;
      const report = ({ at, message, severity = 'error' }: Finding): void => {
        if (severity === 'error' && 'path' in at)
          problems.push({ path: at.path, message: `is invalid: ${message}` });
      };
      rule.check(subject, report, ofRule);
    }
    return problems;
  };
}

function judges(rule: Rule, kind: KindName): rule is ResourceRule {
  const isOfBodies = rule.isMust && rule.judgesBodies !== false && rule.scope === 'resource';
  return isOfBodies && rule.kinds?.includes(kind) !== false;
}

/** Nothing is known of a request but its body. */
const context: Omit<RuleContext, 'options' | 'optionsOf'> = {
  workspace: undefined,
  environment: '',
  ledger: undefined,
  others: [],
  base: undefined,
  hasPassed: () => false,
};
