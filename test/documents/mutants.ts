/** Documents in which one value has another type, or is not there. */
import { Document, isMap, isScalar, isSeq } from 'yaml';
import type { Json, JsonObject } from '../../src/model/value.ts';
import { isJsonMap } from '../../src/text/json/json-access.ts';
import { completeDocuments, testedUrls, type CompleteDocument, type Files } from './complete.ts';

export type Path = readonly (string | number)[];

export interface Mutant {
  readonly of: CompleteDocument;
  readonly path: Path;
  readonly what: string;
}

/** By name: what stands in place of a value, or undefined where it is left out. An empty value is null, too. */
export const replacements: Readonly<Record<string, Json | undefined>> = {
  nothing: null,
  null: null,
  '[]': [],
  '{}': {},
  'an empty string': '',
  'a number': 7,
  'a boolean': true,
  'a string': 'some text',
  'a nested map': { a: { b: [1] } },
  'a long string': 'x'.repeat(20_000),
  'left out': undefined,
};

/** Those of the many policies: their settings have tests of their own for each type. */
const inPolicies = new Set(['nothing', '[]', '{}', 'an empty string', 'a number', 'left out']);

/** All mutants of all documents: each value in them, and each of them as a whole. */
export const mutants: readonly Mutant[] = allMutants();

/** A place that an earlier document of the kind has is left out, and of a policy, what is beside it. */
function allMutants(): readonly Mutant[] {
  const seen = new Set<string>();
  return completeDocuments.flatMap((of) =>
    placesIn(of.document).flatMap((path) => {
      const place = JSON.stringify([
        of.isPolicy ? of.name : (of.document['kind'] ?? of.name),
        withoutIndexes(path),
      ]);
      if (seen.has(place) || (of.isPolicy && !path.includes('traffic_policy'))) return [];
      seen.add(place);
      return Object.keys(replacements)
        .filter((what) => !of.isPolicy || inPolicies.has(what))
        .map((what) => ({ of, path, what }));
    }),
  );
}

export function nameOf({ of, path, what }: Mutant): string {
  return `${of.name}: ${path.join('.') || 'the whole'} is ${what}`;
}

/** The paths to all values: of the items of a list, those that no earlier item has. */
export function placesIn(document: Json): readonly Path[] {
  const places = new Map<string, Path>();
  for (const path of pathsIn(document)) {
    const place = JSON.stringify(withoutIndexes(path));
    if (!places.has(place)) places.set(place, path);
  }
  return [...places.values()];
}

function withoutIndexes(path: Path): Path {
  return path.map((step) => (typeof step === 'number' ? '*' : step));
}

function* pathsIn(value: Json): Generator<Path> {
  yield [];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value))
    for (const path of pathsIn(inner)) yield [Array.isArray(value) ? Number(key) : key, ...path];
}

/** A document with another value at a path; undefined if it is left out as a whole. */
export function mutated(value: Json, path: Path, what: string): Document | undefined {
  const document = new Document(value, { aliasDuplicateObjects: false });
  if (what === 'left out') {
    if (path.length === 0) return undefined;
    document.deleteIn(path);
    return document;
  }
  const node = document.createNode(replacements[what]);
  if (what === 'nothing' && isScalar(node)) node.source = '';
  if (path.length === 0) document.contents = node as typeof document.contents;
  else document.setIn(path, node);
  return document;
}

export function mutatedText({ of, path, what }: Mutant): string {
  const document = mutated(of.document, path, what);
  return document === undefined ? '' : textOf(document);
}

/** The text of a document. */
export function textOf(value: JsonObject | Document): string {
  const document = value instanceof Document ? value : new Document(value, { aliasDuplicateObjects: false });
  addRequests(document);
  return document.toString({ lineWidth: 0 });
}

/** The test of a request, for each URL: what reads a fact of it is another action each time. */
function addRequests(document: Document): void {
  const tests = isMap(document.contents) ? document.get('tests') : undefined;
  if (!isSeq(tests)) return;
  const [first] = (document.toJS() as { readonly tests: readonly unknown[] }).tests;
  if (!isJsonMap(first) || !isJsonMap(first['request'])) return;
  for (const url of testedUrls)
    tests.add(document.createNode({ ...first, request: { ...first['request'], url } }, { flow: true }));
}

/** The files of a workspace as texts, by path. */
export function textsOf(files: Files): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(files).map(([file, one]) => [
      file,
      typeof one === 'string' ? one : one.map((document) => textOf(document)).join('---\n'),
    ]),
  );
}
