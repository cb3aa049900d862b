/** Another mind: nothing that the theory calls impossible is possible to a solver. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Atom, Literal } from '../../../src/simulate/unknown/term.ts';
import { Term } from '../../../src/simulate/unknown/term.ts';
import { areCompatible } from '../../../src/simulate/unknown/theory.ts';
import { root } from '../../prove/test-files.ts';
import { patternTexts, smtQuestion } from './smt-text.ts';
import { literal, variable } from './written-literals.ts';

const all = 2000;
const atOnce = 500;
const seed = Number(process.env['PROPERTY_SEED'] ?? '20261129');

const word = fc
  .array(fc.constantFrom('a', 'b', '/', 'é', '😀'), { maxLength: 3 })
  .map((letters) => letters.join(''));
const ofText = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .constantFrom('header x', 'header x', 'header y', 'req.url.path', 'req.method')
      .map(variable),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(word, fc.constantFrom('header x', 'req.url.path').map(variable), word)
      .map((args) => call('text', args, 'string')),
  },
);
const ofNumber = fc.oneof(
  fc.constantFrom('count', 'count', 'score').map(variable),
  fc.constantFrom('header x', 'req.url.path').map((name) => call('size', [variable(name)], 'int')),
);
const number = fc.integer({ min: -1, max: 4 });
const network = fc.constantFrom(
  ...['10.0.0.0/8', '10.0.0.0/9', '10.128.0.0/9', '10.0.0.0/24', '10.0.0.1', '0.0.0.0/0', '0.0.0.0/1'],
  ...['128.0.0.0/1', '2001:db8::/32', '2001:db8::/33', '2001:db8:8000::/33', '::/0'],
);

const textAtoms: fc.Arbitrary<Atom> = fc.oneof(
  fc.record({
    is: fc.constantFrom('starting' as const, 'ending' as const, 'containing' as const),
    of: ofText,
    text: word,
  }),
  fc.record({ is: fc.constant('in' as const), of: ofText, values: fc.array(word, { maxLength: 3 }) }),
  fc.record({
    is: fc.constant('matching' as const),
    of: ofText,
    text: fc.constantFrom(...Object.keys(patternTexts)),
  }),
  fc.record({
    is: fc.constant('present' as const),
    of: fc.constantFrom('header x', 'header y').map(variable),
  }),
  fc
    .tuple(ofText, fc.oneof(ofText, word))
    .map((args) => ({ is: 'true' as const, of: call('==', args, 'bool') })),
  fc.record({ is: fc.constant('at-most' as const), of: ofNumber, bound: number }),
);
const numberAtoms: fc.Arbitrary<Atom> = fc.oneof(
  fc.record({ is: fc.constant('at-most' as const), of: ofNumber, bound: number }),
  fc.record({
    is: fc.constant('in' as const),
    of: ofNumber,
    values: fc.array(number.map(BigInt), { maxLength: 3 }),
  }),
);
const addressAtoms: fc.Arbitrary<Atom> = fc.record({
  is: fc.constant('within' as const),
  of: fc.constant(variable('conn.client_ip')),
  networks: fc.array(network, { maxLength: 3 }),
});

const conjunctions: fc.Arbitrary<readonly Literal[]> = fc
  .oneof(textAtoms, numberAtoms, addressAtoms)
  .chain(() => fc.constantFrom(textAtoms, textAtoms, numberAtoms, addressAtoms))
  .chain((atoms) => fc.array(fc.tuple(atoms, fc.boolean()), { minLength: 2, maxLength: 5 }))
  .map((each) => each.map(([atom, holds]) => literal(atom, holds)));

function call(name: string, args: readonly unknown[], type: string): Term {
  return new Term(() => false, name, { args, type });
}

test('a solver finds nothing possible that the theory calls impossible', { timeout: 1_200_000 }, () => {
  const tried = fc.sample(conjunctions, { numRuns: all, seed });
  const answers = Array.from({ length: Math.ceil(all / atOnce) }, (_, at) =>
    solved(tried.slice(at * atOnce, (at + 1) * atOnce)),
  ).flat();
  const counts = { agreed: 0, impossible: 0, undecided: 0, unanswered: 0, unsound: 0 };
  const unsound: string[] = [];
  for (const [at, literals] of tried.entries()) {
    const isPossible = areCompatible(literals);
    if (!isPossible) counts.impossible++;
    const answer = answers[at];
    if (answer === 'unknown') counts.unanswered++;
    else if (isPossible === (answer === 'sat')) counts.agreed++;
    else if (isPossible) counts.undecided++;
    else {
      counts.unsound++;
      unsound.push(literals.map(({ key, holds }) => `${holds ? '' : 'not '}${key}`).join('\n'));
    }
  }
  process.stderr.write(`seed ${seed}: ${JSON.stringify(counts)}\n`);
  expect(unsound).toEqual([]);
  const unread = answers.flatMap((answer, at) =>
    /^(?:sat|unsat|unknown)$/.test(answer) ? [] : [`${answer}\n${smtQuestion(tried[at] ?? [])}`],
  );
  expect(unread).toEqual([]);
  expect(counts.impossible).toBeGreaterThan(all / 5);
  expect(counts.agreed).toBeGreaterThan(all * 0.9);
});

function solved(tried: readonly (readonly Literal[])[]): readonly string[] {
  const output = execFileSync(
    process.execPath,
    ['bin/run-ts.mjs', path.join(import.meta.dirname, 'solver-process.ts')],
    { cwd: root, input: JSON.stringify(tried.map(smtQuestion)), maxBuffer: 10_000_000, encoding: 'utf8' },
  );
  return JSON.parse(output) as readonly string[];
}
