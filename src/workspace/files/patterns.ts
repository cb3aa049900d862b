import { quoted } from '../../model/problem.ts';
import type { DocumentNode } from '../../model/document.ts';
import { startGlobs } from './glob.ts';
import { listItems, reportNode, stringOf, type TreeReading } from '../yaml/read-tree.ts';

/** A list of globs, each judged by itself: one that cannot be read is reported and left out. */
export function globsOf(reading: TreeReading, node: DocumentNode, what: string): readonly string[] {
  return readPatterns(reading, node, { what, wrongOf: (glob) => startGlobs([glob]).problems.get(0) });
}

/** What `matchesGlob` takes: it knows no braces and no brackets, and no address has them. */
export function addressGlobsOf(reading: TreeReading, node: DocumentNode, what: string): readonly string[] {
  const help = '`*` stands for any characters but `/`, `**` for any, `?` for one';
  return readPatterns(reading, node, { what, wrongOf: foreignTo, help });
}

interface Patterns {
  readonly what: string;
  /** The end of the sentence that says what is wrong; undefined for nothing. */
  readonly wrongOf: (glob: string) => string | undefined;
  readonly help?: string;
}

function readPatterns(
  reading: TreeReading,
  node: DocumentNode,
  { what, wrongOf, help }: Patterns,
): readonly string[] {
  return listItems(reading, node, what).flatMap((item) => {
    const glob = stringOf(reading, item, `an item of ${what}`);
    const wrong = glob === undefined ? undefined : wrongOf(glob);
    if (glob === undefined || wrong === undefined) return glob ?? [];
    const subject = glob === '' ? `an item of ${what}` : `the pattern ${quoted(glob)}`;
    reportNode(reading, 'glob-syntax', item, `${subject} ${wrong}`, help);
    return [];
  });
}

function foreignTo(glob: string): string | undefined {
  if (glob === '') return 'is empty';
  const foreign = /[^a-z0-9/*?-]/u.exec(glob)?.[0];
  return foreign === undefined ? undefined : `has a ${quoted(foreign)}, which stands in no address`;
}
