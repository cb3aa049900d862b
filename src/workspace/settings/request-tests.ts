import { nodePlace } from '../../derive/yaml/node-place.ts';
import { plainValue } from '../../derive/schema/plain-value.ts';
import { requestTests } from '../../kinds/documents/request-test.ts';
import type { DocumentNode, Place, YamlDocument } from '../../model/document.ts';
import type { TestFiles } from '../../model/traffic/test-report.ts';
import type { RequestExpectation, RequestTest } from '../../model/traffic/request-test.ts';
import {
  headerLists,
  type ClientFacts,
  type GivenFacts,
  type RequestFacts,
} from '../../model/traffic/request-facts.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import type { Settings } from '../../model/workspace/settings.ts';
import { addTo } from '../../text/lists/group-by.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { plainField } from '../documents/plain-field.ts';
import { hasMistake, readTable, whole, type FieldValue } from '../documents/read-table.ts';
import { reportNode, type TreeReading } from '../documents/read-tree.ts';
import { checkGivenVariables } from './given-variables.ts';
import { checkHeaderSecrets } from './header-secrets.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { entryPlace, readTestFiles, sameTestName, testPlace, type TestTree } from './test-files.ts';

/** Reads the tests of what requests get. */
export function readRequestTests(
  files: TestTree,
  { tests }: Pick<Settings, 'tests'>,
): TestFiles<RequestTest> {
  return readTestFiles(files, tests, readTests);
}

/** The tests of a document; mistakes are reported, and tests with one left out. */
export function readTests(reading: TreeReading, { root, isBroken }: YamlDocument): readonly RequestTest[] {
  if (root === undefined || isBroken === true) return [];
  const { defaults: written, tests = [] } = readTable(reading, root, requestTests);
  const defaults = defaultsIn(reading, written);
  const read = tests.flatMap((test) => (test[hasMistake] ? [] : testsOf(reading, test, defaults)));
  reportSameNames(reading, tests);
  return read;
}

const { defaults: defaultsTable, tests: testsTable } = requestTests.fields;
const { item } = testsTable;

type RequestTestFields = FieldValue<typeof item>;

/** The facts that a file gives for all of its tests. */
interface DefaultFacts {
  readonly from?: Json;
  readonly given?: JsonObject;
  readonly givenPlaces: RequestTest['givenPlaces'];
}

function defaultsIn(reading: TreeReading, read: FieldValue<typeof defaultsTable> | undefined): DefaultFacts {
  if (read === undefined || read[hasMistake]) return { givenPlaces: {} };
  const plain = plainField(read[whole], defaultsTable, reading.source) as JsonObject;
  checkGivenVariables(reading, read.given?.variables, plain);
  checkRandom(reading, read.given?.random);
  return { ...plain, givenPlaces: read.given === undefined ? {} : placesOf(reading, read.given[whole]) };
}

/** A fact of a test counts instead of that of its file. */
function withDefaults({ from, given, ...test }: PlainTest, defaults: DefaultFacts): PlainTest {
  const isMerged = isJsonMap(from) && isJsonMap(defaults.from);
  const facts = isMerged ? { ...defaults.from, ...from } : (from ?? defaults.from);
  const others = isJsonMap(given) ? { ...defaults.given, ...given } : defaults.given;
  return { ...test, ...withoutUndefined({ from: facts, given: others }) };
}

/** The test, or each of its requests. */
function testsOf(
  reading: TreeReading,
  read: RequestTestFields,
  defaults: DefaultFacts,
): readonly RequestTest[] {
  const { name, environments, request, each, expect, send } = read;
  if (name === undefined || expect === undefined) return [];
  const node = read[whole];
  const own = plainField(node, item, reading.source) as PlainTest;
  const { expect: expected = {}, each: rows = [], ...plain } = withDefaults(own, defaults);
  if (Object.keys(expected).length === 0) {
    reportNode(reading, expect[whole], {
      rule: 'wrong-type',
      message: '`expect` is empty',
      help: 'write what the request gets, such as `status: 403`',
    });
    return [];
  }
  checkGivenVariables(reading, read.given?.variables, plain);
  checkRandom(reading, read.given?.random);
  const test = {
    environments: environments?.map((environment) => ({
      name: environment.text,
      place: nodePlace(reading, environment.node),
    })),
    expect: expected,
    expectPlaces: placesOf(reading, expect[whole]),
    givenPlaces: {
      ...defaults.givenPlaces,
      ...(read.given === undefined ? {} : placesOf(reading, read.given[whole])),
    },
    ...withoutUndefined({ send }),
  };
  for (const one of request === undefined ? (each ?? []) : [request]) checkHeaderSecrets(reading, one);
  if (request !== undefined)
    return [
      {
        ...test,
        name: name.text,
        place: testPlace(reading, node),
        requestPlace:
          'long' in request
            ? entryPlace(reading, request.long[whole], 'url')
            : entryPlace(reading, node, 'request'),
        facts: requestFactsOf(plain),
      },
    ];
  const names = new Map<string, number>();
  return (each ?? []).map((row, index) => {
    const facts = requestFactsOf({ ...plain, request: rows[index] ?? '' });
    const of = `${name.text}: ${facts.method === 'GET' ? '' : `${facts.method} `}${facts.url}`;
    const count = (names.get(of) ?? 0) + 1;
    names.set(of, count);
    const place =
      'long' in row ? entryPlace(reading, row.long[whole], 'url') : nodePlace(reading, row.short.node);
    const shown = count === 1 ? of : `${of} (${count})`;
    return { ...test, name: shown, table: name.text, place, requestPlace: place, facts };
  });
}

/** Reports a test with the name of another one, if one environment may run both. */
function reportSameNames(reading: TreeReading, tests: readonly RequestTestFields[]): void {
  const seen = new Map<string, RequestTestFields[]>();
  for (const test of tests) {
    const { name } = test;
    if (name === undefined) continue;
    const before = seen.get(name.text)?.find((other) => haveOneEnvironment(test, other));
    addTo(seen, name.text, test);
    if (before?.name === undefined) continue;
    reading.diagnostics.push(sameTestName(reading, name, before.name));
  }
}

function haveOneEnvironment(
  { environments: some }: RequestTestFields,
  { environments: others }: RequestTestFields,
): boolean {
  return (
    some === undefined ||
    others === undefined ||
    some.some(({ text }) => others.some((other) => other.text === text))
  );
}

/** A number for all calls, or a list of numbers. */
function checkRandom(reading: TreeReading, node: DocumentNode | undefined): void {
  if (node === undefined) return;
  for (const testNode of node.type === 'list' ? node.items : [node]) {
    const value = plainValue(testNode);
    if (typeof value === 'number' && value >= 0) continue;
    reportNode(reading, testNode, {
      rule: 'wrong-type',
      message: '`random` must be a number from 0, or a list of such numbers',
      help: 'write `random: 0.1` for all calls, or `random: [0.1, 3]` for each call in order',
    });
  }
}

/** A test as plain data, whose shape has been checked. */
interface PlainTest extends JsonObject {
  readonly expect?: RequestExpectation & JsonObject;
  readonly each?: readonly Json[];
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
    headers: headerLists((headers ?? {}) as Readonly<Record<string, string | readonly string[]>>),
    ...(typeof body === 'string' ? { body } : {}),
    from: from === 'here' ? { isHere: true } : (from as ClientFacts),
    given: given as GivenFacts,
  };
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
