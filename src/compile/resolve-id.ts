import { quoted } from '../model/problem.ts';
import { withArticle } from '../text/with-article.ts';
import { orDeclared } from '../text/declared-names.ts';
import { suggestions } from '../text/suggest.ts';
import type { Field, ReferenceTarget } from '../kinds/field.ts';
import { isKindName, kinds } from '../kinds/index.ts';
import { idPattern, nameables } from '../kinds/references.ts';
import type { ScalarNode } from '../model/document.ts';
import type { Path } from '../model/value.ts';
import { othersThat, reportHere, rewording, similarAt, type Evaluation } from './evaluation.ts';
import { isMeantByEnvironment } from './consequence.ts';

/** The id for a name if the field is a reference; otherwise the text itself. */
export function resolveId(
  evaluation: Evaluation,
  field: Field | undefined,
  node: ScalarNode,
  text: string,
  path: Path,
): string {
  const target = field?.type === 'string' ? field.refersTo : undefined;
  if (target === undefined) return text;
  // The rule of the field reports empty values.
  const isLacking = text === '' && typeof path.at(-1) === 'string';
  // Ids have no slash, names have one; neither has white space.
  if (!isLacking && (/\s/.test(text) || (!text.includes('/') && !idPattern.test(text)))) {
    const help = `write an id, or a name from \`ids:\`, such as \`${target}/main\``;
    const message =
      text === ''
        ? `an id of ${article(target)} is empty`
        : `${quoted(text)} is not an id of ${article(target)}`;
    reportHere(evaluation, 'id-format', { node, path }, message, { help });
    return text;
  }
  if (!text.includes('/')) return text;
  const named = evaluation.compilation.environment.ids.get(text);
  if (named === undefined) {
    reportUnknown(evaluation, node, text, target, path);
    return text;
  }
  if (named.target !== target) {
    const message = `${quoted(text)} is ${article(named.target)}, not ${article(target)}`;
    const related = [{ place: named.place, label: 'declared here' }];
    const own = `${target}${text.slice(text.indexOf('/'))}`;
    const meant = evaluation.compilation.environment.ids.has(own) ? own : undefined;
    const help = meant === undefined ? {} : { help: `write \`${meant}\`` };
    const mended = rewording(evaluation, node, { start: 0, end: text.length }, meant);
    reportHere(evaluation, wrongKind(target), { node, path }, message, { related, ...help, ...mended });
    return text;
  }
  evaluation.dependsOnEnvironment = true;
  evaluation.through.push({ path: [...path], what: text, place: named.place });
  return named.id;
}

function reportUnknown(
  evaluation: Evaluation,
  node: ScalarNode,
  text: string,
  target: ReferenceTarget,
  path: Path,
): void {
  const { environment } = evaluation.compilation;
  const { ids, name } = environment;
  const prefix = text.slice(0, text.indexOf('/'));
  if (isKindName(prefix)) {
    const message = `${quoted(text)} is ${withArticle(kinds[prefix].title)}, not ${article(target)}`;
    const help = `write its id, or a name from \`ids:\`, such as \`${target}/main\``;
    reportHere(evaluation, wrongKind(target), { node, path }, message, { help });
    return;
  }
  // A name known to another environment is not a typo, so no similar name is suggested.
  const elsewhere = othersThat(evaluation, (other) => other.ids.get(text)?.target === target);
  const [near] = elsewhere.length > 0 ? [] : suggestions(text, namesFor(ids, target));
  // The help adds a well-formed name as it is; otherwise it shows the form of names.
  const own = new RegExp(`^${target}/[A-Za-z0-9][A-Za-z0-9._-]{0,62}$`).test(text)
    ? text
    : `${target}/<name>`;
  const add = `add \`${own}: <id>\` to \`ids:\` of \`${name}\`, or write the id itself${
    elsewhere.length > 0 ? '' : orDeclared(namesFor(ids, target))
  }`;
  const help = near === undefined ? add : `write \`${near}\``;
  const message =
    elsewhere.length > 0
      ? `${quoted(text)} is declared for ${elsewhere.map((each) => `\`${each}\``).join(', ')}, not for \`${name}\``
      : `there is no ${nameables[target]?.title ?? target} ${quoted(text)}`;
  const mended = rewording(evaluation, node, { start: 0, end: text.length }, near);
  reportHere(evaluation, 'ref-dangling', { node, path }, message, {
    help,
    ...mended,
    ...similarAt(near === undefined ? undefined : ids.get(near)?.place),
    cause: `id ${text}`,
    ...(isMeantByEnvironment(environment, text) ? { isConsequence: true } : {}),
  });
}

const known = new WeakMap<Evaluation['compilation']['environment']['ids'], Map<string, readonly string[]>>();

/** Names in `ids` for one target; the same list object each time, so that it is indexed only once. */
function namesFor(
  ids: Evaluation['compilation']['environment']['ids'],
  target: ReferenceTarget,
): readonly string[] {
  const byTarget = known.get(ids) ?? new Map<string, readonly string[]>();
  known.set(ids, byTarget);
  const names =
    byTarget.get(target) ??
    [...ids.values()].filter((each) => each.target === target).map((each) => each.name);
  byTarget.set(target, names);
  return names;
}

/** A route with a TLS edge has a rule of its own. */
function wrongKind(target: ReferenceTarget): string {
  return target === 'https-edge' ? 'route-edge-kind' : 'ref-wrong-kind';
}

function article(target: ReferenceTarget): string {
  return withArticle(nameables[target]?.title ?? target);
}
