import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments, stringify } from 'yaml';
import type { DocumentNode, Range, YamlDocument } from '../../../src/model/document.ts';
import { readQuickly, readYaml } from '../../../src/derive/yaml/read-yaml.ts';
import { readThoroughly } from '../../../src/derive/yaml/read-yaml-thorough.ts';
import { runs } from '../../runs.ts';

/** Pieces of YAML that mean something next to each other. */
const pieces =
  `a|b: |c:|- |-|\n|\n  |\n    |\n |#x| # c|"q"|'s'|"\\n"|: |,|[|]|{|}|\\||\\|-|\n---\n|---|null|1|0x1F|1.5|~|true|  |x y|$(v)|/p|*|&a |!t |? |\n- |\n  - |<<: |>|"|'|\t|k: v|- k: v|[a, b]|{a: b}|{ a: [1, "2"] }|\n\n|é|%|@|''|...|-1|.5|a#b|\r\n`
    .split(/(?<!\\)\|/)
    .map((piece) => piece.replaceAll('\\|', '|'));

const ordinary = [
  'a: 1\nb:\n  - x\n  - y: z\n    w: "q"\nc: [1, 2]\nd: {a: b, c: [d]}\ne: |\n  text\n\n  more\nf: # c\n  g: 1\nh:\n- i\n- - j\n  - k\n',
  '---\na: b\n---\nc: d\n',
  '# x\n\na:\n\n  # c\n  b: 1\n # d\nc:\n',
  ...filesBelow(new URL('../../../examples/', import.meta.url)),
];

function filesBelow(folder: URL): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'));
}

const soup = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((parts) => parts.join(''));

const spliced = fc
  .record({
    base: fc.constantFrom(...ordinary),
    at: fc.nat(10_000),
    gone: fc.nat(3),
    piece: fc.option(fc.constantFrom(...pieces), { nil: '' }),
  })
  .map(({ base, at, gone, piece }) => {
    const start = at % (base.length + 1);
    return base.slice(0, start) + piece + base.slice(start + gone);
  });

const anyText = fc.oneof(soup, spliced);

describe('the quick reader', () => {
  test('reads the examples', () => {
    const read = ordinary.filter((text) => readQuickly({ path: 'x', text }) !== undefined);
    expect(read.length).toBeGreaterThan(ordinary.length * 0.8);
  });

  test('reads what it reads exactly as the library does, ranges and comments included', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const source = { path: 'x', text };
        const quick = readQuickly(source);
        fc.pre(quick !== undefined);
        const thorough = readThoroughly(source);
        expect(thorough.diagnostics).toEqual([]);
        expect(quick).toEqual(thorough.documents);
      }),
      { numRuns: runs(2000), maxSkipsPerRun: 1000 },
    );
  });
});

describe('any text', () => {
  test('is read without an exception, with every place inside it', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { documents, diagnostics } = readYaml({ path: 'x', text });
        for (const { place } of diagnostics) expect(isInside(place, text)).toBe(true);
        for (const document of documents)
          for (const node of nodesOf(document)) expect(isInside(node, text)).toBe(true);
      }),
      { numRuns: runs(1000) },
    );
  });

  test('has an error exactly when the library or one of our own rules says so', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const isFine = parseAllDocuments(text, { prettyErrors: false, uniqueKeys: false }).every(
          ({ errors }) => errors.length === 0,
        );
        const { diagnostics } = readYaml({ path: 'x', text });
        const isSyntax = diagnostics.some(({ rule }) => rule === 'yaml-syntax');
        if (!isFine) expect(diagnostics.length).toBeGreaterThan(0);
        if (isFine && isSyntax) expect(text).toMatch(/%|[&*]|\.\.\./);
      }),
      { numRuns: runs(1000) },
    );
  });
});

describe('ranges', () => {
  const value = fc.jsonValue({ maxDepth: 4 });

  test('the text of a value says the same value again', () => {
    fc.assert(
      fc.property(value, fc.constantFrom(2, 4), fc.boolean(), (tree, indent, isFlow) => {
        const text = stringify(
          { root: tree },
          { indent, collectionStyle: isFlow ? 'flow' : 'any', version: '1.2', schema: 'core' },
        );
        const { documents } = readYaml({ path: 'x', text });
        for (const document of documents)
          for (const node of nodesOf(document)) expect(again(text, node)).toEqual(plain(node));
      }),
      { numRuns: runs(300) },
    );
  });
});

/** The value of a node's text when it is parsed alone, at its own column. */
function again(text: string, node: DocumentNode): unknown {
  const column = node.start - (text.lastIndexOf('\n', node.start - 1) + 1);
  const isBlock = node.type === 'scalar' ? node.style === 'literal' || node.style === 'folded' : !node.flow;
  const isScalarBlock = isBlock && node.type === 'scalar';
  const own = text.slice(node.start, node.end);
  const alone = isScalarBlock ? `x: ${own}` : `${' '.repeat(column)}${own}`;
  const { documents } = readYaml({ path: 'x', text: alone });
  const root = documents[0]?.root;
  if (isScalarBlock && root?.type === 'map') return plain(root.entries[0]!.value);
  return root === undefined ? null : plain(root);
}

function plain(node: DocumentNode): unknown {
  if (node.type === 'scalar') return node.value;
  if (node.type === 'list') return node.items.map(plain);
  return node.entries.map(({ key, value }) => [String(key.value), plain(value)]);
}

function* nodesOf({ root }: YamlDocument): Generator<DocumentNode> {
  if (root !== undefined) yield* below(root);
}

function* below(node: DocumentNode): Generator<DocumentNode> {
  yield node;
  if (node.type === 'list') for (const item of node.items) yield* below(item);
  if (node.type !== 'map') return;
  for (const { key, value } of node.entries) {
    yield key;
    yield* below(value);
  }
}

function isInside({ start, end }: Range, text: string): boolean {
  return 0 <= start && start <= end && end <= text.length;
}
