import { policyTests } from '../../kinds/documents/policy-test.ts';
import type { DocumentNode, Source, YamlDocument } from '../../model/document.ts';
import type { PolicyTest } from '../../model/policy/policy-test.ts';
import { problem } from '../../model/problem.ts';
import type { TestFiles } from '../../model/test-report.ts';
import { readTable, whole, type FieldValue } from '../documents/read-table.ts';
import { nodePlace, type TreeReading } from '../yaml/read-tree.ts';
import { entryPlace, readTestFiles, testPlace, type TestTree } from './test-files.ts';

/** Pattern of the test files. */
export const policyTestGlob = 'policies/**/*.test.{yaml,yml}';

/** Reads the tests of lint policies. */
export function readPolicyTests(files: TestTree): TestFiles<PolicyTest> {
  return readTestFiles(files, [policyTestGlob], (reading, { root, isBroken }) => {
    if (root === undefined || isBroken === true) return [];
    return readTable(reading, root, policyTests).tests?.flatMap((test) => testOf(reading, test) ?? []) ?? [];
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
  return {
    name: name.text,
    place,
    policy: policy.text,
    policyPlace: nodePlace(reading, policy.node),
    environment: environment?.text,
    environmentPlace: environment === undefined ? place : nodePlace(reading, environment.node),
    resource: documentOf(reading.source, resource),
    expect,
    expectPlace: entryPlace(reading, node, 'expect'),
    message: message?.text,
    messagePlace: entryPlace(reading, node, 'message'),
  };
}

function documentOf(source: Source, root: DocumentNode): YamlDocument {
  return { source, index: 0, range: { start: root.start, end: root.end }, root, comments: [] };
}
