import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markerBytes, splitMarker, withMarker } from '../../src/derive/forms/marker.ts';
import { runs } from '../runs.ts';
import { addressHash, ownerOf } from '../../src/derive/forms/owner-id.ts';

const marker = fc.record({
  lineage: fc.uuid(),
  environment: fc.constantFrom('production', 'staging'),
  address: fc.string(),
  op: fc.stringMatching(/^[0-9a-f]{32}$/),
});

const metadata = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value)),
  fc.dictionary(fc.string(), fc.jsonValue()).map((value) => ` ${JSON.stringify(value, null, 2)} \n`),
);

test('a marker comes out as it went in, and the text of the user with it, byte for byte', () => {
  fc.assert(
    fc.property(metadata, marker, (text, { lineage, environment, address, op }) => {
      const written = { owner: ownerOf(lineage, environment), address: addressHash(address), op };
      const marked = withMarker(text, written);
      expect(splitMarker(marked)).toEqual({ text, marker: written });
      expect(Buffer.byteLength(marked) - Buffer.byteLength(text)).toBeLessThanOrEqual(markerBytes);
    }),
    { numRuns: runs(500) },
  );
});

test('metadata that is a JSON object stays one', () => {
  const marked = withMarker('{"tier":1}', {
    owner: 'a'.repeat(16),
    address: 'b'.repeat(12),
    op: 'c'.repeat(32),
  });
  expect(JSON.parse(marked)).toMatchObject({ tier: 1 });
});

test('a text without a marker is the text', () => {
  for (const text of ['', 'edgewright:nothing', '{"$edgewright":"x"}', 'a\nb'])
    expect(splitMarker(text)).toEqual({ text });
});
