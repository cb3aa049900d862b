import { exampleOf } from './example.ts';
import { referencePage } from './docs-address.ts';
import { documentsMeant, explainDocument } from './explain-document.ts';
import type { Explanation, Fact } from './explanation.ts';
import { fieldFacts } from './field-facts.ts';
import { fieldAt, fieldsOf } from '../forms/fields.ts';
import type { ApiNote } from '../../kinds/api-notes.ts';
import type { Field, Fields, Module } from '../../kinds/field.ts';
import { isKindName, kindNames, kinds } from '../../kinds/index.ts';
import type { Kind, KindName } from '../../kinds/kind.ts';
import { nameables } from '../../kinds/references.ts';
import type { Path } from '../../model/value.ts';
import { suggestions } from '../../text/suggest.ts';
import { firstSentence } from '../../text/words/first-sentence.ts';
import { codeList } from '../../text/words/list-words.ts';
import type { Operation } from '../../kinds/operation.ts';

const verbs = ['create', 'get', 'list', 'update', 'delete'] as const;

const consequences = {
  list: 'an object is found only by the id that the ledger keeps, so it must be adopted by id',
  update: 'a change is a blocked step of the plan; change it in the dashboard, or write a second one',
  delete: 'when it is no longer declared, the step is blocked; write a `kind: removed` document',
} as const;

/** Explains `tls-edge`, `settings.safety`, `https-route.oauth`, `endpoint.url`; suggestions for unknown subjects. */
export function explainField(subject: string): Explanation | { readonly suggestions: readonly string[] } {
  const [name = '', ...steps] = subject.split('.');
  const document = explainDocument(subject);
  if (document !== undefined) return document;
  if (!isKindName(name)) return { suggestions: meantInstead(subject) };
  if (steps.length === 0) return explainKind(kinds[name]);
  const path: Path = steps;
  const field = fieldAt(name, path);
  if (field === undefined) return { suggestions: meantInstead(subject) };
  const module = moduleAbove(name, path);
  return {
    subject,
    title: field.type === 'module' ? field.module.title : (steps.at(-1) ?? ''),
    doc: field.doc,
    note: noteOf(kinds[name], field, module),
    page: referencePage(name, path),
    facts: fieldFacts(kinds[name], path, field, module),
    fields: Object.entries(fieldsOf(field) ?? {}).map(([label, inner]) => ({
      label,
      text: firstSentence(inner.doc),
    })),
    example: field.readOnly === true ? undefined : exampleOf(kinds[name], path, field),
    readOn: [`edgewright explain ${[name, ...steps.slice(0, -1)].join('.')}`],
  };
}

/** All subjects that a kind has: `https-route`, `https-route.oauth`, `https-route.oauth.provider`. */
export function kindSubjects(): readonly string[] {
  return kindNames.flatMap((name) => [name, ...below(name, kinds[name].fields).map(({ path }) => path)]);
}

function explainKind(kind: Kind): Explanation {
  return {
    subject: kind.name,
    title: kind.title,
    doc: kind.doc,
    note: kind.note,
    page: referencePage(kind.name, []),
    facts: kindFacts(kind),
    fields: Object.entries(kind.fields).map(([label, field]) => ({
      label,
      text: `${field.readOnly === true ? '(read-only) ' : ''}${firstSentence(field.doc)}`,
    })),
    example: exampleOf(kind, [], undefined),
    readOn: [`edgewright schema ${kind.name}`, 'edgewright explain resource'],
  };
}

function noteOf(kind: Kind, field: Field, module: Module | undefined): ApiNote {
  return (field.type === 'module' ? field.module : module)?.note ?? kind.note;
}

function moduleAbove(kind: KindName, path: Path): Module | undefined {
  const field = path.length > 1 ? fieldAt(kind, path.slice(0, 1)) : undefined;
  return field?.type === 'module' ? field.module : undefined;
}

/**
 * At most five suggestions, from the first source that has any: the same words further down, the write form's name for
 * one of the read form, similar words, documents, parts of names, the same last word elsewhere.
 */
function meantInstead(subject: string): readonly string[] {
  const all = kindNames.flatMap((name) => below(name, kinds[name].fields));
  const last = subject.split('.').at(-1) ?? '';
  const found = [
    all.filter(({ path }) => path.endsWith(`.${subject.replaceAll('-', '_')}`)).map(({ path }) => path),
    all.filter(({ readPath }) => readPath === subject).map(({ path }) => path),
    alike(subject),
    documentsMeant(subject),
    all.filter(({ path }) => isPartOf(subject, path.split('.').at(-1) ?? '')).map(({ path }) => path),
    all.filter(({ path }) => path.endsWith(`.${last}`)).map(({ path }) => path),
  ];
  const ofKinds = kindNames.filter((name) => isPartOf(subject, name));
  return [...ofKinds, ...(found.find((paths) => paths.length > 0) ?? [])].slice(0, 5);
}

/** For example `circuit` of `circuit_breaker`, `routes` of `https-route`. */
function isPartOf(word: string, name: string): boolean {
  return (
    word.length > 2 && name.split(/[-_]/).some((part) => [part, `${part}s`].includes(word.toLowerCase()))
  );
}

interface Place {
  readonly path: string;
  /** The same path in the spelling of the read form. */
  readonly readPath: string;
}

function below(prefix: string, fields: Fields): readonly Place[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const path = `${prefix}.${name}`;
    return [{ path, readPath: `${prefix}.${field.readAs ?? name}` }, ...below(path, fieldsOf(field) ?? {})];
  });
}

/** Replaces each unknown word by similar ones. */
function alike(subject: string): readonly string[] {
  const [first = '', ...steps] = subject.split('.');
  const names = isKindName(first) ? [first] : suggestions(first, kindNames).filter(isKindName);
  return names.flatMap((name) => corrected(name, kinds[name].fields, steps));
}

function corrected(prefix: string, fields: Fields, [step, ...rest]: readonly string[]): readonly string[] {
  if (step === undefined) return [prefix];
  const names = Object.hasOwn(fields, step) ? [step] : suggestions(step, Object.keys(fields));
  return names.flatMap((name) => {
    const field = fields[name];
    return corrected(`${prefix}.${name}`, (field && fieldsOf(field)) ?? {}, rest);
  });
}

/** The operations that the API offers for a kind, and the consequences of missing ones. */
function kindFacts(kind: Kind): readonly Fact[] {
  const offered = verbs.flatMap((verb) => {
    const operation = kind.operations[verb];
    return operation === undefined ? [] : [{ label: verb, text: operationInWords(operation) }];
  });
  return [...offered, ...notOffered(kind), ...parentFact(kind), identityFact(kind), ...manageableFact(kind)];
}

function operationInWords({ method, path, success }: Operation): string {
  return `${method} ${path}, ${success}`;
}

function notOffered(kind: Kind): readonly Fact[] {
  return (['list', 'update', 'delete'] as const)
    .filter((verb) => kind.operations[verb] === undefined)
    .map((verb) => ({ label: verb, text: `not offered by the API: ${consequences[verb]}` }));
}

function parentFact({ parent }: Kind): readonly Fact[] {
  if (parent === undefined) return [];
  const title = nameables[parent.kind]?.title ?? parent.kind;
  return [
    { label: 'lives in', text: `an ${title}, named by \`${parent.field}\`; this API cannot create one` },
  ];
}

function identityFact({ identity }: Kind): Fact {
  const fields = codeList(identity.refusal?.fields ?? identity.fields);
  const text =
    identity.match === 'all' ? `no two may be equal in ${fields}` : `no two may share an item of ${fields}`;
  return { label: 'identity', text };
}

function manageableFact({ manageable }: Kind): readonly Fact[] {
  if (manageable === undefined) return [];
  return [
    {
      label: 'ours',
      text: `only those whose \`${manageable.field}\` is \`${manageable.value}\`; others are never touched`,
    },
  ];
}
