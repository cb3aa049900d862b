import type { TrafficAction } from '../../kinds/policy/traffic-action.ts';
import type { Json, JsonObject, Path } from '../../model/value.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { hasValue, severityOfFact, type PolicyScope } from './policy-check.ts';
import { quoted } from '../../text/quoted.ts';
import type { SettingCondition, SettingRule } from '../../kinds/policy/setting-rule.ts';

/** Checks the rules over several settings of an action. */
export function checkSettingRules(
  values: JsonObject,
  action: TrafficAction,
  { scope, inside, meant }: Pick<RuledConfig, 'scope' | 'inside'> & { readonly meant: ReadonlySet<string> },
): void {
  const missing = new Set<string>();
  // A setting of the wrong name has a finding of its own.
  const rules = action.rules?.filter((rule) => !settingsOf(rule).some((name) => meant.has(name)));
  for (const rule of rules ?? []) checkRule(rule, { values, action, scope, inside, missing });
}

function settingsOf(rule: SettingRule): readonly string[] {
  switch (rule.rule) {
    case 'needs':
      return [rule.when.setting, ...rule.anyOf];
    case 'excludes':
      return [rule.when.setting, ...rule.without];
    case 'any-of':
      return rule.settings;
    case 'at-most':
      return [rule.low, rule.high];
    case 'reserved':
      return [rule.setting];
  }
}

/** The settings of an action, and the action. */
interface RuledConfig {
  readonly values: JsonObject;
  readonly action: TrafficAction;
  readonly scope: PolicyScope;
  readonly inside: Path;
  /** Settings that a rule has missed already. */
  readonly missing: Set<string>;
}

function checkRule(
  rule: SettingRule,
  { values, action: { type, settings }, scope, inside, missing }: RuledConfig,
): void {
  const facts = {
    code: rule.code,
    ...severityOfFact(rule.certainty),
  };
  const report = (path: Path, message: string, why?: string): void => {
    scope.check.report({
      rule: 'traffic-policy-setting-conflict',
      inside: path,
      message,
      why,
      ...facts,
    });
  };
  switch (rule.rule) {
    case 'needs': {
      if (rule.anyOf.some((name) => hasValue(values[name]))) return;
      const cause = causeOf(rule.when, values);
      if (cause === undefined || rule.anyOf.some((name) => missing.has(name))) return;
      rule.anyOf.forEach((name) => missing.add(name));
      const names = rule.anyOf.map(quoted).join(' or ');
      const isLack = rule.certainty === 'assumed' && rule.code === undefined;
      report(
        [...inside, rule.when.setting],
        isLack ? `${cause} without ${names} has no use` : `${cause} needs ${names}`,
        rule.why,
      );
      return;
    }
    case 'excludes': {
      if (!hasValue(values[rule.when.setting]) && rule.when.is === undefined) return;
      const cause = causeOf(rule.when, values, settings);
      const other = rule.without.find((name) => hasValue(values[name]) && values[name] !== '');
      if (cause !== undefined && other !== undefined)
        report([...inside, other], `${quoted(other)} cannot be used with ${cause}`, rule.why);
      return;
    }
    case 'any-of':
      if (!rule.settings.some((name) => hasValue(values[name])))
        report(inside, `${quoted(type)} needs ${rule.settings.map(quoted).join(' or ')}`, rule.why);
      return;
    case 'at-most': {
      const [low, high] = [values[rule.low], values[rule.high]].map(Number);
      if (low !== undefined && high !== undefined && low > high)
        report([...inside, rule.low], `${quoted(rule.low)} is above ${quoted(rule.high)}`);
      return;
    }
    case 'reserved':
      for (const [name, path] of namesIn(values[rule.setting])) {
        if (!rule.names.test(name)) continue;
        scope.check.report({
          rule: 'traffic-policy-setting-conflict',
          inside: [...inside, rule.setting, ...path],
          on: 'key',
          message: `${quoted(type)} cannot change the header ${quoted(name)}`,
          why: rule.why,
          ...facts,
        });
      }
  }
}

/** The reason why a condition is true, in words; undefined if it is not. A default counts where one is given. */
function causeOf(
  { setting, is: causes }: SettingCondition,
  values: JsonObject,
  defaults: TrafficAction['settings'] = {},
): string | undefined {
  const value = values[setting] ?? defaults[setting]?.default;
  if (!hasValue(value)) return undefined;
  if (causes === undefined) return quoted(setting);
  const found = causes.find((candidate) => candidate === value);
  if (found === undefined) return undefined;
  return typeof found === 'number' ? `\`${setting}: ${found}\`` : quoted(String(found));
}

function namesIn(value: Json | undefined): readonly (readonly [string, Path])[] {
  if (Array.isArray(value))
    return value.flatMap((item: Json, index) => (typeof item === 'string' ? [[item, [index]] as const] : []));
  return isJsonMap(value) ? Object.keys(value).map((name) => [name, [name]] as const) : [];
}
