import { startGlobs } from '../../domain/glob.ts';
import { plainValue } from '../../derive/schema/plain-value.ts';
import { requestTests } from '../../kinds/documents/request-test.ts';
import type { DocumentNode, Place, YamlDocument } from '../../model/document.ts';
import type {
  RequestExpectation,
  RequestTest,
  RequestTestFile,
  RequestTestFiles,
} from '../../model/traffic/request-test.ts';
import type { ClientFacts, GivenFacts, RequestFacts } from '../../model/traffic/simulation.ts';
import type { Settings } from '../../model/workspace.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { discover } from '../files/discover.ts';
import type { FileTree } from '../files/file-tree.ts';
import type { IgnoreLayers } from '../files/ignored.ts';
import { readTable, whole, type FieldValue } from '../documents/read-table.ts';
import { readDocuments, type Load } from '../load.ts';
import { nodePlace, reportNode, type TreeReading } from '../yaml/read-tree.ts';

interface TestPlace {
  readonly tree: FileTree;
  readonly settings: Pick<Settings, 'tests'>;
  readonly ignored: IgnoreLayers;
}

/** Reads the tests of what requests get: all of a workspace, or those at the given paths and below them. */
export function readRequestTests(
  { tree, settings, ignored }: TestPlace,
  chosen: readonly string[] = [],
): RequestTestFiles {
  const found = discover(tree, startGlobs(settings.tests).state, ignored);
  const paths = chosen.length === 0 ? found.paths : chosen.flatMap((path) => below(tree, found.paths, path));
  const load: Load = { tree, sources: new Map(), diagnostics: [...found.diagnostics] };
  const files = [...new Set(paths)].sort().flatMap((path) => readFile(load, path));
  return { files, diagnostics: load.diagnostics };
}

/** The files at or below a path. A file that is named explicitly may have any name. */
function below(tree: FileTree, paths: readonly string[], path: string): readonly string[] {
  const inside = paths.filter((one) => path === '' || one === path || one.startsWith(`${path}/`));
  return inside.length > 0 || tree.typeOf(path) === 'folder' ? inside : [path];
}

function readFile(load: Load, path: string): readonly RequestTestFile[] {
  const documents = readDocuments(load, path);
  const source = load.sources.get(path);
  if (source === undefined) return [];
  const reading: TreeReading = { source, diagnostics: load.diagnostics };
  return [{ source, tests: documents.flatMap((document) => readTests(reading, document)) }];
}

/** The tests of a document; mistakes are reported, and tests with one left out. */
export function readTests(reading: TreeReading, { root, isBroken }: YamlDocument): readonly RequestTest[] {
  if (root === undefined || isBroken === true) return [];
  const before = reading.diagnostics.length;
  const tests = readTable(reading, root, requestTests).tests ?? [];
  const mistakes = reading.diagnostics.slice(before).map(({ place }) => place.start);
  return tests.flatMap((test) => {
    const { start, end } = test[whole];
    return mistakes.some((at) => at >= start && at < end) ? [] : (testOf(reading, test) ?? []);
  });
}

type RequestTestFields = FieldValue<(typeof requestTests.fields.tests)['item']>;

function testOf(reading: TreeReading, read: RequestTestFields): RequestTest | undefined {
  const { name, environments, request, expect } = read;
  if (name === undefined || request === undefined || expect === undefined) return undefined;
  const expected = plainOf(expect[whole]) as RequestExpectation;
  if (Object.keys(expected).length === 0) {
    reportNode(
      reading,
      'wrong-type',
      expect[whole],
      '`expect` is empty',
      'write what the request gets, such as `status: 403`',
    );
    return undefined;
  }
  const node = read[whole];
  return {
    name: name.text,
    place: nodePlace(reading, firstKey(node)),
    environments: environments?.map((one) => ({ name: one.text, place: nodePlace(reading, one.node) })),
    facts: requestFactsOf(plainOf(node)),
    requestPlace: entryPlace(reading, node, 'request'),
    expect: expected,
    expectPlaces: placesOf(reading, expect[whole]),
  };
}

function plainOf(node: DocumentNode): Readonly<Record<string, unknown>> {
  const value = plainValue(node);
  return isJsonMap(value) ? value : {};
}

/** The facts of a test as plain data, whose shape has been checked. */
export function requestFactsOf({
  request,
  from = {},
  given = {},
}: Readonly<Record<string, unknown>>): RequestFacts {
  const {
    url = request,
    method,
    headers,
    body,
  } = (isJsonMap(request) ? request : {}) as Readonly<Record<string, unknown>>;
  return {
    url: String(url),
    method: typeof method === 'string' ? method.toUpperCase() : 'GET',
    headers: new Map(
      Object.entries(isJsonMap(headers) ? headers : {}).map(([name, value]) => [
        name.toLowerCase(),
        plainText(value),
      ]),
    ),
    ...(typeof body === 'string' ? { body } : {}),
    from: from as ClientFacts,
    given: given as GivenFacts,
  };
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function placesOf(reading: TreeReading, node: DocumentNode): Readonly<Record<string, Place>> {
  if (node.type !== 'map') return {};
  return Object.fromEntries(
    node.entries.flatMap(({ key, value }) => {
      const place = { ...nodePlace(reading, key), end: nodePlace(reading, value).end };
      return [[String(key.value), place] as const];
    }),
  );
}

function entryPlace(reading: TreeReading, node: DocumentNode, name: string): Place {
  const entry = node.type === 'map' ? node.entries.find(({ key }) => key.value === name) : undefined;
  return nodePlace(reading, entry?.value ?? node);
}

function firstKey(node: DocumentNode): DocumentNode {
  return node.type === 'map' ? (node.entries[0]?.value ?? node) : node;
}
