import { type TestTree, readTestFiles, testPlace, entryPlace, sameTestName } from './test-files.ts';
import type { TestFiles } from '../../model/traffic/test-report.ts';
import type { PolicyTest } from '../../model/policy.ts';
import { readTable, type FieldValue, whole, type StringValue } from '../documents/read-table.ts';
import { policyTests } from '../../kinds/documents/policy-test.ts';
import type { TreeReading } from '../documents/read-tree.ts';
import { problem } from '../../model/problem.ts';
import { nodePlace } from '../../derive/yaml/node-place.ts';
import { meaningsOf } from '../documents/document-meanings.ts';
import type { Source, DocumentNode, YamlDocument } from '../../model/document.ts';

/** Pattern of the test files. */
export const policyTestGlob = 'policies/**/*.test.{yaml,yml}';

/** Reads the tests of lint policies. */
export function readPolicyTests(files: TestTree): TestFiles<PolicyTest> {
  return readTestFiles(files, [policyTestGlob], (reading, { root, isBroken }) => {
    if (root === undefined || isBroken === true) return [];
    const tests = readTable(reading, root, policyTests).tests ?? [];
    reportSameNames(reading, tests);
    return tests.flatMap((test) => testOf(reading, test) ?? []);
  });
}

type TestFields = FieldValue<(typeof policyTests.fields.tests)['item']>;

function testOf(reading: TreeReading, read: TestFields): PolicyTest | undefined {
  const { name, policy, environment, resource, expect, message } = read;
  const node = read[whole];
  const place = testPlace(reading, node);
  if (message !== undefined && expect !== undefined && expect !== 'fail')
    reading.diagnostics.push(
      problem(
        'misplaced-field',
        nodePlace(reading, message.node),
        'only a test that expects `fail` has a `message`',
      ),
    );
  if (name === undefined || policy === undefined || resource === undefined || expect === undefined)
    return undefined;
  const document = documentOf(reading.source, resource);
  return {
    name: name.text,
    place,
    policy: policy.text,
    policyPlace: nodePlace(reading, policy.node),
    environment: environment?.text,
    environmentPlace: environment === undefined ? place : nodePlace(reading, environment.node),
    resource: document,
    meaning: meaningsOf(document)[0],
    expect,
    expectPlace: entryPlace(reading, node, 'expect'),
    message: message?.text,
    messagePlace: entryPlace(reading, node, 'message'),
  };
}

/** Two tests of one policy with one name; the same test may be there for several environments. */
function reportSameNames(reading: TreeReading, tests: readonly TestFields[]): void {
  const seen = new Map<string, StringValue>();
  for (const { name, policy, environment } of tests) {
    if (name === undefined) continue;
    const key = JSON.stringify([name.text, policy?.text, environment?.text]);
    const before = seen.get(key);
    if (before === undefined) seen.set(key, name);
    else reading.diagnostics.push(sameTestName(reading, name, before));
  }
}

function documentOf(source: Source, root: DocumentNode): YamlDocument {
  return { source, index: 0, range: { start: root.start, end: root.end }, root, comments: [] };
}
