import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { completionContext } from '../../src/lsp/completion/completion-context.ts';
import { documentAround, roughParse } from '../../src/lsp/rough-parse/rough-parse.ts';
import type { DocumentNode } from '../../src/model/document.ts';
import type { Path } from '../../src/model/value.ts';
import { readYaml } from '../../src/derive/yaml/read-yaml.ts';
import { cursor } from './stage.ts';
import { runs } from '../runs.ts';

/** Where the cursor is, in short: what can be typed, the path, what it replaces. */
function contextOf(marked: string): string {
  const text = marked.replace(cursor, '');
  const context = completionContext(text, marked.indexOf(cursor));
  if (context === undefined) return 'nothing';
  const { at, path: way, start, end, siblings } = context;
  const beside = siblings.size === 0 ? '' : ` beside ${[...siblings].join(',')}`;
  return `${at} ${way.join('.') || '.'} <${text.slice(start, end)}>${beside}`;
}

describe('what can be typed', () => {
  test.each([
    ['an empty text', '▮', 'either . <>'],
    ['a half key', 'ki▮', 'either . <ki>'],
    ['behind a key', 'kind: ▮', 'value kind <>'],
    ['a half value', 'kind: end▮', 'value kind <end>'],
    ['a value that touches its colon', 'kind:▮', 'value kind <>'],
    ['in the middle of a value', 'spec:\n  match_type: exa▮ct_path', 'value spec.match_type <exact_path>'],
    ['below an open key', 'spec:\n  ▮', 'either spec <>'],
    ['below an open key, at its column', 'spec:\n▮', 'either . <> beside spec'],
    ['between keys', 'spec:\n  a: 1\n  ▮\n  b: 2', 'either spec <> beside a,b'],
    ['back out of a level', 'spec:\n  a:\n    b: 1\n  ▮', 'either spec <> beside a'],
    ['below a value', 'a: 1\n  ▮', 'nothing'],
    ['a list item', 'uses:\n  - ▮', 'either uses.0 <>'],
    ['the second item, at the column of its key', 'uses:\n- a\n- b▮', 'either uses.1 <b>'],
    ['a key in a list item', 'l:\n  - a: 1\n    ▮', 'either l.0 <> beside a'],
    ['a list in a list', 'l:\n  - - x▮', 'either l.0.0 <x>'],
    ['braces', 'a: { ▮', 'key a <>'],
    ['the second key in braces', 'a: { b: 1, c▮ }', 'key a <c> beside b'],
    ['a value in braces', 'a: { b: ▮ }', 'value a.b <>'],
    ['brackets', 'a: [x, ▮]', 'either a.1 <>'],
    ['brackets in braces over lines', 'a: {\n  b: [\n    x,\n    y▮', 'either a.b.1 <y>'],
    ['a bracket never closed, the next key', 'a: [x\nb▮', 'either . <b> beside a'],
    ['a bracket never closed, deeper', 's:\n  a: { b: [x\n  c: ▮', 'value s.c <>'],
    ['quotes', 'a: "x▮"', 'value a <x>'],
    ['quotes never closed', 'a: "x▮', 'value a <x>'],
    ['a quoted key', '"a b": ▮', 'value a b <>'],
    ['a comment', 'a: 1 # ▮', 'nothing'],
    ['a comment that hides', 'a: 1 # edgewright-ignore cb-▮num: x', 'rule . <cb-num>'],
    ['the second rule in it', '# edgewright-ignore cb-a, cb-▮', 'rule . <cb-> '],
    ['its reason', '# edgewright-ignore cb-a: be▮', 'nothing'],
    ['a `#` that begins no comment', 'a: x#▮', 'value a <x#>'],
    ['a block scalar', 'a: |\n  x▮', 'nothing'],
    ['an expression in a block scalar', 'a: |-\n  x $(n▮', 'expression a <$(n>'],
    ['behind a block scalar', 'a: >\n  x: y\nb▮', 'either . <b> beside a'],
    ['an expression', 'a: x-$(▮)-y', 'expression a <$()>'],
    ['an expression in braces', 'a: { b: $(secret:▮ }', 'expression a.b <$(secret:>'],
    ['a closed expression', 'a: $(n)▮', 'value a <$(n)>'],
    ['a literal `$(`', 'a: $$(▮', 'value a <$$(>'],
    ['another document', 'a: 1\n---\nb: 1\n▮', 'either . <> beside b'],
    ['a document above', '▮\n---\nb: 1', 'either . <>'],
    ['a tab', 'a:\n\t▮', 'either a <>'],
    ['an anchor', 'a: &x ▮', 'value a <>'],
    ['Windows line ends', 'a:\r\n  b: 1\r\n  ▮\r\n', 'either a <> beside b'],
  ])('%s', (_is, marked, expected) => {
    expect(contextOf(marked)).toBe(expected.trimEnd());
  });
});

const root = path.join(import.meta.dirname, '../../examples');
const texts = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => readFileSync(path.join(root, file), 'utf8'));

function keysOf(node: DocumentNode | undefined, way: Path): string[] {
  if (node?.type === 'map')
    return node.entries.flatMap(({ key, value }) => {
      const own = [...way, String(key.value)];
      return [`${own.join('.')}@${key.start}`, ...keysOf(value, own)];
    });
  if (node?.type === 'list') return node.items.flatMap((item, index) => keysOf(item, [...way, index]));
  return [];
}

test('of what can be read it sees what the reader sees', () => {
  let seen = 0;
  for (const text of texts) {
    for (const { root: tree, range, isBroken } of readYaml({ path: 'x.yaml', text }).documents) {
      if (isBroken === true) continue;
      const { keys } = roughParse(text, documentAround(text, range.end - 1));
      const own = keys.map(({ path: way, start }) => `${way.join('.')}@${start}`);
      // A key that is declared twice is in the tree once.
      if (new Set(keys.map(({ path: way }) => way.join('.'))).size < keys.length) continue;
      expect(own.sort()).toEqual(keysOf(tree, []).sort());
      seen += own.length;
    }
  }
  expect(seen).toBeGreaterThan(300);
});

test('any text, cut anywhere, has an answer whose range is on both sides of the cursor', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...texts),
      fc.nat(),
      fc.nat(),
      fc.constantFrom('', '[', '{', '"', "'", '- ', ': ', '$(', '\n', '\r\n', '#', '|\n', '---\n', '😀'),
      (whole, at, length, inserted) => {
        const from = at % (whole.length + 1);
        const text = whole.slice(0, from) + inserted + whole.slice(from + (length % 40));
        const offset = from + inserted.length;
        const context = completionContext(text, offset);
        if (context === undefined) return;
        expect(context.start).toBeLessThanOrEqual(offset);
        expect(context.end).toBeGreaterThanOrEqual(offset);
      },
    ),
    { numRuns: runs(2000) },
  );
});
