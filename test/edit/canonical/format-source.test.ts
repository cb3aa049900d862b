import fc, { type Arbitrary } from 'fast-check';
import { expect, test } from 'vitest';
import { isMap, parseDocument, stringify, visit, type Document, type YAMLMap } from 'yaml';
import { formatSource } from '../../../src/edit/canonical/format-source.ts';
import { kinds } from '../../../src/kinds/index.ts';
import { readYaml } from '../../../src/derive/yaml/read-yaml.ts';
import { workspaceFiles } from '../../arbitraries/workspace-files.ts';
import { arbitraryWorkspace } from '../../arbitraries/workspace.ts';
import { runs } from '../../runs.ts';

const resourceTexts: Arbitrary<string> = arbitraryWorkspace({ maxResources: 3 }).map((workspace) =>
  Object.entries(workspaceFiles(workspace))
    .filter(([path]) => path.startsWith('resources/'))
    .map(([, text]) => text)
    .join('---\n'),
);

/** Files as people leave them: keys in any order, comments, blank lines, flow maps. */
const untidy: Arbitrary<{ readonly text: string; readonly comments: readonly string[] }> = fc
  .tuple(resourceTexts, fc.infiniteStream(fc.nat(19)))
  .map(([text, stream]) => {
    const next = (): number => stream.next().value as number;
    const comments: string[] = [];
    const texts = text.split(/^---\n/m).map((one) => untidied(parseDocument(one), next, comments));
    return { text: texts.join('---\n'), comments };
  });

function untidied(document: Document, next: () => number, comments: string[]): string {
  const comment = (): string => {
    comments.push(` comment ${comments.length}.`);
    return comments.at(-1)!;
  };
  visit(document, {
    Map: (_, map) => {
      shuffle(map, next);
      if (next() === 0 && !hasLongText(map)) {
        map.flow = true;
        return visit.SKIP;
      }
      for (const { key, value } of map.items as { key: Decorated; value: Decorated | null }[]) {
        const choice = next();
        if (choice < 4) key.commentBefore = comment();
        if (choice === 5) key.spaceBefore = true;
        if (choice > 15 && value !== null && !isMap(value)) value.comment = comment();
      }
      return undefined;
    },
  });
  return document.toString({ lineWidth: 0 });
}

interface Decorated {
  commentBefore?: string | null;
  comment?: string | null;
  spaceBefore?: boolean;
}

function shuffle(map: YAMLMap, next: () => number): void {
  const weights = new Map(map.items.map((item) => [item, next()]));
  map.items.sort((a, b) => weights.get(a)! - weights.get(b)!);
}

function hasLongText(map: YAMLMap): boolean {
  return stringify(map).includes('|');
}

const read = (source: Parameters<typeof readYaml>[0]) => readYaml(source).documents;

test('formatting is idempotent, changes no value, loses no comment and puts keys in the order of the tables', () => {
  let moved = 0;
  fc.assert(
    fc.property(untidy, ({ text, comments }) => {
      expect(readYaml({ path: 'a.yaml', text }).diagnostics).toEqual([]);
      const once = formatSource({ path: 'a.yaml', text }, { read });
      if (once !== text) moved++;
      expect(formatSource({ path: 'a.yaml', text: once }, { read })).toBe(once);
      expect(valuesOf(once)).toEqual(valuesOf(text));
      for (const comment of comments) expect(once.split(`#${comment}`), text).toHaveLength(2);
      expect(charactersOf(once)).toBe(charactersOf(text));
      for (const { kind, keys } of specsOf(once)) expect(keys, once).toEqual(inTableOrder(kind, keys));
    }),
    { numRuns: runs(80) },
  );
  expect(moved).toBeGreaterThan(runs(40));
});

/** Nothing but order changes: each character is there as often as before. */
function charactersOf(text: string): string {
  return Array.from(text.replaceAll(/\s/g, '')).sort().join('');
}

function valuesOf(text: string): unknown {
  return text.split(/^---\n/m).map((one) => parseDocument(one).toJS() as unknown);
}

function specsOf(text: string): readonly { kind: keyof typeof kinds; keys: readonly string[] }[] {
  return (valuesOf(text) as { kind: string; spec: object }[]).flatMap(({ kind, spec }) =>
    kind in kinds ? [{ kind: kind as keyof typeof kinds, keys: Object.keys(spec) }] : [],
  );
}

function inTableOrder(kind: keyof typeof kinds, keys: readonly string[]): readonly string[] {
  const order = Object.keys(kinds[kind].fields);
  return [...keys].sort((a, b) => order.indexOf(a) - order.indexOf(b));
}
