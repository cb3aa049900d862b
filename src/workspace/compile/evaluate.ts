/**
 * Evaluates a node as a field of the kind tables: expressions replaced, id names resolved, secrets as references,
 * traffic policies as JSON text. Failures are reported and leave the text as written, so that no value seems to be
 * missing. A value of the wrong type is unchanged: the shape check reports it at the same place.
 */
import { groupBy } from '../../text/items-by.ts';
import { rememberEach } from '../../text/remember-last.ts';
import { isMeantByEnvironment } from './consequence.ts';
import { othersThat, reportHere, rewording, similarAt, spend, type Evaluation } from './evaluation.ts';
import { evaluatedPolicy, hidden, secretValue } from './compile-policy.ts';
import { readText } from './read-text.ts';
import { fieldsOf, itemField } from '../../derive/forms/fields.ts';
import type { Field, ReferenceTarget } from '../../kinds/field.ts';
import { isKindName, kinds } from '../../kinds/index.ts';
import { idPattern, nameables } from '../../kinds/references.ts';
import type { DocumentNode, MapNode, ScalarNode } from '../../model/document.ts';
import type { Path, Value } from '../../model/value.ts';
import { orDeclared } from '../../text/declared-names.ts';
import { suggestions } from '../../text/suggest.ts';
import { missingComma, withArticle } from '../../text/wording.ts';
import { hasExpression } from '../syntax.ts';
import { quoted, codeList } from '../../text/quoted.ts';
import { withoutUndefined } from '../../text/json/json-access.ts';

type MutablePath = (string | number)[];

/** The prototype of maps with keys of any name. An object without any takes five times the memory. */
const empty = Object.freeze(Object.create(null) as object);

/** Undefined for a null: nothing is sent. `path` changes with the walk; what keeps it copies it. */
export function evaluate(
  evaluation: Evaluation,
  field: Field | undefined,
  node: DocumentNode,
  path: MutablePath,
): Value | undefined {
  switch (node.type) {
    case 'map': {
      const isPolicy = field?.type === 'string' && field.form === 'traffic-policy';
      return isPolicy ? evaluatedPolicy(evaluation, node, path) : evaluateMap(evaluation, field, node, path);
    }
    case 'list': {
      const item = field?.type === 'list' ? itemField(field) : undefined;
      return node.items.map((itemNode, index) => {
        path.push(index);
        const value = evaluate(evaluation, item, itemNode, path);
        path.pop();
        // A null in a list stays, since dropping it would shift the following items.
        return value ?? null;
      });
    }
    case 'scalar':
      return evaluateScalar(evaluation, field, node, path);
  }
}

function evaluateMap(
  evaluation: Evaluation,
  field: Field | undefined,
  node: MapNode,
  path: MutablePath,
): Value {
  const inner = field === undefined ? undefined : fieldsOf(field);
  const item = field?.type === 'map' ? itemField(field) : undefined;
  // Field names of the tables are safe keys for a plain object, which is smaller and faster; other keys are not.
  const isSafe = inner !== undefined && node.entries.every(({ key }) => Object.hasOwn(inner, keyText(key)));
  const values = (isSafe ? {} : Object.create(empty)) as Record<string, Value>;
  for (const { key, value } of node.entries) {
    const name = keyText(key);
    const child = inner === undefined ? item : Object.hasOwn(inner, name) ? inner[name] : undefined;
    const isOfVariable = evaluation.variableAt !== undefined;
    if (child?.readOnly === true && !isOfVariable) continue;
    path.push(name);
    const evaluated = evaluate(evaluation, child, value, path);
    path.pop();
    if (evaluated !== undefined) values[name] = evaluated;
    // The shape check reports a null in the file itself; one from a variable is visible only in the value.
    else if (isOfVariable) values[name] = null;
  }
  return values;
}

function keyText({ value }: ScalarNode): string {
  return typeof value === 'string' ? value : String(value);
}

function evaluateScalar(
  evaluation: Evaluation,
  field: Field | undefined,
  node: ScalarNode,
  path: MutablePath,
): Value | undefined {
  const { value } = node;
  if (evaluation.variableAt !== undefined && !spend(evaluation, evaluation.variableAt, path, { values: 1 }))
    return undefined;
  if (value === null) return field?.type === 'string' && field.nullable === true ? null : undefined;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'string') return value;
  if (evaluation.variableAt === undefined && hasExpression(value))
    return evaluateText(evaluation, field, node, value, path);
  return finished(evaluation, field, node, value, path);
}

function evaluateText(
  evaluation: Evaluation,
  field: Field | undefined,
  node: ScalarNode,
  text: string,
  path: MutablePath,
): Value | undefined {
  const meaning = readText(evaluation, node, text, path);
  switch (meaning.type) {
    case 'failed':
      return hidden(field, text);
    case 'text':
      return finished(evaluation, field, node, meaning.text, path);
    case 'secret':
      return secretValue(evaluation, field, node, meaning, path);
    case 'variable': {
      evaluation.variableAt = node;
      const value = evaluate(evaluation, field, meaning.variable.node, path);
      evaluation.variableAt = undefined;
      return value;
    }
  }
}

function finished(
  evaluation: Evaluation,
  field: Field | undefined,
  node: ScalarNode,
  text: string,
  path: Path,
): Value {
  return hidden(field, resolveId(evaluation, field, node, text, path));
}

/** The id for a name if the field is a reference; otherwise the text itself. */
function resolveId(
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
    const isWord = (word: string): boolean => /^[a-z-]+[/_][\w-]+$/.test(word);
    const help =
      (typeof path.at(-1) === 'number' ? missingComma(text, isWord) : undefined) ??
      `write an id, or a name from \`ids:\`, such as \`${target}/main\``;
    const message =
      text === ''
        ? `an id of ${article(target)} is empty`
        : `${quoted(text)} is not an id of ${article(target)}`;
    reportHere(evaluation, 'id-format', { node, path }, message, { help });
    return text;
  }
  if (!text.includes('/')) {
    reportBareName(evaluation, node, text, target, path);
    return text;
  }
  const named = evaluation.compilation.environment.ids.get(text);
  if (named === undefined) {
    reportUnknown(evaluation, node, text, target, path);
    return text;
  }
  if (named.target !== target) {
    const message = `${quoted(text)} is ${article(named.target)}, not ${article(target)}`;
    const related = [{ place: named.place, label: 'declared here' }];
    const reference = `${target}${text.slice(text.indexOf('/'))}`;
    const meant = evaluation.compilation.environment.ids.has(reference) ? reference : undefined;
    const help = withoutUndefined({ help: meant === undefined ? undefined : `write \`${meant}\`` });
    const mended = rewording(evaluation, node, { start: 0, end: text.length }, meant);
    reportHere(evaluation, wrongKind(target), { node, path }, message, { related, ...help, ...mended });
    return text;
  }
  evaluation.dependsOnEnvironment = true;
  evaluation.through.push({ path: [...path], what: text, place: named.place });
  return named.id;
}

/** A name without its kind would be sent as an id. An id that some environment declares is meant as one. */
function reportBareName(
  evaluation: Evaluation,
  node: ScalarNode,
  text: string,
  target: ReferenceTarget,
  path: Path,
): void {
  const meant = `${target}/${text}`;
  const all = [...evaluation.compilation.workspace.environments.values()];
  const place = all.map(({ ids }) => ids.get(meant)?.place).find((candidate) => candidate !== undefined);
  if (place === undefined || all.some(({ ids }) => [...ids.values()].some(({ id }) => id === text))) return;
  reportHere(
    evaluation,
    'ref-dangling',
    { node, path },
    `${quoted(text)} is the name of ${article(target)}, not an id`,
    {
      help: `write \`${meant}\``,
      related: [{ place, label: 'declared here' }],
      ...rewording(evaluation, node, { start: 0, end: text.length }, meant),
    },
  );
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
  const suggested = new RegExp(`^${target}/[A-Za-z0-9][A-Za-z0-9._-]{0,62}$`).test(text)
    ? text
    : `${target}/<name>`;
  const add = `add \`${suggested}: <id>\` to \`ids:\` of \`${name}\`, or write the id itself${
    elsewhere.length > 0 ? '' : orDeclared(namesFor(ids, target))
  }`;
  const help = near === undefined ? add : `write \`${near}\``;
  const message =
    elsewhere.length > 0
      ? `${quoted(text)} is declared for ${codeList(elsewhere)}, not for \`${name}\``
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

/** Names in `ids` by their target; the same lists each time, so that each is indexed only once. */
const namesByTarget = rememberEach((ids: Ids): ReadonlyMap<string, readonly string[]> => {
  const groups = groupBy([...ids.values()], ({ target }) => target);
  return new Map([...groups].map(([target, named]) => [target, named.map(({ name }) => name)]));
});

type Ids = Evaluation['compilation']['environment']['ids'];

function namesFor(ids: Ids, target: ReferenceTarget): readonly string[] {
  return namesByTarget(ids).get(target) ?? [];
}

/** A route with a TLS edge has a rule of its own. */
function wrongKind(target: ReferenceTarget): string {
  return target === 'https-edge' ? 'route-edge-kind' : 'ref-wrong-kind';
}

function article(target: ReferenceTarget): string {
  return withArticle(nameables[target]?.title ?? target);
}
