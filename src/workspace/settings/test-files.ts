import { startGlobs } from '../../domain/glob.ts';
import type { DocumentNode, Place, YamlDocument } from '../../model/document.ts';
import type { TestFiles } from '../../model/test-report.ts';
import { discover } from '../files/discover.ts';
import type { FileTree } from '../files/file-tree.ts';
import type { IgnoreRules } from '../files/ignored.ts';
import { readDocuments, type Load } from '../load.ts';
import { nodePlace, type TreeReading } from '../yaml/read-tree.ts';

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
  const entry = node.type === 'map' ? node.entries.find(({ key }) => key.value === name) : undefined;
  return nodePlace(reading, entry?.value ?? node);
}
