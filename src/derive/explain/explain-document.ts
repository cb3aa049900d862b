import type { Json } from '../../model/value.ts';
import { isKindName, kinds } from '../../kinds/index.ts';
import { isSchema, type JsonSchema } from '../schema/json-schema.ts';
import { suggestions } from '../../text/suggest.ts';
import { documentPage } from './docs-address.ts';
import { explainedDocuments, type ExplainedDocument } from './example-document.ts';
import type { Explanation, Fact } from './explanation.ts';
import { keyFacts } from './field-facts.ts';
import { firstSentence } from '../../text/words/first-sentence.ts';

/** Explains `settings`, `environment.vars`, `approval.change`, `https-route.uses`; undefined for other subjects. */
export function explainDocument(subject: string): Explanation | undefined {
  const match = documentIn(subject);
  if (match === undefined) return undefined;
  const { document } = match;
  const steps = withOnlyList(document.schema, match.steps);
  const found = keyAt(document.schema, steps);
  if (found === undefined) return undefined;
  const { schema, isRequired } = found;
  const isTop = steps.length === 0;
  return {
    subject: [document.name, ...steps].join('.'),
    title: isTop ? document.title : (steps.at(-1) ?? ''),
    doc: isTop ? document.doc : schemaText(schema.description),
    note: undefined,
    page: documentPage(document, steps),
    facts: [
      ...(isTop ? [] : keyFacts(schema, isRequired ? 'required' : 'optional')),
      { label: 'written', text: `in ${document.file}` },
    ],
    fields: keysOf(schema),
    example: exampleFor(document, steps),
    readOn: document.readOn,
  };
}

/** Suggestions for an unknown subject: documents with a key of that name, or similar names. */
export function documentsMeant(subject: string): readonly string[] {
  const all = allSubjects();
  const last = subject.split('.').at(-1) ?? '';
  const inside = all.filter((name) => name.endsWith(`.${last}`));
  return inside.length > 0 ? inside : suggestions(subject, all);
}

/** All subjects that `explainDocument` knows, without aliases. */
export function allSubjects(): readonly string[] {
  return explainedDocuments.flatMap(({ name, schema }) => [name, ...subjectsBelow(name, schema)]);
}

function subjectsBelow(prefix: string, schema: JsonSchema): readonly string[] {
  return Object.entries(propertiesOf(schema)).flatMap(([key, inner]) => [
    `${prefix}.${key}`,
    ...subjectsBelow(`${prefix}.${key}`, inner),
  ]);
}

interface DocumentMatch {
  readonly document: ExplainedDocument;
  readonly steps: readonly string[];
}

/** The document and path. `edgewright.yaml` contains a dot, and the keys beside `spec` may be given after a kind. */
function documentIn(subject: string): DocumentMatch | undefined {
  const named = explainedDocuments.flatMap((document) =>
    [document.name, ...document.aliases].map((name) => ({ name, document })),
  );
  const whole = named.find(({ name }) => subject === name);
  if (whole !== undefined) return { document: whole.document, steps: [] };
  const above = named.find(({ name }) => subject.startsWith(`${name}.`));
  if (above !== undefined)
    return { document: above.document, steps: subject.slice(above.name.length + 1).split('.') };
  const [kind = '', ...steps] = subject.split('.');
  const document = explainedDocuments.find(({ name }) => name === 'resource');
  if (document === undefined || !isKindName(kind) || steps.length === 0) return undefined;
  return Object.hasOwn(kinds[kind].fields, steps[0] ?? '') ? undefined : { document, steps };
}

/** A document that requires one list alone is entered without naming it: `test.given` is `test.tests.given`. */
function withOnlyList(schema: JsonSchema, steps: readonly string[]): readonly string[] {
  const properties = propertiesOf(schema);
  const [name, ...others] = (schema.required ?? []) as readonly string[];
  const [first] = steps;
  if (name === undefined || others.length > 0 || first === undefined) return steps;
  const isWithout = properties[name]?.type === 'array' && !Object.hasOwn(properties, first);
  return isWithout ? [name, ...steps] : steps;
}

interface Key {
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

/** The key at a path. Lists are skipped, and a map with free keys accepts any name. */
function keyAt(schema: JsonSchema, [step, ...rest]: readonly string[]): Key | undefined {
  if (step === undefined) return { schema, isRequired: false };
  const holder = itemOf(schema);
  const named = propertiesOf(holder);
  const inner = Object.hasOwn(named, step) ? named[step] : byName(holder, step);
  if (inner === undefined) return undefined;
  const required = Array.isArray(holder.required) && holder.required.includes(step);
  return rest.length === 0 ? { schema: inner, isRequired: required } : keyAt(inner, rest);
}

function byName(
  { patternProperties, additionalProperties }: JsonSchema,
  step: string,
): JsonSchema | undefined {
  for (const [pattern, inner] of Object.entries(isSchema(patternProperties) ? patternProperties : {}))
    if (isSchema(inner) && inner.description !== undefined && new RegExp(pattern).test(step)) return inner;
  return isSchema(additionalProperties) && additionalProperties.description !== undefined
    ? additionalProperties
    : undefined;
}

function itemOf(schema: JsonSchema): JsonSchema {
  return isSchema(schema.items) ? schema.items : schema;
}

/** Of a value that is written in short or as a map: the map. */
function longForm(schema: JsonSchema): JsonSchema {
  return isSchema(schema.else) ? schema.else : schema;
}

function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const { properties } = longForm(itemOf(schema));
  return isSchema(properties) ? (properties as Readonly<Record<string, JsonSchema>>) : {};
}

function keysOf(schema: JsonSchema): readonly Fact[] {
  return Object.entries(propertiesOf(schema)).map(([label, { description, const: only }]) => ({
    label,
    text: typeof only === 'string' ? `Always \`${only}\`.` : firstSentence(schemaText(description)),
  }));
}

function exampleFor({ example, whole, always }: ExplainedDocument, steps: readonly string[]): Json {
  const part = partOf(example, steps) ?? partOf(whole, steps) ?? nearestPart(example, steps);
  if (steps.length === 0 || !isSchema(part) || !isSchema(example)) return example;
  const keys = Object.keys(example).filter((key) => always.includes(key) || Object.hasOwn(part, key));
  const usual = keys.map((key) => [key, part[key] ?? example[key]]);
  return { ...Object.fromEntries(usual), ...part } as Json;
}

/** The part of the example at the path or, as map keys are free, at its longest known prefix. */
function nearestPart(tree: Json, steps: readonly string[]): Json | undefined {
  if (steps.length === 0) return undefined;
  return partOf(tree, steps) ?? nearestPart(tree, steps.slice(0, -1));
}

/** The same tree, reduced to the path. */
function partOf(tree: Json | undefined, [step, ...rest]: readonly string[]): Json | undefined {
  if (step === undefined) return tree;
  if (Array.isArray(tree)) {
    const inner = partOf((tree as readonly Json[])[0], [step, ...rest]);
    return inner === undefined ? undefined : [inner];
  }
  if (!isSchema(tree)) return undefined;
  const inner = partOf(tree[step], rest);
  return inner === undefined ? undefined : { [step]: inner };
}

function schemaText(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
