import { suggestions } from '../../text/suggest.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { DocumentNode, Place, Source } from '../../model/document.ts';
import type { Json } from '../../model/value.ts';
import type { Settings } from '../../model/workspace/settings.ts';
import { lineStart, nextLine } from '../../edit/lines.ts';
import { isIgnorable } from '../../model/lint/rule.ts';
import type { Rule } from '../rule.ts';
import type { CollectorFinding } from './finding-collector.ts';
import type { Levels } from './levels.ts';
import { entryWithKey, walk } from '../../derive/yaml/document-tree.ts';
import { placeOfComment, type Suppression, type Word } from './suppress/hide-suppressed.ts';
import { quoted } from '../../text/quoted.ts';
import { codeList } from '../../text/words/list-words.ts';
import type { Fix } from '../../model/fix.ts';
import { placeOf } from '../../derive/yaml/node-place.ts';

/** A finding about suppression comments, lint settings or the baseline. */
export type HygieneFinding = Pick<CollectorFinding, 'rule' | 'place' | 'message' | 'why' | 'help' | 'fix'>;

/** Must run after `hideSuppressed`, which counts the findings that each comment hides. */
export function* checkSuppressions(
  suppressions: Iterable<Suppression>,
  levels: Levels,
): Generator<HygieneFinding> {
  for (const suppression of suppressions) {
    const { words, reason } = suppression;
    const place = placeOfComment(suppression);
    if (words.length === 0) {
      yield { rule: 'unknown-suppression-rule', place, ...withoutRule(suppression, levels) };
      continue;
    }
    for (const word of words) yield* checkWord(suppression, word, levels);
    if (reason === undefined) {
      const help = `write \`# edgewright-ignore ${words.map(({ id }) => id).join(', ')}: why it is right here\``;
      const message = 'a suppression needs a reason, this one hides nothing';
      yield { rule: 'suppression-without-reason', place, message, help };
    } else yield* unused(suppression, levels);
  }
}

/** Words for `edgewright-ignore: rule-id reason`, and for a comment that names no rule at all. */
function withoutRule({ reason = '' }: Suppression, levels: Levels): Pick<HygieneFinding, 'message' | 'help'> {
  const [, id, why = ''] = /^\s*([\w/-]+)[\s:,]*(.*)$/s.exec(reason) ?? [];
  if (id === undefined || levels.rule(id) === undefined)
    return { message: 'this comment has no rule', help: 'write `# edgewright-ignore rule-id: reason`' };
  const text = why.length > 60 || /[`\n]/.test(why) ? '…' : why;
  return {
    message: 'the `:` belongs behind the rule',
    help: `write \`# edgewright-ignore ${id}: ${text === '' ? 'why it is right here' : text}\``,
  };
}

function* checkWord({ document }: Suppression, word: Word, levels: Levels): Generator<HygieneFinding> {
  const rule = levels.rule(word.id);
  const place = placeOf(document.source, word);
  if (rule === undefined) {
    const why = (meant: string): string =>
      `An unknown id suppresses nothing, so this comment does not hide what \`${meant}\` finds.`;
    yield unknownRule({ id: word.id, place }, levels.ids, why);
    return;
  }
  if (isIgnorable(rule) && word.refused === 0) return;
  const message = isIgnorable(rule)
    ? `\`${word.id}\` cannot be suppressed here: the file would be skipped`
    : `\`${word.id}\` cannot be suppressed`;
  yield { rule: 'suppression-not-allowed', place, message, help: 'fix what it finds' };
}

/** `whyOf` says what the typo means for the rule that was probably meant. */
function unknownRule(
  { id, place }: { readonly id: string; readonly place: Place },
  ids: readonly string[],
  whyOf: (meant: string) => string,
): HygieneFinding {
  const [meant] = suggestions(id, ids);
  const message = `unknown rule \`${id}\``;
  const help = '`edgewright rules` lists the rules';
  if (meant === undefined) return { rule: 'unknown-suppression-rule', place, message, help };
  return { rule: 'unknown-suppression-rule', place, message, why: whyOf(meant), fix: writing(meant, place) };
}

function writing(meant: string, place: Place): Fix {
  return { safety: 'unsafe', title: `write \`${meant}\``, edits: [{ ...place, text: meant }] };
}

/** Reports words that hide nothing. A disabled rule finds nothing, so its comments are not unused. */
function unused(suppression: Suppression, levels: Levels): readonly HygieneFinding[] {
  const { words, document } = suppression;
  const file = document.source.path;
  const isUnused = ({ id, hidden, refused }: Word): boolean => {
    const rule = levels.rule(id);
    return (
      hidden === 0 &&
      rule !== undefined &&
      refused === 0 &&
      isIgnorable(rule) &&
      levels.at(id, file, undefined) !== 'off'
    );
  };
  const idle = words.filter(isUnused);
  if (idle.length === 0) return [];
  const found = (place: Place, named: string, deletion: Pick<Fix, 'title' | 'edits'>): HygieneFinding => ({
    rule: 'unused-suppression',
    place,
    message: `unused suppression: ${named} nothing here`,
    fix: { safety: 'safe', ...deletion },
  });
  if (idle.length === words.length) {
    const named = `${codeList(idle.map(({ id }) => id))} ${idle.length === 1 ? 'reports' : 'report'}`;
    const edits = [{ ...withoutComment(suppression), text: '' }];
    return [found(placeOfComment(suppression), named, { title: 'delete the comment', edits })];
  }
  return words.flatMap((word, index) => {
    if (!isUnused(word)) return [];
    const edits = [{ ...withoutWord(suppression, word, index), text: '' }];
    const deletion = { title: `take \`${word.id}\` out`, edits };
    return [found(placeOf(document.source, word), `\`${word.id}\` reports`, deletion)];
  });
}

function withoutComment({ document, comment }: Suppression): Place {
  const { source } = document;
  const { text } = source;
  if (comment.ownLine)
    return { source, start: lineStart(text, comment.start), end: nextLine(text, comment.end) };
  const before = text.slice(0, comment.start).trimEnd().length;
  return { source, start: before, end: comment.end };
}

function withoutWord({ words, document }: Suppression, word: Word, index: number): Place {
  const next = words[index + 1];
  const before = words[index - 1];
  const start = next === undefined && before !== undefined ? before.end : word.start;
  return { source: document.source, start, end: next?.start ?? word.end };
}

/** An error that only a comment or a baseline entry hides that the base does not have. */
export function newSuppression({ rule, place }: Diagnostic, ref: string | undefined): HygieneFinding {
  const since = ref === undefined ? 'new' : `not in \`${ref}\``;
  return {
    rule: 'gate-loosened',
    place,
    message: `\`${rule}\` is an error here, and its suppression is ${since}`,
  };
}

/** A map of the settings from rule ids to what is set. */
interface RuleEntries {
  readonly ids: Iterable<string>;
  readonly path: readonly (string | number)[];
  readonly whyOf: (meant: string) => string;
}

/** Unknown rule ids and options in edgewright.yaml: a typo would silently change nothing. */
export function checkSettings({ lint, document }: Settings, levels: Levels): readonly HygieneFinding[] {
  const { root } = document;
  if (root === undefined) return [];
  const ofRules = (meant: string): string =>
    `This entry has no effect, so \`${meant}\` keeps its severity, \`${levels.at(meant, '', undefined)}\`.`;
  const ofOverride = (meant: string): string =>
    `This entry has no effect, so the override does not change \`${meant}\`.`;
  const paths: readonly RuleEntries[] = [
    { ids: lint.rules.keys(), path: ['lint', 'rules'], whyOf: ofRules },
    ...lint.overrides.map(({ rules }, index) => ({
      ids: rules.keys(),
      path: ['lint', 'overrides', index, 'rules'],
      whyOf: ofOverride,
    })),
  ];
  return paths.flatMap(({ ids, path, whyOf }) => {
    const { node, depth } = walk(root, path);
    if (node.type !== 'map' || depth < path.length) return [];
    return [...ids].flatMap((id) => {
      const entry = entryWithKey(node.entries, id);
      if (entry === undefined) return [];
      const rule = levels.rule(id);
      return rule === undefined
        ? [unknownRule({ id, place: placeOf(document.source, entry.key) }, levels.ids, whyOf)]
        : checkOptions(rule, entry.value, document.source);
    });
  });
}

function checkOptions(
  { id, options = {} }: Rule,
  setting: DocumentNode,
  source: Source,
): readonly HygieneFinding[] {
  const { node, depth } = walk(setting, ['options']);
  if (node.type !== 'map' || depth === 0) return [];
  const names = Object.keys(options);
  return node.entries.flatMap(({ key, value }): readonly HygieneFinding[] => {
    const name = String(key.value);
    const usual = options[name];
    if (usual === undefined) {
      const place = placeOf(source, key);
      const message = `\`${id}\` has no option \`${name}\``;
      const why = 'An unknown option has no effect, so the rule checks something else than intended.';
      const [meant] = suggestions(name, names);
      if (meant === undefined) {
        const help = names.length === 0 ? 'delete it' : `the options are ${names.map(quoted).join(', ')}`;
        return [{ rule: 'unknown-field', place, message, why, help }];
      }
      return [{ rule: 'unknown-field', place, message, why, fix: writing(meant, place) }];
    }
    if (isLike(value, usual)) return [];
    const type = Array.isArray(usual) ? 'a list of strings' : `a ${typeof usual}`;
    const message = `the option \`${name}\` of \`${id}\` must be ${type}`;
    const help = Array.isArray(usual)
      ? `write \`${name}: ["…"]\``
      : `write \`${name}: ${JSON.stringify(usual)}\``;
    return [{ rule: 'wrong-type', place: placeOf(source, value), message, help }];
  });
}

/** Whether the value of an option has the type of its default. */
function isLike(node: DocumentNode, usual: Json): boolean {
  if (Array.isArray(usual))
    return (
      node.type === 'list' &&
      node.items.every((item) => item.type === 'scalar' && typeof item.value === 'string')
    );
  return node.type === 'scalar' && typeof node.value === typeof usual;
}
