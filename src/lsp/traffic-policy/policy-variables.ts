import { actionOf, trafficActions } from '../../kinds/policy/index.ts';
import { isPhaseName, type PhaseName } from '../../kinds/policy/phases.ts';
import { partWords } from '../../kinds/policy/policy-form.ts';
import type { Setting, SettingMap } from '../../kinds/policy/setting.ts';
import type { TrafficAction } from '../../kinds/policy/traffic-action.ts';
import { unquoted, type RoughKey } from '../rough-parse/rough-key.ts';
import type { PolicyDraftText } from './policy-place.ts';
import type { Range } from '../../model/document.ts';
import type { Path } from '../../model/value.ts';
import { quoted } from '../../text/quoted.ts';

/** A variable that a policy sets, with all places of its name in the phase, in the order of the text. */
export interface PolicyVariableName {
  readonly name: string;
  readonly at: Range;
  readonly declarations: readonly Range[];
  readonly uses: readonly Range[];
  readonly others: readonly string[];
}

interface NamePlace extends Range {
  readonly name: string;
  readonly phase: Path[number] | undefined;
  readonly isDeclaration: boolean;
}

/** The variable at an offset, where it is set or where an expression uses it; a phase has its own variables. */
export function policyVariableAt(
  { keys }: PolicyDraftText,
  text: string,
  offset: number,
): PolicyVariableName | undefined {
  const places = [...declared(keys, text), ...used(keys, text)];
  const at = places.find(({ start, end }) => start <= offset && offset <= end);
  if (at === undefined) return undefined;
  const inPhase = places.filter(({ phase }) => phase === at.phase);
  const same = inPhase.filter(({ name }) => name === at.name);
  const declarations = same.filter(({ isDeclaration }) => isDeclaration);
  if (declarations.length === 0) return undefined;
  const others = inPhase.flatMap(({ name, isDeclaration }) =>
    isDeclaration && name !== at.name ? [name] : [],
  );
  return {
    name: at.name,
    at,
    declarations,
    uses: same.filter(({ isDeclaration }) => !isDeclaration),
    others,
  };
}

/** Why a variable cannot have a name. */
export function variableNameProblem({ others }: PolicyVariableName, newName: string): string | undefined {
  if (!/^[A-Za-z_]\w*$/.test(newName))
    return `${quoted(newName)} is not a name of a variable: letters, digits and \`_\`, beginning with a letter`;
  return others.includes(newName) ? `there is ${quoted(newName)} already` : undefined;
}

function declared(keys: readonly RoughKey[], text: string): readonly NamePlace[] {
  return keysOfVariables(keys).map(({ name, path: [phase], start }) => {
    const inQuotes = start + (text.startsWith(name, start) ? 0 : 1);
    return { name, phase, start: inQuotes, end: inQuotes + name.length, isDeclaration: true };
  });
}

/** The keys that name the variables which actions set. */
function keysOfVariables(keys: readonly RoughKey[]): readonly RoughKey[] {
  return keys
    .filter(({ path }) => inActions(path)[4] === 'config' && inActions(path).length === 8)
    .filter(({ path }) => actionAt(path.slice(0, path.indexOf('config')), keys)?.changes === 'variables');
}

const use = /(?<![\w.])vars(?:\.|\[["'])([A-Za-z_]\w*)/g;

function used(keys: readonly RoughKey[], text: string): readonly NamePlace[] {
  const sorted = [...keys].sort((a, b) => a.start - b.start);
  const found: NamePlace[] = [];
  let index = -1;
  for (const match of text.matchAll(use)) {
    const [whole, name = ''] = match;
    while ((sorted[index + 1]?.end ?? Infinity) <= match.index) index++;
    const key = sorted[index];
    if (key === undefined || !isInExpression(key, keys, text.slice(key.end, match.index))) continue;
    const end = match.index + whole.length;
    found.push({ name, phase: key.path[0], start: end - name.length, end, isDeclaration: false });
  }
  return found;
}

/** Whether the text after a key ends inside an expression. */
function isInExpression(key: RoughKey, keys: readonly RoughKey[], before: string): boolean {
  const part = policyPartAt(key.path, keys);
  if (part?.part !== 'setting' || /(?:^|\s)#[^\n]*$/.test(before)) return false;
  const how = expressionUse(part.setting);
  return how === 'whole' || (how === 'template' && before.lastIndexOf('${') > before.lastIndexOf('}'));
}

function expressionUse(setting: Setting): 'template' | 'whole' | undefined {
  if (setting.type === 'list') return expressionUse(setting.items);
  if (setting.type === 'map') return expressionUse(setting.values);
  return 'expressions' in setting ? setting.expressions : undefined;
}

/** The meaning of a place in a policy. */
export type PolicyPart =
  | { readonly part: 'policy' }
  | { readonly part: 'rule' | 'action' | 'type'; readonly phase: PhaseName }
  | { readonly part: 'phase' | 'list'; readonly phase: PhaseName }
  | { readonly part: 'setting'; readonly phase: PhaseName; readonly setting: Setting }
  | { readonly part: 'config'; readonly phase: PhaseName; readonly action: TrafficAction };

/** The part of a policy at a path; undefined for a path that the language does not have. */
export function policyPartAt(path: Path, keys: readonly RoughKey[]): PolicyPart | undefined {
  const [phase, rule, key, item, inAction, ...inConfig] = inActions(path);
  if (phase === undefined) return { part: 'policy' };
  if (typeof phase !== 'string' || !isPhaseName(phase)) return undefined;
  if (rule === undefined) return { part: 'phase', phase };
  if (key === undefined) return { part: 'rule', phase };
  if (key !== 'actions') {
    const setting = typeof key === 'string' ? settingAt(partWords, [key, ...path.slice(3)]) : undefined;
    return setting && { part: 'setting', phase, setting };
  }
  if (item === undefined) return { part: 'list', phase };
  if (inAction === undefined) return { part: 'action', phase };
  if (inAction === 'type') return { part: 'type', phase };
  const action = inAction === 'config' ? actionAt(path.slice(0, path.indexOf('config')), keys) : undefined;
  if (action === undefined) return undefined;
  if (inConfig.length === 0) return { part: 'config', phase, action };
  const setting = settingAt(action.settings, inConfig);
  return setting && { part: 'setting', phase, setting };
}

/** The same path for an action that is written instead of a rule as for the only one of a rule. */
function inActions(path: Path): Path {
  const [phase, rule, key, ...rest] = path;
  if (phase === undefined || rule === undefined || (key !== 'type' && key !== 'config')) return path;
  return [phase, rule, 'actions', 0, key, ...rest];
}

/** The action at a path, by the `type` beside its settings. */
export function actionAt(path: Path, keys: readonly RoughKey[]): TrafficAction | undefined {
  const type = keys.find((key) => key.name === 'type' && isBelow(key.path, path))?.value;
  return type === undefined ? undefined : actionOf(unquoted(type.replace(/\s+#.*$/, '').trim()));
}

function isBelow(path: Path, parent: Path): boolean {
  return path.length === parent.length + 1 && parent.every((part, index) => part === path[index]);
}

function settingAt(settings: SettingMap, [name, ...rest]: Path): Setting | undefined {
  if (typeof name !== 'string' || !Object.hasOwn(settings, name)) return undefined;
  let at: Setting | undefined = settings[name];
  for (const [index, part] of rest.entries()) {
    if (at?.type === 'object') return settingAt(at.fields, rest.slice(index));
    if (at?.type === 'list') at = typeof part === 'number' ? at.items : undefined;
    else if (at?.type === 'map') at = at.values;
    else return undefined;
  }
  return at;
}

export function actionsOfPhase(phase: PhaseName): readonly TrafficAction[] {
  return trafficActions.filter(({ phases, status }) => status === undefined && phases.includes(phase));
}

export function namesSet(keys: readonly RoughKey[]): readonly string[] {
  return [...new Set(keysOfVariables(keys).map(({ name }) => name))];
}
