/** Lint reads the policies of a workspace with our own reader of YAML, which is faster; plan and apply with the library. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../property-seed.ts';
import { parsePolicy } from '../../../src/derive/policy/traffic-policy.ts';
import { policyOf } from '../../../src/lint/domain/policy/traffic-mistakes.ts';
import { policiesOfCorpus } from './corpus.ts';

const texts = policiesOfCorpus().map(({ text }) => text);

/** Characters and pieces that change how a text is read. */
const pieces = [
  ...Array.from(' \n\t:-#\'"{}[],&*!|>%@`?~=<.0_\r\u{feff}\u{2028}\u{0}\u{d800}'),
  ...['\n  ', '- ', ': ', '---\n', '...\n', '"\n', '<<: ', '&a ', '*a', '!!str ', '0x1f', '1e3', '0o7'],
  ...['null', '.inf', 'yes', '2024-01-01', '|\n', '>-\n', '|2\n', '? ', '\\u0041'],
];

test('lint reads a policy as the plan does', () => {
  for (const text of texts) expectSameTree(text);
});

test('lint reads a policy with an edit as the plan does', () => {
  const edited = fc
    .record({
      text: fc.constantFrom(...texts),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      removed: fc.nat(6),
      added: fc.array(fc.constantFrom(...pieces), { maxLength: 2 }),
    })
    .map(({ text, at, removed, added }) => {
      const start = Math.floor(at * text.length);
      return text.slice(0, start) + added.join('') + text.slice(start + removed);
    });
  fc.assert(fc.property(edited, expectSameTree), { numRuns: 2000 });
});

function expectSameTree(text: string): void {
  const spec = { traffic_policy: text };
  const read = policyOf({ address: 'endpoint/a', kind: 'endpoint', name: 'a', labels: {}, spec })?.parsed;
  expect(read).toEqual(parsePolicy(text));
}
