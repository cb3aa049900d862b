import type { Diagnostic } from '../../model/diagnostic.ts';
import type { DocumentNode, YamlDocument } from '../../model/document.ts';
import type { Expectation, PolicyTest, PolicyTestFile } from '../../model/policy/policy-test.ts';
import type { Source } from '../../model/document.ts';
import { discover } from '../files/discover.ts';
import { diskTree, type FileTree } from '../files/file-tree.ts';
import { outerIgnored } from '../files/find-root.ts';
import { startGlobs } from '../files/glob.ts';
import { readDocuments, type Load } from '../load.ts';
import {
  isNull,
  listItems,
  nodePlace,
  readFields,
  reportNode,
  stringOf,
  wordOf,
  type TreeReading,
} from '../yaml/read-tree.ts';

/** Where test files are looked for. */
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

/** A file may have any name when it is named itself. */
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
  const tests: PolicyTest[] = [];
  readFields(reading, root, 'a policy test file', {
    tests: (node) => {
      for (const item of listItems(reading, node, '`tests`')) {
        const test = readTest(reading, item);
        if (test !== undefined) tests.push(test);
      }
    },
  });
  return tests;
}

const expectations: readonly Expectation[] = ['pass', 'fail', 'not-applicable'];

type Draft = { -readonly [K in keyof PolicyTest]?: PolicyTest[K] | undefined };

function readTest(reading: TreeReading, node: DocumentNode): PolicyTest | undefined {
  const place = nodePlace(reading, firstKey(node));
  const draft: Draft = { place, policyPlace: place, environmentPlace: place };
  readFields(reading, node, 'a policy test', {
    name: (value) => (draft.name = stringOf(reading, value, '`name`')),
    policy: (value) => {
      draft.policy = stringOf(reading, value, '`policy`');
      draft.policyPlace = nodePlace(reading, value);
    },
    environment: (value) => {
      draft.environment = stringOf(reading, value, '`environment`');
      draft.environmentPlace = nodePlace(reading, value);
    },
    resource: (value) => (draft.resource = documentOf(reading.source, value)),
    expect: (value) => (draft.expect = wordOf(reading, value, 'expectation', expectations)),
    message: (value) => (draft.message = stringOf(reading, value, '`message`')),
  });
  return isComplete(reading, node, draft) ? draft : undefined;
}

const needed = ['name', 'policy', 'resource', 'expect'] as const;

function isComplete(reading: TreeReading, node: DocumentNode, draft: Draft): draft is PolicyTest {
  const lacking = needed.filter((key) => draft[key] === undefined);
  for (const key of lacking) {
    if (node.type !== 'map' || hasKey(node, key)) continue;
    reportNode(reading, 'missing-field', firstKey(node), `this test has no \`${key}\``);
  }
  const isIdle = draft.message !== undefined && draft.expect !== 'fail';
  if (isIdle && draft.expect !== undefined) {
    reportNode(reading, 'misplaced-field', firstKey(node), 'only a test that expects `fail` has a `message`');
  }
  return lacking.length === 0;
}

function documentOf(source: Source, root: DocumentNode): YamlDocument {
  return { source, index: 0, range: { start: root.start, end: root.end }, root, comments: [] };
}

function hasKey(node: DocumentNode, key: string): boolean {
  return node.type === 'map' && node.entries.some((entry) => entry.key.value === key && !isNull(entry.value));
}

function firstKey(node: DocumentNode): DocumentNode {
  return node.type === 'map' ? (node.entries[0]?.key ?? node) : node;
}
