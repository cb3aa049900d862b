import { membersOfVariable } from '../../derive/policy-language/language-names.ts';
import { policyFunctions, type PolicyFunctions } from '../../kinds/policy/functions.ts';
import { type MethodOwner, policyMacros, policyMethods } from '../../kinds/policy/methods.ts';
import type { PolicyVariable, VariableMap, VariableType } from '../../kinds/policy/variable.ts';

/** The methods that can follow a value. Of a value that only traffic decides, nothing is known. */
export function methodsOf(type: VariableType | undefined): PolicyFunctions {
  const owner = type === undefined ? undefined : ownerOf(type);
  return owner === undefined ? {} : policyMethods[owner];
}

/** The docs of the macros that can follow a value, by name: those of the items of a list, or the keys of a mapping. */
export function macrosOf(type: VariableType | undefined): Readonly<Record<string, string>> {
  const owner = type === undefined ? undefined : ownerOf(type);
  return owner === 'list' || owner === 'map' ? policyMacros : {};
}

function ownerOf(type: VariableType): MethodOwner | undefined {
  if (typeof type === 'object') {
    if ('list' in type) return 'list';
    if ('map' in type) return 'map';
    return type.isText === true ? 'string' : undefined;
  }
  return isOwner(type) ? type : undefined;
}

function isOwner(type: string): type is MethodOwner {
  return Object.hasOwn(policyMethods, type);
}

/** Deeper chains of calls than a person writes are left alone. */
const deepest = 16;

/** The type of the value at the end of an expression that is still being written: a name, a text, a call or an item. */
export function typeAtEnd(expression: string, roots: VariableMap, depth = 0): VariableType | undefined {
  const text = expression.trimEnd();
  if (depth > deepest) return undefined;
  if (/["']$/.test(text)) return 'string';
  if (text.endsWith(')') || text.endsWith(']')) {
    const open = openingOf(text);
    if (open === undefined) return undefined;
    const before = text.slice(0, open);
    return text.endsWith(')')
      ? resultOf(before, roots, depth)
      : (itemOf(typeAtEnd(before, roots, depth + 1)) ?? (isValue(before) ? undefined : { list: 'any' }));
  }
  const name = /(?<![\w.)\]])(?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*$/.exec(text)?.[0];
  return name === undefined ? undefined : variableAt(name.split('.'), roots)?.type;
}

function isValue(before: string): boolean {
  return /[\w)\]"']$/.test(before);
}

function itemOf(type: VariableType | undefined): VariableType | undefined {
  if (typeof type !== 'object') return undefined;
  if ('list' in type) return type.list;
  return 'map' in type ? type.map : undefined;
}

/** The result of a call, from the text before its parenthesis. */
function resultOf(before: string, roots: VariableMap, depth: number): VariableType | undefined {
  const name = /(?<![\w.)\]])(?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*$/.exec(before)?.[0];
  if (name !== undefined && Object.hasOwn(policyFunctions, name)) return policyFunctions[name]?.result;
  const [, owner = '', method = ''] = /^(.*)\.([A-Za-z_]\w*)$/s.exec(before) ?? [];
  const type = owner === '' ? undefined : typeAtEnd(owner, roots, depth + 1);
  const methods = methodsOf(type);
  if (Object.hasOwn(methods, method)) return methods[method]?.result;
  return type !== undefined && Object.hasOwn(macrosOf(type), method) ? macroResult(method, type) : undefined;
}

/** Of a mapping, `filter` sees the keys. */
function macroResult(macro: string, type: VariableType): VariableType {
  if (macro === 'sortBy') return type;
  if (macro === 'filter') return typeof type === 'object' && 'list' in type ? type : { list: 'string' };
  return macro === 'map' ? { list: 'any' } : 'bool';
}

function variableAt(names: readonly string[], roots: VariableMap): PolicyVariable | undefined {
  let members = roots;
  let found: PolicyVariable | undefined;
  for (const name of names) {
    found = Object.hasOwn(members, name) ? members[name] : undefined;
    if (found === undefined) return undefined;
    members = membersOfVariable(found);
  }
  return found;
}

/** The offset of the bracket that the last one of a text closes; brackets in quoted texts do not count. */
function openingOf(text: string): number | undefined {
  const open: number[] = [];
  let quote: string | undefined;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? '';
    if (letter === '\\') at++;
    else if (quote !== undefined) quote = letter === quote ? undefined : quote;
    else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === '(' || letter === '[') open.push(at);
    else if (letter === ')' || letter === ']') {
      const start = open.pop();
      if (at === text.length - 1) return start;
    }
  }
  return undefined;
}
