import { actionOf } from '../../kinds/policy/index.ts';
import { isPhaseName, policyPhases } from '../../kinds/policy/phases.ts';
import type { Range } from '../../model/document.ts';
import { completionContext } from '../completion/completion-context.ts';
import { unquoted } from '../outline/outline-parts.ts';
import { expressionNames } from './expression-names.ts';
import { openExpressionAt } from './open-expression.ts';
import type { PolicyDraftText } from './policy-place.ts';
import { partWords, policyPartAt } from './policy-part.ts';
import { actionDescription, settingDescription } from './setting-description.ts';

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

function keyWords(
  { keys }: PolicyDraftText,
  path: PolicyDraftText['keys'][number]['path'],
  name: string,
): string | undefined {
  if (path.length === 1) return isPhaseName(name) ? `**${name}**\n\n${policyPhases[name].doc}` : undefined;
  const part = policyPartAt(path, keys);
  const setting = part?.part === 'setting' ? part.setting : partOfRule(path.length, name);
  return setting === undefined ? undefined : settingDescription(name, setting);
}

function partOfRule(depth: number, name: string): (typeof partWords)[string] | undefined {
  return (depth === 3 || depth === 5) && Object.hasOwn(partWords, name) ? partWords[name] : undefined;
}

function typeHover({ keys }: PolicyDraftText, text: string, offset: number): PolicyHover | undefined {
  const key = keys.find(({ path, name, value, end }) => {
    const start = text.indexOf(value, end);
    return name === 'type' && path.length === 5 && start <= offset && offset <= start + value.length;
  });
  const type = key === undefined ? undefined : unquoted(key.value.trim());
  const action = type === undefined ? undefined : actionOf(type);
  if (key === undefined || type === undefined || action === undefined) return undefined;
  const start = text.indexOf(type, key.end);
  return { markdown: actionDescription(action), start, end: start + type.length };
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
  const found = expressionNames(word.owner, part.phase, draft.keys).find(({ name }) => name === label);
  if (found === undefined) return undefined;
  const full = [...word.owner, label].join('.');
  return { markdown: `**${full}${found.isFunction ? '()' : ''}**\n\n${found.doc}`, start: word.start, end };
}
