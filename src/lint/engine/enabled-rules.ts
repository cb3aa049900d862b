import type { KindName } from '../../kinds/kind.ts';
import { kindNames } from '../../kinds/index.ts';
import type { Spec } from '../../model/value.ts';
import { addTo } from '../../text/lists/group-by.ts';
import type { Levels } from './levels.ts';
import type { CrossRule, DocumentRule, ResourceRule, Rule, WorkspaceRule } from '../rule.ts';

/** The enabled rules by scope. */
export interface RuleIndex {
  readonly documents: readonly DocumentRule[];
  readonly workspace: readonly WorkspaceRule[];
  readonly environment: readonly CrossRule[];
  readonly resource: ReadonlyMap<KindName, ResourceRules>;
}

/** The rules of one kind: those that always run, and those that run only if one of their fields is set. */
export interface ResourceRules {
  readonly always: readonly ResourceRule[];
  readonly byField: ReadonlyMap<string, readonly ResourceRule[]>;
}

export function indexRules(rules: readonly Rule[], levels: Levels): RuleIndex {
  const on = rules.filter((rule) => levels.isOn(rule));
  const resource = on.filter((rule) => rule.scope === 'resource');
  return {
    documents: on.filter((rule) => rule.scope === 'document'),
    workspace: on.filter((rule) => rule.scope === 'workspace'),
    environment: on.filter((rule) => rule.scope === 'environment'),
    resource: new Map(kindNames.map((kind) => [kind, rulesOf(kind, resource)])),
  };
}

function rulesOf(kind: KindName, rules: readonly ResourceRule[]): ResourceRules {
  const always: ResourceRule[] = [];
  const byField = new Map<string, ResourceRule[]>();
  for (const rule of rules) {
    if (rule.kinds !== undefined && !rule.kinds.includes(kind)) continue;
    if (rule.fields === undefined) always.push(rule);
    for (const field of rule.fields ?? []) addTo(byField, field, rule);
  }
  return { always, byField };
}

/** Whether this is the first set field of a rule with several fields, so that the rule runs once per resource. */
export function isFirstField({ fields }: ResourceRule, spec: Spec, field: string): boolean {
  if (fields === undefined || fields.length === 1) return true;
  for (const name of fields) if (spec[name] !== undefined) return name === field;
  return false;
}
