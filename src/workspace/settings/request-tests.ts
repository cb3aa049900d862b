import { nodePlace } from '../../domain/document-tree.ts';
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
import { readTable, whole, type FieldValue } from '../documents/read-table.ts';
import { reportNode, type TreeReading } from '../yaml/read-tree.ts';
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
  checkGivenVariables(reading, read.given?.variables, plainOf(node) as JsonObject);
  return {
    name: name.text,
    place: testPlace(reading, node),
    environments: environments?.map((one) => ({ name: one.text, place: nodePlace(reading, one.node) })),
    facts: requestFactsOf(plainOf(node)),
    requestPlace:
      'long' in request
        ? entryPlace(reading, request.long[whole], 'url')
        : entryPlace(reading, node, 'request'),
    expect: expected,
    expectPlaces: placesOf(reading, expect[whole]),
    givenPlaces: read.given === undefined ? {} : placesOf(reading, read.given[whole]),
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
    headers: headerLists(headerTexts(headers)),
    ...(typeof body === 'string' ? { body } : {}),
    from: from as ClientFacts,
    given: givenFactsOf(given),
  };
}

function givenFactsOf(given: unknown): GivenFacts {
  if (!isJsonMap(given)) return {};
  const { upstream, http_request: calls } = given;
  return {
    ...given,
    ...(isJsonMap(upstream) ? { upstream: responseOf(upstream) } : {}),
    ...(isJsonMap(calls)
      ? {
          http_request: Object.fromEntries(
            Object.entries(calls).map(([url, answer]) => [
              url,
              isJsonMap(answer) ? responseOf(answer) : answer,
            ]),
          ),
        }
      : {}),
  } as GivenFacts;
}

function responseOf({ headers, ...response }: JsonObject): object {
  return headers === undefined ? response : { ...response, headers: headerTexts(headers) };
}

/** Headers as texts: YAML reads `max-age: 60` as a number. */
function headerTexts(headers: unknown): Readonly<Record<string, readonly string[]>> {
  if (!isJsonMap(headers)) return {};
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      (Array.isArray(value) ? value : [value]).map(plainText),
    ]),
  );
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
