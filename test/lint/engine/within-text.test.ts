import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { walk } from '../../../src/derive/yaml/document-tree.ts';
import { withinText } from '../../../src/lint/locate/within-text.ts';
import type { ScalarNode } from '../../../src/model/document.ts';
import { readYaml } from '../../../src/derive/yaml/read-yaml.ts';
import { runs } from '../../runs.ts';

function scalarIn(text: string): ScalarNode {
  const { node } = walk(readYaml({ path: 'a.yaml', text }).documents[0]!.root!, ['a', 'b']);
  expect(node.type).toBe('scalar');
  return node as ScalarNode;
}

/** The text of the file at a part of the value. */
function part(text: string, start: number, end: number): string | undefined {
  const range = withinText({ path: 'a.yaml', text }, scalarIn(text), { start, end });
  return range === undefined ? undefined : text.slice(range.start, range.end);
}

const value = fc
  .array(
    fc.constantFrom(
      'a',
      'bc',
      ' ',
      '  ',
      '\n',
      '\n\n',
      "'",
      '"',
      '\\',
      'é',
      '日本',
      '👩',
      ': x',
      '#',
      '\t',
      '-',
      '|',
    ),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(''));
const style = fc.constantFrom('PLAIN', 'QUOTE_SINGLE', 'QUOTE_DOUBLE', 'BLOCK_LITERAL', 'BLOCK_FOLDED');

describe('a part of a value in the text of the file', () => {
  test('every character is found, in any style', () => {
    let found = 0;
    let all = 0;
    fc.assert(
      fc.property(value, style, (text, type) => {
        const written = stringify({ a: { b: text } }, { defaultStringType: type, lineWidth: 0 });
        const node = scalarIn(written);
        if (node.value !== text) return;
        for (let i = 0; i < text.length; i++) {
          const character = text.charAt(i);
          if (/[\s\ud800-\udfff]/.test(character)) continue;
          all++;
          const shown = part(written, i, i + 1);
          if (shown === undefined) continue;
          found++;
          expect(
            [character, `\\${character}`, `''`, JSON.stringify(character).slice(1, -1)],
            written,
          ).toContain(shown);
        }
      }),
      { numRuns: runs(1000) },
    );
    // A folded scalar of odd white space may be given up; then the whole value is shown.
    expect(found / all).toBeGreaterThan(0.97);
  });

  test.each([
    ['literal', 'a:\n  b: |\n    one\n    two\n', 4, 7, 'two'],
    ['literal with an indentation of its own', 'a:\n  b: |2\n      one\n    two\n', 6, 9, 'two'],
    ['folded', 'a:\n  b: >-\n    one\n    two\n', 4, 7, 'two'],
    ['escapes', 'a:\n  b: "x\\ty\\u00e9z"\n', 3, 4, '\\u00e9'],
    ['empty lines in double quotes', 'a:\n  b: "one\n\n\n    two"\n', 5, 8, 'two'],
    ['a line that goes on after CRLF', 'a:\r\n  b: "one \\\r\n    two"\r\n', 4, 7, 'two'],
    ['a plain text over two lines', 'a:\n  b: one\n    two\n', 4, 7, 'two'],
  ])('%s', (_, text, start, end, expected) => {
    expect(part(text, start, end)).toBe(expected);
  });
});
