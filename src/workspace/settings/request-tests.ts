import { nodePlace } from '../../derive/yaml/document-tree.ts';
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
} from '../../model/traffic/simulation.ts';
import type { JsonObject } from '../../model/value.ts';
import type { Settings } from '../../model/workspace.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { plainField } from '../documents/plain-field.ts';
import { hasMistake, readTable, whole, type FieldValue } from '../documents/read-table.ts';
import { reportNode, type TreeReading } from '../documents/read-tree.ts';
import { checkGivenVariables } from './given-variables.ts';
import { entryPlace, readTestFiles, testPlace, type TestTree } from './policy-tests.ts';

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
  const tests = readTable(reading, root, requestTests).tests ?? [];
  return tests.flatMap((test) => (test[hasMistake] ? [] : (testOf(reading, test) ?? [])));
}

const { item } = requestTests.fields.tests;

type RequestTestFields = FieldValue<typeof item>;

function testOf(reading: TreeReading, read: RequestTestFields): RequestTest | undefined {
  const { name, environments, request, expect } = read;
  if (name === undefined || request === undefined || expect === undefined) return undefined;
  const node = read[whole];
  const { expect: expected = {}, ...plain } = plainField(node, item, reading.source) as PlainTest;
  if (Object.keys(expected).length === 0) {
    reportNode(reading, expect[whole], {
      rule: 'wrong-type',
      message: '`expect` is empty',
      help: 'write what the request gets, such as `status: 403`',
    });
    return undefined;
  }
  checkGivenVariables(reading, read.given?.variables, plain);
  checkRandom(reading, read.given?.random);
  return {
    name: name.text,
    place: testPlace(reading, node),
    environments: environments?.map((environment) => ({
      name: environment.text,
      place: nodePlace(reading, environment.node),
    })),
    facts: requestFactsOf(plain),
    requestPlace:
      'long' in request
        ? entryPlace(reading, request.long[whole], 'url')
        : entryPlace(reading, node, 'request'),
    expect: expected,
    expectPlaces: placesOf(reading, expect[whole]),
    givenPlaces: read.given === undefined ? {} : placesOf(reading, read.given[whole]),
  };
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
    from: from as ClientFacts,
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
