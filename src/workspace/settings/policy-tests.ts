import { entryOf } from '../../derive/yaml/document-tree.ts';
import { startGlobs } from '../../text/patterns/glob.ts';
import { policyTests } from '../../kinds/documents/policy-test.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { DocumentNode, Place, Source, YamlDocument } from '../../model/document.ts';
import type { PolicyTest } from '../../model/policy.ts';
import { problem } from '../../model/problem.ts';
import { quoted } from '../../text/quoted.ts';
import type { TestFiles } from '../../model/traffic/test-report.ts';
import { meaningsOf } from '../documents/document-meanings.ts';
import { type FieldValue, readTable, type StringValue, whole } from '../documents/read-table.ts';
import { discover } from '../files/discover.ts';
import type { FileTree } from '../files/file-tree.ts';
import type { IgnoreRules } from '../files/ignored.ts';
import { type Load, readDocuments } from '../load.ts';
import { type TreeReading } from '../documents/read-tree.ts';
import { nodePlace } from '../../derive/yaml/node-place.ts';

/** The files of a workspace among which its tests are. */
export interface TestTree {
  readonly tree: FileTree;
  readonly ignored: IgnoreRules;
}

/** Reads the files of tests that patterns select. */
export function readTestFiles<Test>(
  { tree, ignored }: TestTree,
  patterns: readonly string[],
  testsOf: (reading: TreeReading, document: YamlDocument) => readonly Test[],
): TestFiles<Test> {
  const found = discover(tree, startGlobs(patterns).state, ignored);
  const load: Load = { tree, sources: new Map(), diagnostics: [...found.diagnostics] };
  const files = found.paths.flatMap((path) => {
    const documents = readDocuments(load, path);
    const source = load.sources.get(path);
    if (source === undefined) return [];
    const reading: TreeReading = { source, diagnostics: load.diagnostics };
    return [{ source, tests: documents.flatMap((document) => testsOf(reading, document)) }];
  });
  return { files, diagnostics: load.diagnostics };
}

/** The place of a test: its name, or whatever it begins with. */
export function testPlace(reading: TreeReading, node: DocumentNode): Place {
  return nodePlace(reading, node.type === 'map' ? (node.entries[0]?.value ?? node) : node);
}

export function entryPlace(reading: TreeReading, node: DocumentNode, name: string): Place {
  return nodePlace(reading, entryOf(node, name)?.value ?? node);
}

/** The finding of a test with the name of one before it. */
export function sameTestName(reading: TreeReading, name: StringValue, before: StringValue): Diagnostic {
  return problem(
    'test-same-name',
    nodePlace(reading, name.node),
    `two tests have the name ${quoted(name.text)}`,
    {
      severity: 'warn',
      related: [{ place: nodePlace(reading, before.node), label: 'the first one' }],
      help: 'give each a name of its own: results and `--name` tell tests apart by it',
    },
  );
}

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
