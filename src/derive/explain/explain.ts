import type { Field, Fields, Module } from '../../kinds/field.ts';
import { isKindName, kindNames, kinds } from '../../kinds/index.ts';
import type { Kind, KindName } from '../../kinds/kind.ts';
import type { ApiNote } from '../../kinds/api-notes.ts';
import type { Path } from '../../model/value.ts';
import { fieldFacts } from './field-facts.ts';
import { kindFacts } from './kind-facts.ts';
import type { Explanation } from './explanation.ts';
import { firstSentence } from './first-sentence.ts';
import { documentsMeant, explainDocument } from './explain-document.ts';
import { exampleOf } from './example.ts';
import { fieldAt, fieldsOf } from '../forms/fields.ts';
import { suggestions } from '../../text/suggest.ts';

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
