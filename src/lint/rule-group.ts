import type { Severity } from '../model/diagnostic.ts';
import type { RuleText } from '../model/lint/rule.ts';
import type { PresetName, SeveritySetting } from '../model/workspace/settings.ts';
import type { CrossRule, DocumentRule, ReportedRule, ResourceRule, WorkspaceRule } from './rule.ts';

type Severities = Readonly<Record<PresetName, SeveritySetting>>;

/** On in every lint preset: for rules of the API, YAML syntax, broken references and identities. */
export function always(severity: Severity): Severities {
  return { minimal: severity, recommended: severity, strict: severity };
}

/** On in `recommended` and `strict`. */
export function recommended(severity: Severity): Severities {
  return { minimal: 'off', recommended: severity, strict: severity };
}

export function strictOnly(severity: Severity): Severities {
  return { minimal: 'off', recommended: 'off', strict: severity };
}

export const rising: Severities = { minimal: 'off', recommended: 'warn', strict: 'error' };

/** The facts that rules of a subject share. A rule may state a source of its own. */
type GroupText = Pick<RuleText, 'group' | 'source'>;

/** Rules by id, without what they share. */
type ById<Of extends RuleText> = Readonly<
  Record<string, Omit<Of, GroupFields> & Partial<Pick<Of, GroupFields & keyof Of>>>
>;

type GroupFields = 'scope' | 'id' | 'group' | 'source' | 'isMust' | 'fix' | 'by';

/** Few rules restate a rule of the API, and few have a fix. */
const usual = { isMust: false, fix: 'none' } as const;

export function resourceRules(
  shared: GroupText & Pick<ResourceRule, 'kinds' | 'fields'>,
  rules: ById<ResourceRule>,
): readonly ResourceRule[] {
  return Object.entries(rules).map(([id, rule]) => ({ id, ...usual, ...shared, ...rule, scope: 'resource' }));
}

export function crossRules(
  shared: GroupText & Pick<CrossRule, 'kinds'>,
  rules: ById<CrossRule>,
): readonly CrossRule[] {
  return Object.entries(rules).map(([id, rule]) => ({
    id,
    ...usual,
    ...shared,
    ...rule,
    scope: 'environment',
  }));
}

export function workspaceRules(shared: GroupText, rules: ById<WorkspaceRule>): readonly WorkspaceRule[] {
  return Object.entries(rules).map(([id, rule]) => ({
    id,
    ...usual,
    ...shared,
    ...rule,
    scope: 'workspace',
  }));
}

export function documentRules(shared: GroupText, rules: ById<DocumentRule>): readonly DocumentRule[] {
  return Object.entries(rules).map(([id, rule]) => ({ id, ...usual, ...shared, ...rule, scope: 'document' }));
}

/** Reported elsewhere: `by` says where. */
export function reportedRules(
  shared: GroupText & Pick<ReportedRule, 'by'>,
  rules: ById<ReportedRule>,
): readonly ReportedRule[] {
  return Object.entries(rules).map(([id, rule]) => ({ id, ...usual, ...shared, ...rule, scope: 'reported' }));
}
