import type { FileTree } from '../files/file-tree.ts';
import type { IgnoreRules } from '../files/ignored.ts';
import type { TreeReading } from '../documents/read-tree.ts';
import type { YamlDocument, DocumentNode, Place } from '../../model/document.ts';
import type { TestFiles } from '../../model/traffic/test-report.ts';
import { discover } from '../files/discover.ts';
import { startGlobs } from '../../text/patterns/glob.ts';
import { type Load, readDocuments } from '../load.ts';
import { nodePlace } from '../../derive/yaml/node-place.ts';
import { entryOf } from '../../derive/yaml/document-tree.ts';
import type { StringValue } from '../documents/read-table.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { problem } from '../../model/problem.ts';
import { quoted } from '../../text/quoted.ts';

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

/** The files of a workspace among which its tests are. */
export interface TestTree {
  readonly tree: FileTree;
  readonly ignored: IgnoreRules;
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
