import { phaseNames, policyPhases, type PhaseName } from '../../kinds/policy/phases.ts';
import { actionKeys, partWords, ruleKeys } from '../../kinds/policy/policy-form.ts';
import type { Setting, SettingMap } from '../../kinds/policy/setting.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import type { Candidate } from '../completion/value-candidates.ts';
import type { Completion } from '../completion/completion.ts';
import { completionContext, type CompletionContext } from '../completion/completion-context.ts';
import {
  actionDescription,
  expressionNames,
  openExpressionAt,
  settingDescription,
  settingValues,
} from './policy-hover.ts';
import type { PolicyDraftText } from './policy-place.ts';
import { actionsOfPhase, policyPartAt, type PolicyPart } from './policy-variables.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

interface PolicyRequest {
  readonly text: string;
  readonly offset: number;
  readonly workspace: Workspace;
}

/** The completions in a traffic policy; undefined where others know more. */
export function policyCompletion(
  draft: PolicyDraftText,
  asked: PolicyRequest,
): readonly Completion[] | undefined {
  const context = completionContext(asked.text, asked.offset);
  if (context === undefined || context.at === 'rule' || context.at === 'expression') return undefined;
  const path = draft.within(context.path);
  const part = path && policyPartAt(path, draft.keys);
  if (path === undefined || part === undefined) return undefined;
  if (part.part === 'setting' && context.at !== 'key') {
    const names = inExpression(draft, asked, context, part);
    if (names !== undefined) return names;
  }
  const place = { start: context.start, end: context.end };
  // As in JSON: the colon comes behind the closing quote.
  const isQuoted = /["']/.test(asked.text[context.start - 1] ?? '');
  const keys = context.at === 'value' ? [] : keysOf(part);
  if (keys.length > 0)
    return keys
      .filter(({ label }) => !context.siblings.has(label))
      .map((key) => ({
        ...key,
        ...place,
        text: `${key.label}${context.hasColon || isQuoted ? '' : (key.text ?? ': ')}`,
      }));
  if (context.at === 'key') return [];
  return valuesOf(part, asked.workspace).map((value) => ({
    ...value,
    ...place,
    text: `${context.needsSpace ? ' ' : ''}${value.label}`,
  }));
}

/** The keys of a place; `text` is what follows a key. */
function keysOf(part: PolicyPart): readonly Candidate[] {
  switch (part.part) {
    case 'policy':
      return phaseNames.map((label) => ({
        label,
        type: 'module',
        text: ':',
        doc: policyPhases[label].doc,
      }));
    case 'rule':
      return ruleKeys.map((label) => settingKey(label, partWords[label]));
    case 'action':
      return actionKeys.map((label) => settingKey(label, partWords[label]));
    case 'config':
      return settingKeys(part.action.settings);
    case 'setting':
      return part.setting.type === 'object' ? settingKeys(part.setting.fields) : [];
    case 'type':
    case 'phase':
    case 'list':
      return [];
  }
}

/** Required settings come first. */
function settingKeys(settings: SettingMap): readonly Candidate[] {
  return Object.entries(settings)
    .filter(([, { deprecated }]) => deprecated === undefined)
    .sort(([, a], [, b]) => Number(a.required === undefined) - Number(b.required === undefined))
    .map(([name, setting]) => settingKey(name, setting));
}

function settingKey(label: string, setting: Setting | undefined): Candidate {
  if (setting === undefined) return { label, type: 'field' };
  const isBlock = ['list', 'map', 'object'].includes(setting.type) || label === 'config';
  return {
    label,
    type: 'field',
    text: isBlock ? ':' : ': ',
    ...withoutUndefined({ detail: setting.required === undefined ? undefined : 'required' }),
    doc: settingDescription(label, setting),
  };
}

function valuesOf(part: PolicyPart, { settings }: Workspace): readonly Candidate[] {
  if (part.part === 'setting') return settingValues(part.setting).map((label) => ({ label, type: 'value' }));
  if (part.part !== 'type') return [];
  const declaredActions = [...settings.trafficPolicy.actions].filter(([, { phases }]) =>
    phases.includes(part.phase),
  );
  return [
    ...actionsOfPhase(part.phase).map((action) => ({
      label: action.type,
      type: 'module' as const,
      detail: action.title,
      doc: actionDescription(action),
    })),
    ...declaredActions.map(([label]) => ({
      label,
      type: 'module' as const,
      detail: 'declared in edgewright.yaml',
    })),
  ];
}

function inExpression(
  draft: PolicyDraftText,
  { text, offset }: PolicyRequest,
  { start }: CompletionContext,
  { setting, phase }: { readonly setting: Setting; readonly phase: PhaseName },
): readonly Completion[] | undefined {
  const use = 'expressions' in setting ? setting.expressions : undefined;
  const word = use === undefined ? undefined : openExpressionAt(text, { start, offset }, use);
  if (word === undefined) return undefined;
  return expressionNames(word, phase, draft).map(({ name, doc, isFunction }) => ({
    label: name,
    type: isFunction ? 'module' : 'variable',
    start: word.start,
    end: word.end,
    text: isFunction && text[word.end] !== '(' ? `${name}(` : name,
    doc,
  }));
}
