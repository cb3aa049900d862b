import { policyRefusals } from '../../kinds/policy/policy-refusals.ts';
import type { ActionRole, ChainEnd, TrafficAction } from '../../kinds/policy/traffic-action.ts';
import type { Fact } from '../explain/explanation.ts';
import { asCode } from '../../text/quoted.ts';
import type { SettingCondition, SettingRule } from '../../kinds/policy/setting-rule.ts';
import { codeList } from '../../text/words/list-words.ts';

/** The facts of the table on an action, without its settings. */
export function actionFacts(action: TrafficAction): readonly Fact[] {
  const { phases, protocols, role, ends, results, oneOf, status, formerNames } = action;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['phases', codeList(phases)],
    ['protocols', protocols && codeList(protocols)],
    ['role', roleWords[role]],
    ['ends', chainEndWords[ends]],
    ['refuses', refusalInWords(action)],
    [
      'results',
      results && `\`actions.<service>.${results.name}\`: ${codeList(Object.keys(results.members))}`,
    ],
    ['once', oneOf && 'a policy can have one of its kind'],
    ['status', status && statusWords[status]],
    ['former names', formerNames && codeList(formerNames)],
    ['errors', errorsInWords(action)],
  ];
  return facts.flatMap(([label, text]) => (text === undefined ? [] : [{ label, text }]));
}

function refusalInWords({ refusal, effect }: TrafficAction): string | undefined {
  if (refusal === undefined) return undefined;
  return effect === 'check-token'
    ? `with status ${refusal} where the token is missing; the status of other refusals is not documented`
    : `with status ${refusal}`;
}

/** The conditions on several settings of an action, each a sentence. */
export function settingRulesInWords({ rules = [] }: TrafficAction): readonly string[] {
  return rules.map(ruleInWords);
}

function ruleInWords(rule: SettingRule): string {
  switch (rule.rule) {
    case 'needs':
      return `${conditionInWords(rule.when)} needs ${codeList(rule.anyOf, ' or ')}. ${rule.why}`;
    case 'excludes':
      return `${conditionInWords(rule.when)} cannot be used with ${codeList(rule.without, ' or ')}. ${rule.why}`;
    case 'any-of':
      return `One of ${codeList(rule.settings)} is needed. ${rule.why}`;
    case 'at-most':
      return `\`${rule.low}\` cannot be above \`${rule.high}\`.`;
    case 'reserved':
      return `Some names cannot be used in \`${rule.setting}\`. ${rule.why}`;
  }
}

function conditionInWords({ setting, is: values }: SettingCondition): string {
  return values === undefined
    ? asCode(setting)
    : `${asCode(setting)} with the value ${codeList(values.map(String), ' or ')}`;
}

function errorsInWords({ refusals }: TrafficAction): string | undefined {
  if (refusals.length === 0) return undefined;
  const known = refusals.map((number) => `${number} ${policyRefusals[number] ?? ''}`.trimEnd());
  return known.join('; ');
}

const roleWords: Readonly<Record<ActionRole, string>> = {
  terminates: 'answers the request',
  guards: 'decides who may pass; making it weaker is an exposure and needs an approval',
  limits: 'refuses what is too much; making it weaker is an exposure and needs an approval',
  shapes: 'changes the request, the response or the data of the policy',
  observes: 'records, and changes nothing',
  calls: 'calls another service',
};

const chainEndWords: Readonly<Record<ChainEnd, string>> = {
  always: 'always: no action runs after it',
  'unless-continue': 'always, unless `on_error` is `continue`',
  'when-url-changes': 'when it changes the URL',
  'on-refusal': 'when it refuses',
  'on-error': 'when it fails',
  never: 'never: the next action runs',
};

const statusWords = {
  deprecated: 'deprecated: accepted, but gone from the reference',
  announced: 'announced: not generally available',
} as const;
