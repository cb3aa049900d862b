import { isActionInPlace } from '../../derive/policy/policy-actions.ts';
import { actionNames, actionOf, neverActions, otherActionNames } from '../../kinds/policy/index.ts';
import { actionKeys, otherRuleKeys, ruleKeys } from '../../kinds/policy/policy-form.ts';
import type { TrafficAction } from '../../kinds/policy/traffic-action.ts';
import { checkPartKeys, checkPlace, type FlowRule, reportShape } from './check-rule-shape.ts';
import {
  hasValue,
  valueWords,
  writing,
  type PolicyCheck,
  type SettingMistake,
  type PolicyScope,
} from './policy-check.ts';
import { checkPatterns } from './check-patterns.ts';
import { listWords } from './check-number.ts';
import { checkSettingRules } from './check-rules.ts';
import { checkConfigSettings } from './check-settings.ts';
import { checkConditions, type RuleCondition, withVariables } from './expressions/check-expressions.ts';
import type { Json, JsonObject, Path } from '../../model/value.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { nearestFirst, suggestions } from '../../text/suggest.ts';
import { quoted } from '../../text/quoted.ts';
import { otherActionKeys } from '../../kinds/policy/other-names.ts';
import { endsChain, type FlowAction } from './ends-chain.ts';

interface ReadRule {
  readonly rule: FlowRule;
  /** The variables that are set after it, and the actions that may have run. */
  readonly after: Pick<PolicyScope, 'vars' | 'ran'>;
}

/** Checks a rule; undefined if it cannot be read as one. */
export function readRule(rule: Json, inside: Path, scope: PolicyScope): ReadRule | undefined {
  const { check } = scope;
  if (!isJsonMap(rule)) {
    reportShape(check, inside, { message: `a rule must be a mapping, not ${valueWords(rule)}`, code: 2236 });
    return undefined;
  }
  if (isActionInPlace(rule)) {
    const { action, ...conditions } = actionInPlace(rule, inside, scope);
    return readActions([{ action, inside }], { inside, ...conditions }, scope);
  }
  const meant = checkPartKeys(
    { tree: rule, inside },
    { keys: ruleKeys, others: otherRuleKeys, owner: 'a rule' },
    check,
  );
  const conditions = readConditions(rule['expressions'], inside, scope);
  const isConditional = conditions.isConditional || meant.has('expressions');
  const { name } = rule;
  if (typeof name === 'object' && name !== null)
    reportShape(check, [...inside, 'name'], {
      message: `the \`name\` of a rule must be a string, not ${valueWords(name)}`,
      code: 2236,
    });
  const { actions } = rule;
  if (!hasValue(actions)) {
    if (!meant.has('actions')) reportShape(check, inside, { message: 'a rule has no `actions`', code: 2206 });
    return undefined;
  }
  if (!Array.isArray(actions)) {
    reportShape(check, [...inside, 'actions'], {
      message: `\`actions\` must be a list, not ${valueWords(actions)}`,
      code: 2236,
      help: listWords(actions),
    });
    return undefined;
  }
  if (actions.length === 0) {
    reportShape(check, [...inside, 'actions'], {
      message: '`actions` of a rule must have at least one action',
      code: 2206,
    });
    return undefined;
  }
  const list = (actions as readonly Json[]).map((action, index) => ({
    action,
    inside: [...inside, 'actions', index],
  }));
  return readActions(list, { inside, ...conditions, isConditional }, scope);
}

function readActions(
  list: readonly { readonly action: Json; readonly inside: Path }[],
  rule: Omit<FlowRule, 'actions'>,
  scope: PolicyScope,
): ReadRule {
  const actions: FlowAction[] = [];
  let { vars, ran } = scope;
  for (const { action, inside } of list) {
    const flowAction = readAction(action, inside, { ...scope, vars, ran });
    if (flowAction === undefined) continue;
    const isReached = rule.isNever !== true && !actions.some(endsChain);
    if (flowAction.action !== undefined && isReached) ran = new Set([...ran, flowAction.action]);
    actions.push(flowAction);
    if (flowAction.action?.changes === 'variables' && isJsonMap(flowAction.config)) {
      for (const value of Object.values(flowAction.config))
        for (const item of Array.isArray(value) ? (value as readonly Json[]) : [value])
          ({ vars } = withVariables(item, { ...scope, vars }));
    }
  }
  return { rule: { ...rule, actions }, after: { vars, ran } };
}

/** The action that a rule is, without the keys of a rule beside it, which are reported. With any, it may not run. */
function actionInPlace(
  rule: JsonObject,
  inside: Path,
  scope: PolicyScope,
): Conditions & { readonly action: JsonObject } {
  const conditions = readConditions(rule['expressions'], inside, scope);
  const { type, config } = rule;
  const word = `${typeof type === 'string' ? type : ''}${config === undefined ? '' : ', config: …'}`;
  const isOfRule = (key: string): boolean => ruleKeys.includes(key) || Object.hasOwn(otherRuleKeys, key);
  for (const key of Object.keys(rule).filter(isOfRule))
    scope.check.report({
      rule: 'traffic-policy-shape',
      inside: [...inside, key],
      on: 'key',
      message: `${quoted(key)} is not a key of an action`,
      why: 'Its meaning beside an action that is written instead of a rule is not documented: the action may run for all requests, or for none.',
      help: `write the action inside \`actions\`: ${quoted(`actions: [{ type: ${word} }]`)}`,
    });
  return {
    action: Object.fromEntries(Object.entries(rule).filter(([key]) => !isOfRule(key))),
    ...conditions,
    isConditional: Object.keys(rule).some((key) => !actionKeys.includes(key)),
  };
}

type Conditions = Pick<FlowRule, 'isConditional' | 'isNever'>;

function readConditions(value: Json | undefined, inside: Path, scope: PolicyScope): Conditions {
  if (!hasValue(value)) return { isConditional: false };
  const at = [...inside, 'expressions'];
  if (!Array.isArray(value)) {
    const message = `\`expressions\` must be a list, not ${valueWords(value)}`;
    reportShape(scope.check, at, {
      message,
      code: 2236,
      help: listWords(value),
      replace: typeof value === 'string' ? [value] : undefined,
    });
    return { isConditional: true };
  }
  const list = value as readonly Json[];
  const conditions: RuleCondition[] = [];
  list.forEach((condition, index) => {
    if (typeof condition === 'string') {
      if (!condition.includes('$(')) conditions.push({ text: condition, inside: [...at, index] });
    } else
      scope.check.report({
        rule: 'traffic-policy-shape',
        inside: [...at, index],
        message: `an expression must be a string, not ${valueWords(condition)}`,
        ...inQuotes(condition),
        code: 2236,
        severity: typeof condition === 'object' ? undefined : 'warn',
      });
  });
  const isExcluded = checkConditions(conditions, scope);
  return {
    isConditional: list.some((condition) => condition !== 'true' && condition !== true),
    ...(isExcluded || list.some((condition) => condition === 'false' || condition === false)
      ? { isNever: true }
      : {}),
  };
}

/** A scalar as the string that it was meant to be; what else YAML read of it is not known. */
function inQuotes(condition: Json): Pick<SettingMistake, 'help' | 'replace' | 'fixTitle'> {
  if (typeof condition === 'object') return { help: 'put the expression in quotes' };
  const text = String(condition);
  const help = `write ${quoted(JSON.stringify(text))}`;
  return { help, replace: text, fixTitle: help };
}

function readAction(tree: Json, inside: Path, scope: PolicyScope): FlowAction | undefined {
  const { check } = scope;
  if (!isJsonMap(tree)) {
    reportShape(check, inside, {
      message: `an action must be a mapping, not ${valueWords(tree)}`,
      code: 2236,
    });
    return undefined;
  }
  const { type } = tree;
  const action = typeof type === 'string' ? actionOf(type, check.ownActions) : undefined;
  const settings = Object.keys(action?.settings ?? {});
  const meant = checkPartKeys(
    { tree, inside },
    {
      keys: actionKeys,
      others: otherActionKeys,
      owner: 'an action',
      elsewhere: (key) => (settings.includes(key) ? 'write it inside `config`' : undefined),
    },
    check,
  );
  if (typeof type !== 'string') {
    if (hasValue(type))
      reportShape(check, [...inside, 'type'], {
        message: `the \`type\` of an action must be a string, not ${valueWords(type)}`,
        code: 2236,
      });
    else if (!meant.has('type'))
      reportShape(check, inside, { message: 'an action has no `type`', code: 2201 });
    return undefined;
  }
  const found: FlowAction = { inside, type, action, config: withMisplaced(tree, settings) };
  if (action === undefined) {
    reportAction(type, [...inside, 'type'], check);
    const meant = meantAction(type, check);
    // The rest is checked as if the name were right.
    return {
      ...found,
      action: meant === undefined ? undefined : actionOf(meant, check.ownActions),
      isGuess: true,
    };
  }
  if (!checkPlace({ type, action, inside }, scope)) return found;
  const isMisplaced = Object.keys(tree).some((key) => settings.includes(key) && !actionKeys.includes(key));
  if (!check.ownActions.has(type))
    checkConfig(tree, action, { scope, inside, isRenamed: meant.has('config') || isMisplaced });
  return found;
}

/** The settings of an action, with those that are beside `config`. */
function withMisplaced(tree: JsonObject, settings: readonly string[]): Json | undefined {
  const { config } = tree;
  const misplaced = Object.entries(tree).filter(([key]) => settings.includes(key) && key !== 'config');
  if (misplaced.length === 0) return config;
  return { ...(isJsonMap(config) ? config : {}), ...Object.fromEntries(misplaced) };
}

function checkConfig(
  tree: JsonObject,
  action: TrafficAction,
  {
    scope,
    inside,
    isRenamed,
  }: { readonly scope: PolicyScope; readonly inside: Path; readonly isRenamed: boolean },
): void {
  const config = tree['config'] ?? null;
  const at = [...inside, 'config'];
  const what = quoted(action.type);
  if (config === null || config === '') {
    if (isRenamed) return;
    const lacksConfig = Object.hasOwn(tree, 'config') ? undefined : inside;
    const place = { scope, action, inside: [...inside, 'type'], what, lacksConfig };
    const meant = checkConfigSettings({}, action.settings, place);
    checkSettingRules({}, action, { ...place, meant });
    return;
  }
  if (!isJsonMap(config)) {
    reportShape(scope.check, at, {
      message: `the \`config\` of ${what} must be a mapping, not ${valueWords(config)}`,
      code: 2203,
    });
    return;
  }
  const meant = checkConfigSettings(config, action.settings, { scope, action, inside: at, what });
  checkSettingRules(config, action, { scope, inside: at, meant });
  checkPatterns({ tree: config, inside: at }, action, scope.check);
}

/** The action that a wrong name probably means. */
function meantAction(type: string, { ownActions }: PolicyCheck): string | undefined {
  return otherActionNames.get(type) ?? suggestions(type, [...actionNames, ...ownActions.keys()])[0];
}

function ownAction(meant: string): string {
  return `write \`${meant}\`, or declare it in \`policy.actions\` of edgewright.yaml`;
}

/** Reports an action that the tables lack. A name that is known to be wrong is an error, another one may be new. */
function reportAction(type: string, inside: Path, check: PolicyCheck): void {
  const { ownActions, report } = check;
  const names = [...actionNames, ...ownActions.keys()];
  const instead = neverActions[type];
  const meant = meantAction(type, check);
  const other = otherActionNames.get(type);
  const [nearest = ''] = nearestFirst(type, names);
  report({
    rule: 'traffic-policy-vocabulary',
    inside,
    message:
      other === undefined
        ? `unknown action ${quoted(type)} in the traffic policy`
        : `${quoted(type)} is not an action: it is called ${quoted(other)}`,
    ...(instead !== undefined
      ? { help: instead }
      : other !== undefined
        ? writing(other)
        : meant === undefined
          ? {
              help: `the nearest is \`${nearest}\`; declare an action of your own in \`policy.actions\` of edgewright.yaml`,
            }
          : { replace: meant, help: ownAction(meant), fixTitle: ownAction(meant) }),
    word: type,
    code: 2201,
    severity: meant === undefined && instead === undefined ? 'warn' : undefined,
  });
}
