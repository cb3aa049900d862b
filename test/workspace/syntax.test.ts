import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseExpression, type Piece } from '../../src/workspace/syntax.ts';

interface Case {
  readonly text: string;
  readonly pieces?: readonly string[];
  readonly problems?: readonly string[];
}

const cases = parse(readFileSync(new URL('syntax-cases.yaml', import.meta.url), 'utf8')) as readonly Case[];

test.each(cases)('$text', ({ text, pieces, problems = [] }) => {
  const read = parseExpression(text);
  expect(read.problems.map(({ rule, start, end, message }) => `${rule}@${start}-${end} ${message}`)).toEqual(
    problems,
  );
  if (pieces !== undefined) expect(read.pieces.map(shown)).toEqual(pieces);
});

function shown(piece: Piece): string {
  return `${piece.type}:${contentOf(piece)}@${piece.start}-${piece.end}`;
}

function contentOf(piece: Piece): string {
  if (piece.type === 'text') return piece.text;
  return piece.type === 'file' ? piece.path : piece.name;
}

describe('the language', () => {
  const piece = fc.oneof(
    fc.string().map((text) => ({ type: 'text' as const, text })),
    fc.constantFrom('domain', 'a-b', 'environment').map((name) => ({ type: 'variable' as const, name })),
    fc.constantFrom('A', 'SHOP_1').map((name) => ({ type: 'secret' as const, name })),
    fc.constantFrom('a.txt', 'b/c d.json').map((path) => ({ type: 'file' as const, path })),
  );

  test('reads back what was written in it', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        // A `$` in front of an expression would make it a literal one: nothing can say `$` and then a variable.
        const written = pieces.map((one) =>
          one.type === 'text' ? { ...one, text: one.text.replaceAll('$', '€') } : one,
        );
        const text = written.map(write).join('');
        const read = parseExpression(text);
        expect(read.problems).toEqual([]);
        expect(read.pieces.map(contentOf).join('|')).toBe(joined(written));
        for (const { start, end } of read.pieces) expect(start).toBeLessThan(end);
      }),
    );
  });

  test('takes any text, in order and without overlap', () => {
    const text = fc.array(fc.constantFrom('$(', '$', '(', ')', 'secret:', 'file:', 'a', 'A', '$$(', '\n'), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(text, (words) => {
        const whole = words.join('');
        const { pieces } = parseExpression(whole);
        let last = 0;
        for (const one of pieces) {
          expect(one.start).toBeGreaterThanOrEqual(last);
          last = one.end;
          if (one.type === 'text') expect(whole.slice(one.start, one.end)).toBe(one.text);
        }
        expect(last).toBeLessThanOrEqual(whole.length);
      }),
    );
  });
});

type Written =
  | { type: 'text'; text: string }
  | { type: 'variable' | 'secret'; name: string }
  | { type: 'file'; path: string };

function write(one: Written): string {
  switch (one.type) {
    case 'text':
      return one.text;
    case 'variable':
      return `$(${one.name})`;
    case 'secret':
      return `$(secret:${one.name})`;
    case 'file':
      return `$(file:${one.path})`;
  }
}

/** Neighbouring texts are one piece, empty ones none. */
function joined(pieces: readonly Written[]): string {
  const contents: string[] = [];
  let wasText = false;
  for (const one of pieces) {
    const isText = one.type === 'text';
    if (isText && one.text === '') continue;
    const content = isText ? one.text : one.type === 'file' ? one.path : one.name;
    if (isText && wasText) contents.push((contents.pop() ?? '') + content);
    else contents.push(content);
    wasText = isText;
  }
  return contents.join('|');
}
