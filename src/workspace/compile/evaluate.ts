/**
 * Evaluates a node as a field of the kind tables: expressions replaced, id names resolved, secrets as references,
 * traffic policies as JSON text. Failures are reported and leave the text as written, so that no value seems to be
 * missing. A value of the wrong type is unchanged: the shape check reports it at the same place.
 */
import { groupBy } from '../../text/lists/group-by.ts';
import { rememberEach } from '../../text/remember-last.ts';
import { isMeantByEnvironment } from './meant-declaration.ts';
import { othersThat, reportHere, rewording, similarAt, spend, type Evaluation } from './evaluation.ts';
import { evaluatedPolicy, hidden, secretValue } from './compile-policy.ts';
import { meaningOfText, type NodeText } from './text-meaning.ts';
import { fieldsOf, isPolicyField, itemField } from '../../derive/forms/fields.ts';
import type { Field } from '../../kinds/field.ts';
import { isKindName, kinds } from '../../kinds/index.ts';
import { nameables, idPattern, type ReferenceTarget } from '../../kinds/references.ts';
import type { DocumentNode, MapNode, Range, ScalarNode } from '../../model/document.ts';
import type { Value } from '../../model/value.ts';
import { orDeclared } from '../../text/declared-names.ts';
import { suggestions } from '../../text/suggest.ts';
import { withArticle } from '../../text/words/noun-words.ts';
import { hasExpression } from '../syntax.ts';
import { quoted } from '../../text/quoted.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { codeList } from '../../text/words/list-words.ts';
import { missingComma } from '../../text/words/mistake-words.ts';

/** The prototype of maps with keys of any name. An object without any takes five times the memory. */
const empty = Object.freeze(Object.create(null) as object);

/** Undefined for a null: nothing is sent. */
export function evaluate(
  evaluation: Evaluation,
  field: Field | undefined,
  node: DocumentNode,
): Value | undefined {
  switch (node.type) {
    case 'map': {
      const isPolicy = isPolicyField(field);
      return isPolicy ? evaluatedPolicy(evaluation, node) : evaluateMap(evaluation, field, node);
    }
    case 'list': {
      const item = field?.type === 'list' ? itemField(field) : undefined;
      return node.items.map((itemNode, index) => {
        evaluation.path.push(index);
        const value = evaluate(evaluation, item, itemNode);
        evaluation.path.pop();
        // A null in a list stays, since dropping it would shift the following items.
        return value ?? null;
      });
    }
    case 'scalar':
      return evaluateScalar(evaluation, field, node);
  }
}

function evaluateMap(evaluation: Evaluation, field: Field | undefined, node: MapNode): Value {
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
    evaluation.path.push(name);
    const evaluated = evaluate(evaluation, child, value);
    evaluation.path.pop();
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
): Value | undefined {
  const { value } = node;
  if (evaluation.variableAt !== undefined && !spend(evaluation, evaluation.variableAt, { values: 1 }))
    return undefined;
  if (value === null) return field?.type === 'string' && field.nullable === true ? null : undefined;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'string') return value;
  if (evaluation.variableAt === undefined && hasExpression(value))
    return evaluateText(evaluation, field, { node, text: value });
  return finished(evaluation, field, { node, text: value });
}

function evaluateText(
  evaluation: Evaluation,
  field: Field | undefined,
  { node, text }: NodeText,
): Value | undefined {
  const meaning = meaningOfText(evaluation, { node, text });
  switch (meaning.type) {
    case 'failed':
      return hidden(field, text);
    case 'text':
      return finished(evaluation, field, { node, text: meaning.text });
    case 'secret':
      return secretValue(evaluation, field, meaning);
    case 'variable': {
      evaluation.variableAt = node;
      const value = evaluate(evaluation, field, meaning.variable.node);
      evaluation.variableAt = undefined;
      return value;
    }
  }
}

/** The id for a name if the field is a reference; otherwise the text itself. */
function finished(evaluation: Evaluation, field: Field | undefined, { node, text }: NodeText): Value {
  const target = field?.type === 'string' ? field.refersTo : undefined;
  return hidden(field, target === undefined ? text : resolveId(evaluation, { node, text, target }));
}

/** The text of a field that refers to an object of this kind. */
interface ReferenceText extends NodeText {
  readonly target: ReferenceTarget;
}

function resolveId(evaluation: Evaluation, reference: ReferenceText): string {
  const { node, text, target } = reference;
  const { path } = evaluation;
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
    reportHere(evaluation, { node }, { rule: 'id-format', message, help });
    return text;
  }
  if (!text.includes('/')) {
    reportBareName(evaluation, reference);
    return text;
  }
  const named = evaluation.compilation.environment.ids.get(text);
  if (named === undefined) {
    reportUnknown(evaluation, reference);
    return text;
  }
  if (named.target !== target) {
    const message = `${quoted(text)} is ${article(named.target)}, not ${article(target)}`;
    const related = [{ place: named.place, label: 'declared here' }];
    const retargeted = `${target}${text.slice(text.indexOf('/'))}`;
    const meant = evaluation.compilation.environment.ids.has(retargeted) ? retargeted : undefined;
    const help = withoutUndefined({ help: meant === undefined ? undefined : `write \`${meant}\`` });
    const fix = rewording(evaluation, whole(reference), meant);
    reportHere(evaluation, { node }, { rule: wrongKind(target), message, related, ...help, ...fix });
    return text;
  }
  evaluation.dependsOnEnvironment = true;
  evaluation.through.push({ path: [...path], what: text, place: named.place });
  return named.id;
}

/** A name without its kind would be sent as an id. An id that some environment declares is meant as one. */
function reportBareName(evaluation: Evaluation, reference: ReferenceText): void {
  const { node, text, target } = reference;
  const meant = `${target}/${text}`;
  const all = [...evaluation.compilation.workspace.environments.values()];
  const place = all.map(({ ids }) => ids.get(meant)?.place).find((candidate) => candidate !== undefined);
  if (place === undefined || all.some(({ ids }) => [...ids.values()].some(({ id }) => id === text))) return;
  const message = `${quoted(text)} is the name of ${article(target)}, not an id`;
  reportHere(
    evaluation,
    { node },
    {
      rule: 'ref-dangling',
      message,
      help: `write \`${meant}\``,
      related: [{ place, label: 'declared here' }],
      ...rewording(evaluation, whole(reference), meant),
    },
  );
}

function whole({ node, text }: NodeText): { readonly node: ScalarNode; readonly within: Range } {
  return { node, within: { start: 0, end: text.length } };
}

function reportUnknown(evaluation: Evaluation, reference: ReferenceText): void {
  const { node, text, target } = reference;
  const { environment } = evaluation.compilation;
  const { ids, name } = environment;
  const prefix = text.slice(0, text.indexOf('/'));
  if (isKindName(prefix)) {
    const message = `${quoted(text)} is ${withArticle(kinds[prefix].title)}, not ${article(target)}`;
    const help = `write its id, or a name from \`ids:\`, such as \`${target}/main\``;
    reportHere(evaluation, { node }, { rule: wrongKind(target), message, help });
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
  reportHere(
    evaluation,
    { node },
    {
      rule: 'ref-dangling',
      message,
      help,
      ...rewording(evaluation, whole(reference), near),
      ...similarAt(near === undefined ? undefined : ids.get(near)?.place),
      cause: `id ${text}`,
      ...(isMeantByEnvironment(environment, text) ? { isConsequence: true } : {}),
    },
  );
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
