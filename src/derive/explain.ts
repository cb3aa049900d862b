import type { Field, Module } from '../kinds/field.ts';
import { isKindName, kindNames, kinds } from '../kinds/index.ts';
import type { Kind, KindName } from '../kinds/kind.ts';
import type { Json, Path } from '../model/value.ts';
import { fieldFacts } from './explain/field-facts.ts';
import { kindFacts } from './explain/kind-facts.ts';
import { exampleOf } from './explain/example.ts';
import { fieldAt, fieldsOf } from './fields.ts';
import { suggestions } from './suggest.ts';

/** One thing that is true of what is explained: "limits", "from 0 to 128". */
export interface Fact {
  readonly label: string;
  readonly text: string;
}

/** A kind, a module or a field in words; `renderExplanation` lays it out. */
export interface Explanation {
  /** The dotted path, as it was asked for. */
  readonly subject: string;
  readonly title: string;
  readonly doc: string;
  /** Sections of the API's description: `2.9`, `2.7, 4.8`. */
  readonly section: string;
  readonly facts: readonly Fact[];
  /** The fields inside, with the first sentence of each. */
  readonly fields: readonly Fact[];
  /** A document that shows where it is written; undefined for what is only read. */
  readonly example: Json | undefined;
}

/** Explains `tls-edge`, `https-route.oauth`, `endpoint.url`, or says what was probably meant. */
export function explainField(subject: string): Explanation | { readonly suggestions: readonly string[] } {
  const [name = '', ...steps] = subject.split('.');
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
    section: sectionsOf(field),
    facts: fieldFacts(kinds[name], path, field, module),
    fields: Object.entries(fieldsOf(field) ?? {}).map(([label, inner]) => ({
      label,
      text: firstSentence(inner.doc),
    })),
    example: field.readOnly === true ? undefined : exampleOf(kinds[name], path, field),
  };
}

function explainKind(kind: Kind): Explanation {
  return {
    subject: kind.name,
    title: kind.title,
    doc: kind.doc,
    section: kind.section,
    facts: kindFacts(kind),
    fields: Object.entries(kind.fields).map(([label, field]) => ({
      label,
      text: `${field.readOnly === true ? '(read-only) ' : ''}${firstSentence(field.doc)}`,
    })),
    example: exampleOf(kind, [], undefined),
  };
}

function sectionsOf(field: Field): string {
  return field.type === 'module'
    ? [...new Set([field.module.section, field.section])].join(', ')
    : field.section;
}

function moduleAbove(kind: KindName, path: Path): Module | undefined {
  const field = path.length > 1 ? fieldAt(kind, path.slice(0, 1)) : undefined;
  return field?.type === 'module' ? field.module : undefined;
}

function firstSentence(doc: string): string {
  return /^.*?[.](?= [A-Z]|$)/s.exec(doc)?.[0] ?? doc;
}

/** At most five: the same words elsewhere, the name that a field has in the read form, then words that look alike. */
function meantInstead(subject: string): readonly string[] {
  const all = allSubjects();
  const last = subject.split('.').at(-1) ?? '';
  const elsewhere = all.filter(({ path }) => path.endsWith(`.${subject}`));
  const readForm = all.filter(
    ({ path, field }) => `${path.slice(0, path.lastIndexOf('.'))}.${field?.readAs}` === subject,
  );
  const sameName = all.filter(({ path }) => path.endsWith(`.${last}`));
  const alike = suggestions(
    subject,
    all.map(({ path }) => path),
  );
  const found = [...elsewhere, ...readForm, ...sameName].map(({ path }) => path);
  return [...new Set([...found, ...alike])].slice(0, 5);
}

interface Subject {
  readonly path: string;
  readonly field: Field | undefined;
}

function allSubjects(): readonly Subject[] {
  return kindNames.flatMap((name) => [{ path: name, field: undefined }, ...below(name, kinds[name].fields)]);
}

function below(prefix: string, fields: Readonly<Record<string, Field>>): readonly Subject[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const path = `${prefix}.${name}`;
    return [{ path, field }, ...below(path, fieldsOf(field) ?? {})];
  });
}
