import { docsAddress } from '../../derive/explain/docs-address.ts';
import type { Fact } from '../../derive/explain/explanation.ts';
import { policyPage } from '../../derive/policy-language/policy-address.ts';
import { membersOfVariable } from '../../derive/policy-language/language-names.ts';
import { actionFacts } from '../../derive/policy-language/action-facts.ts';
import { settingFacts } from '../../derive/policy-language/setting-facts.ts';
import { policyFunctions } from '../../kinds/policy/functions.ts';
import { actionOf, trafficActions } from '../../kinds/policy/index.ts';
import { isPhaseName, policyPhases, type PhaseName } from '../../kinds/policy/phases.ts';
import { partWords } from '../../kinds/policy/policy-form.ts';
import type { ExpressionUse, Setting } from '../../kinds/policy/setting.ts';
import type { TrafficAction } from '../../kinds/policy/traffic-action.ts';
import { anyVar, objectVar, type VariableMap } from '../../kinds/policy/variable.ts';
import { policyVariables } from '../../kinds/policy/variables.ts';
import { completionContext } from '../completion/completion-context.ts';
import { unquoted, type RoughKey } from '../rough-parse/rough-key.ts';
import { actionAt, namesSet, policyPartAt } from './policy-variables.ts';
import type { PolicyDraftText } from './policy-place.ts';
import { macrosOf, methodsOf, typeAtEnd } from './value-type.ts';
import type { Range } from '../../model/document.ts';
import type { Path } from '../../model/value.ts';

interface PolicyHover extends Range {
  readonly markdown: string;
}

/** Describes the phase, key, action, variable or function of a traffic policy at an offset. */
export function policyHover(draft: PolicyDraftText, text: string, offset: number): PolicyHover | undefined {
  const key = draft.keys.find(({ start, end }) => start <= offset && offset <= end);
  if (key !== undefined) {
    const { path, name, start, end } = key;
    const markdown = keyWords(draft, path, name);
    return markdown === undefined ? undefined : { markdown, start, end };
  }
  return typeHover(draft, text, offset) ?? nameHover(draft, text, offset);
}

function keyWords(draft: PolicyDraftText, path: Path, name: string): string | undefined {
  const page = [pageOf(draft, path)];
  if (path.length === 1)
    return isPhaseName(name) ? description(`**${name}**`, policyPhases[name].doc, page) : undefined;
  const part = policyPartAt(path, draft.keys);
  const setting = part?.part === 'setting' ? part.setting : partOfRule(path.length, name);
  return setting === undefined ? undefined : settingDescription(name, setting, page);
}

function partOfRule(depth: number, name: string): (typeof partWords)[string] | undefined {
  return (depth === 3 || depth === 5) && Object.hasOwn(partWords, name) ? partWords[name] : undefined;
}

/** Where the reference has the part of a policy at a path. */
function pageOf({ keys, docs }: PolicyDraftText, path: Path): Fact {
  const page = policyPage(path, (action) => actionAt(action, keys)?.type);
  return { label: 'page', text: docsAddress(docs, page) };
}

function typeHover(draft: PolicyDraftText, text: string, offset: number): PolicyHover | undefined {
  const { keys } = draft;
  const key = keys.find(({ path, name, value, end }) => {
    const start = text.indexOf(value, end);
    return (
      name === 'type' &&
      policyPartAt(path, keys)?.part === 'type' &&
      start <= offset &&
      offset <= start + value.length
    );
  });
  const type = key === undefined ? undefined : unquoted(key.value.trim());
  const action = type === undefined ? undefined : actionOf(type);
  if (key === undefined || type === undefined || action === undefined) return undefined;
  const start = text.indexOf(type, key.end);
  const markdown = actionDescription(action, [pageOf(draft, key.path)]);
  return { markdown, start, end: start + type.length };
}

function nameHover(draft: PolicyDraftText, text: string, offset: number): PolicyHover | undefined {
  const end = offset + (/^\w*/.exec(text.slice(offset))?.[0].length ?? 0);
  const context = completionContext(text, end);
  const path = context === undefined ? undefined : draft.within(context.path);
  const part = path && policyPartAt(path, draft.keys);
  if (context === undefined || part?.part !== 'setting') return undefined;
  const use = 'expressions' in part.setting ? part.setting.expressions : undefined;
  const word =
    use === undefined ? undefined : openExpressionAt(text, { start: context.start, offset: end }, use);
  if (word === undefined) return undefined;
  const label = text.slice(word.start, end);
  const found = expressionNames(word, part.phase, draft).find(({ name }) => name === label);
  if (found === undefined) return undefined;
  const isOwned = word.value === undefined || word.owner.length > 0;
  const full = isOwned ? [...word.owner, label].join('.') : label;
  return { markdown: `**${full}${found.isFunction ? '()' : ''}**\n\n${found.doc}`, start: word.start, end };
}

export function actionDescription(action: TrafficAction, more: readonly Fact[] = []): string {
  return description(`**${action.type}** (${action.title})`, action.doc, [...actionFacts(action), ...more]);
}

export function settingDescription(name: string, setting: Setting, more: readonly Fact[] = []): string {
  return description(`**${name}**`, setting.doc, [...settingFacts(setting), ...more]);
}

function description(heading: string, doc: string, facts: readonly Fact[]): string {
  return [heading, doc, facts.map(({ label, text }) => `- ${label}: ${text}`).join('\n')].join('\n\n');
}

/** The values that a setting is known to take. */
export function settingValues(setting: Setting): readonly string[] {
  switch (setting.type) {
    case 'boolean':
      return ['true', 'false'];
    case 'string':
      return setting.values ?? setting.knownValues ?? [];
    case 'int64':
    case 'float64':
      return (setting.values ?? []).map(String);
    case 'duration':
    case 'list':
    case 'map':
    case 'object':
    case 'any':
      return [];
  }
}

/** A name in an expression: the names before its last dot, and the range of what follows. */
interface OpenWord {
  /** Empty after a value that is not a name, too. */
  readonly owner: readonly string[];
  /** The expression before the dot; undefined for a first name. */
  readonly value: string | undefined;
  readonly start: number;
  readonly end: number;
}

/** The name that an offset is in or after, in a scalar that begins at `start`; undefined outside of expressions. */
export function openExpressionAt(
  text: string,
  { start, offset }: { readonly start: number; readonly offset: number },
  use: ExpressionUse,
): OpenWord | undefined {
  const typed = text.slice(start, offset);
  const open = typed.lastIndexOf('${');
  if (use === 'template' && (open === -1 || typed.includes('}', open))) return undefined;
  const expression = use === 'template' ? typed.slice(open + 2) : typed;
  if (isInText(expression)) return undefined;
  const dotted = /(?<![\w.)\]"'])(?:[A-Za-z_]\w*\.)*\w*$/.exec(expression)?.[0];
  const last = /\w*$/.exec(expression)?.[0] ?? '';
  const before = expression.slice(0, expression.length - last.length);
  if (dotted === undefined && !before.endsWith('.')) return undefined;
  const value = before.endsWith('.') ? before.slice(0, -1) : undefined;
  const owner = dotted?.split('.').slice(0, -1) ?? [];
  const end = offset + (/^\w*/.exec(text.slice(offset))?.[0].length ?? 0);
  return { owner, value, start: offset - last.length, end };
}

/** Whether the end of an expression is inside a quoted text. */
function isInText(expression: string): boolean {
  let quote: string | undefined;
  for (let at = 0; at < expression.length; at++) {
    const letter = expression[at];
    if (letter === '\\') at++;
    else if (quote === undefined && (letter === '"' || letter === "'")) quote = letter;
    else if (letter === quote) quote = undefined;
  }
  return quote !== undefined;
}

interface ExpressionName {
  readonly name: string;
  readonly doc: string;
  readonly isFunction: boolean;
}

/** The names that can follow a value: its members and methods; of none, the first names and the functions. */
export function expressionNames(
  { owner, value }: Pick<OpenWord, 'owner' | 'value'>,
  phase: PhaseName,
  { keys, services }: Pick<PolicyDraftText, 'keys' | 'services'>,
): readonly ExpressionName[] {
  const all = roots(phase, keys, owner[0] === 'actions' && owner.length > 1 ? owner.slice(1, 2) : services());
  const type = value === undefined ? undefined : typeAtEnd(value, all);
  const docs = Object.entries(methodsOf(type)).map(([name, { doc }]) => [name, doc] as const);
  const called = [...docs, ...Object.entries(macrosOf(type))].map(([name, doc]) => ({
    name,
    doc,
    isFunction: true,
  }));
  if (value !== undefined && owner.length === 0) return called;
  const members = owner.reduce<VariableMap>(
    (at, name) => (Object.hasOwn(at, name) && at[name] !== undefined ? membersOfVariable(at[name]) : {}),
    all,
  );
  const prefix = owner.length === 0 ? '' : `${owner.join('.')}.`;
  return [
    ...Object.entries(members).map(([name, { doc }]) => ({ name, doc, isFunction: false })),
    ...Object.entries(policyFunctions)
      .filter(([name, { phases }]) => name.startsWith(prefix) && phases?.includes(phase) !== false)
      .map(([name, { doc }]) => ({ name: name.slice(prefix.length), doc, isFunction: true })),
    ...called,
  ];
}

/**
 * All variables of a phase, with those that the policy sets, and below the name of the service the results of actions.
 */
function roots(phase: PhaseName, keys: readonly RoughKey[], services: readonly string[]): VariableMap {
  const set = Object.fromEntries(namesSet(keys).map((name) => [name, anyVar('Set by this policy.')]));
  const results = objectVar(
    'The results of actions.',
    Object.fromEntries(
      trafficActions.flatMap(({ results: actionResults, title }) =>
        actionResults === undefined
          ? []
          : [[actionResults.name, objectVar(`The results of: ${title}.`, actionResults.members)]],
      ),
    ),
  );
  const all: VariableMap = {
    ...policyVariables,
    vars: objectVar('The variables that the policy sets.', set),
    actions: objectVar(
      'The results of earlier actions.',
      Object.fromEntries(services.map((service) => [service, results])),
    ),
  };
  const known = new Set<string>(policyPhases[phase].variables);
  return Object.fromEntries(Object.entries(all).filter(([name]) => known.has(name)));
}
