import { problem } from '../../model/problem.ts';
import { policyTests } from '../../kinds/documents/policy-test.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { DocumentNode, YamlDocument, Source } from '../../model/document.ts';
import type { PolicyTest, PolicyTestFile } from '../../model/policy/policy-test.ts';
import { discover } from '../files/discover.ts';
import { diskTree, type FileTree } from '../files/file-tree.ts';
import { outerIgnored } from '../files/find-root.ts';
import { startGlobs } from '../../domain/glob.ts';
import { readTable, whole, type FieldValue } from '../documents/read-table.ts';
import { readDocuments, type Load } from '../load.ts';
import { nodePlace, type TreeReading } from '../yaml/read-tree.ts';

/** Pattern of the test files. */
export const policyTestGlob = 'policies/**/*.test.{yaml,yml}';

export interface PolicyTestFiles {
  readonly files: readonly PolicyTestFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the test files below a workspace's root, or those at the given paths and below them. */
export function readPolicyTests(root: string, chosen: readonly string[]): PolicyTestFiles {
  const tree = diskTree(root);
  const found = discover(tree, startGlobs([policyTestGlob]).state, outerIgnored(root));
  const paths = chosen.length === 0 ? found.paths : chosen.flatMap((path) => below(tree, found.paths, path));
  const load: Load = { tree, sources: new Map(), diagnostics: [...found.diagnostics] };
  const files = [...new Set(paths)].sort().flatMap((path) => readFile(load, path));
  return { files, diagnostics: load.diagnostics };
}

/** The test files at or below a path. A file that is named explicitly may have any name. */
function below(tree: FileTree, paths: readonly string[], path: string): readonly string[] {
  const inside = paths.filter((one) => path === '' || one === path || one.startsWith(`${path}/`));
  return inside.length > 0 || tree.typeOf(path) === 'folder' ? inside : [path];
}

function readFile(load: Load, path: string): readonly PolicyTestFile[] {
  const documents = readDocuments(load, path);
  const source = load.sources.get(path);
  if (source === undefined) return [];
  const reading: TreeReading = { source, diagnostics: load.diagnostics };
  return [{ source, tests: documents.flatMap((document) => readTests(reading, document)) }];
}

function readTests(reading: TreeReading, { root, isBroken }: YamlDocument): readonly PolicyTest[] {
  if (root === undefined || isBroken === true) return [];
  return readTable(reading, root, policyTests).tests?.flatMap((test) => testOf(reading, test) ?? []) ?? [];
}

type TestFields = FieldValue<(typeof policyTests.fields.tests)['item']>;

function testOf(reading: TreeReading, read: TestFields): PolicyTest | undefined {
  const { name, policy, environment, resource, expect, message } = read;
  const place = nodePlace(reading, firstKey(read[whole]));
  if (message !== undefined && expect !== undefined && expect !== 'fail')
    reading.diagnostics.push(
      problem('misplaced-field', place, 'only a test that expects `fail` has a `message`'),
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
    message: message?.text,
  };
}

function documentOf(source: Source, root: DocumentNode): YamlDocument {
  return { source, index: 0, range: { start: root.start, end: root.end }, root, comments: [] };
}

function firstKey(node: DocumentNode): DocumentNode {
  return node.type === 'map' ? (node.entries[0]?.key ?? node) : node;
}
