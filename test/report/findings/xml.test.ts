import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { inert } from '../../../src/report/text/inert.ts';
import { xmlAttributes, xmlText } from '../../../src/report/text/xml.ts';
import '../../property-seed.ts';
import { runs } from '../../runs.ts';

/** The text as an XML parser reads it from the content and from an attribute of an element. */
function read(text: string): { readonly content: string; readonly attribute: string } {
  let content = '';
  let attribute = '';
  const parser = new SaxesParser();
  parser.on('opentag', ({ attributes }) => (attribute = attributes['a'] ?? ''));
  parser.on('text', (part) => (content += part));
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(`<x${xmlAttributes({ a: text })}>${xmlText(text)}</x>`).close();
  return { content, attribute };
}

test('any text can be written, and reads back unchanged except for characters that XML excludes', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('<', '>', ']', '&', ';', '"', "'", '\n', '\r', '\t', ' ', '-', '!') }),
    fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const expected = inert(text).replaceAll(
        /[\p{Surrogate}\ufffe\uffff]/gu,
        (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
      );
      expect(read(text)).toEqual({ content: expected, attribute: expected });
    }),
    { numRuns: runs(1000) },
  );
});
