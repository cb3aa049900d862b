import type { Setting } from '../../kinds/policy/setting.ts';
import type { Range } from '../../model/document.ts';
import { quoted } from '../../model/problem.ts';
import type { Path } from '../../model/value.ts';
import type { OutlineKey } from '../outline/outline-parts.ts';
import type { PolicyDraftText } from './policy-place.ts';
import { actionAt, policyPartAt } from './policy-part.ts';

/** A variable that a policy sets, with all places of its name in the phase, in the order of the text. */
export interface PolicyVariableName {
  readonly name: string;
  readonly at: Range;
  readonly declarations: readonly Range[];
  readonly uses: readonly Range[];
  /** The other variables of the phase. */
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

function declared(keys: readonly OutlineKey[], text: string): readonly NamePlace[] {
  return keys
    .filter(({ path }) => path[4] === 'config' && path.length === 8)
    .filter(({ path }) => actionAt(path.slice(0, 4), keys)?.changes === 'variables')
    .map(({ name, path: [phase], start }) => {
      const inQuotes = start + (text.startsWith(name, start) ? 0 : 1);
      return { name, phase, start: inQuotes, end: inQuotes + name.length, isDeclaration: true };
    });
}

const use = /(?<![\w.])vars(?:\.|\[["'])([A-Za-z_]\w*)/g;

function used(keys: readonly OutlineKey[], text: string): readonly NamePlace[] {
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
function isInExpression(key: OutlineKey, keys: readonly OutlineKey[], before: string): boolean {
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
