import type { Range as ClientRange } from 'vscode-languageserver';
import { isKindName, kindNames, kinds } from '../../kinds/index.ts';
import type { Range, Source } from '../../model/document.ts';
import type { RuleText } from '../../model/lint/rule-text.ts';
import type { Analysis, Engine } from '../engine.ts';
import { roleOf, type FileRole } from '../file-role.ts';
import { mentionAt } from '../mentions/mentions.ts';
import { nameWords } from './name-words.ts';
import type { OutlineKey } from '../outline/outline-parts.ts';
import { documentAround, textOutline } from '../outline/outline.ts';
import { clientRange } from '../protocol/positions.ts';
import { descriptionOf } from './schema-walk.ts';
import { policyAt, policyWords } from './policy-words.ts';
import { schemaOf } from './schema-of.ts';
import { specPath } from './spec-path.ts';
import { fieldWords, ruleWords } from './words-of-tables.ts';

interface Shown {
  readonly markdown: string;
  readonly range: ClientRange;
}

/** Describes the name, rule, policy, field or kind at an offset. */
export function hover(
  { workspace }: Analysis,
  { path, offset }: { readonly path: string; readonly offset: number },
  engine: Engine,
): Shown | undefined {
  const role = roleOf(workspace, path);
  const source = workspace.sources.get(path);
  if (role === undefined || source === undefined) return undefined;
  const mention = mentionAt(workspace, path, offset);
  if (mention !== undefined && mention.place.end > mention.place.start)
    return { markdown: nameWords(workspace, mention), range: clientRange(mention.place) };
  const rule = ruleAt(source, offset, engine.rules);
  if (rule !== undefined) return shown(source, rule.range, ruleWords(rule.rule));
  const policy = policyAt(source, offset, workspace.settings.policies);
  if (policy !== undefined) return shown(source, policy.range, policyWords(policy.policy));
  const { keys } = textOutline(source.text, documentAround(source.text, offset));
  const kindKey = keys.find(({ path: own, name }) => own.length === 1 && name === 'kind');
  const key = keys.find(({ start, end }) => start <= offset && offset <= end);
  if (key !== undefined) {
    const words = keyWords(key, kindKey?.value, role, engine);
    return words === undefined ? undefined : shown(source, key, words);
  }
  const kind = kindKey === undefined ? undefined : kindWords(kindKey);
  if (kindKey === undefined || kind === undefined || role !== 'resource') return undefined;
  const start = source.text.indexOf(kindKey.value, kindKey.end);
  const end = start + kindKey.value.length;
  return start <= offset && offset <= end ? shown(source, { start, end }, kind) : undefined;
}

function shown(source: Source, { start, end }: Range, markdown: string): Shown {
  return { markdown, range: clientRange({ source, start, end }) };
}

/** A rule id in a suppression comment, or anywhere in edgewright.yaml. */
function ruleAt(
  { text, path }: Source,
  offset: number,
  rules: readonly RuleText[],
): { readonly rule: RuleText; readonly range: Range } | undefined {
  const before = /[\w-]*$/.exec(text.slice(Math.max(0, offset - 100), offset))?.[0] ?? '';
  const start = offset - before.length;
  const end = offset + (/^[\w-]*/.exec(text.slice(offset, offset + 100))?.[0].length ?? 0);
  const rule = rules.find(({ id }) => id === text.slice(start, end));
  if (rule === undefined) return undefined;
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const isNamed = /#\s*edgewright-ignore\s[^:]*$/.test(line) || path === 'edgewright.yaml';
  return isNamed ? { rule, range: { start, end } } : undefined;
}

function kindWords({ value }: OutlineKey): string | undefined {
  return isKindName(value) ? fieldWords(value) : undefined;
}

/** The field tables describe most fields of a spec, the schema all others. */
function keyWords(
  { path }: OutlineKey,
  kind: string | undefined,
  role: FileRole,
  { schemas }: Engine,
): string | undefined {
  const inSpec = role === 'resource' ? specPath(path) : undefined;
  if (inSpec !== undefined && inSpec.length > 0) {
    const subject = isKindName(kind ?? '')
      ? kind
      : kindNames.find((name) => Object.hasOwn(kinds[name].fields, String(inSpec[0])));
    const words = fieldWords([subject, ...inSpec].join('.'));
    if (words !== undefined) return words;
  }
  const walk = schemaOf(schemas, role, kind);
  const words = descriptionOf(walk(path));
  return words === undefined ? undefined : `**${path.join('.')}**\n\n${words}`;
}
