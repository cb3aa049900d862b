/** Requests under which literals hold. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { RequestFacts } from '../../../src/model/traffic/request-facts.ts';
import type { Literal } from '../../../src/simulate/unknown/term.ts';
import { doesHold, requestFor } from '../../../src/simulate/unknown/witness.ts';
import { variablesOf } from '../../../src/simulate/unknown/witness-request.ts';
import { runs } from '../../runs.ts';
import { atoms, values } from './random-literals.ts';
import { literal, literalOf } from './written-literals.ts';

const base = 'https://app.example.com';

interface Case {
  readonly name: string;
  readonly possible: readonly (readonly string[])[];
  readonly unsent?: readonly (readonly string[])[];
  readonly impossible: readonly (readonly string[])[];
}

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');
const cases = ['compatible.yaml', 'witness.yaml'].flatMap((file) => parse(read(file)) as readonly Case[]);

describe.each(cases)('$name', ({ possible, unsent = [], impossible }) => {
  test.each(possible)('a request: %j', (...texts) => {
    const literals = texts.map(literalOf);
    const found = requestFor(literals, { base });
    expect(failing(literals, found)).toEqual([]);
    expect(found?.steps).toBeLessThanOrEqual(3000);
  });

  test.each([...unsent, ...impossible])('no request: %j', (...texts) => {
    const literals = texts.map(literalOf);
    const found = requestFor(literals, { base });
    expect(found === undefined || found.beyond.length > 0).toBe(true);
  });
});

/** The literals that do not hold for the request, and are not beyond it. */
function failing(literals: readonly Literal[], found: ReturnType<typeof requestFor>): readonly string[] {
  if (found === undefined) return ['no request'];
  const variables = variablesOf(found.request, base);
  return literals
    .filter((one) => !found.beyond.includes(one) && !doesHold(one, variables))
    .map(({ key, holds }) => `${holds ? '' : 'not '}${key}`);
}

test.each<readonly [string, readonly string[], Partial<RequestFacts>]>([
  ['of nothing but a missing query', ['!req.url.query.contains("a")'], { url: `${base}/` }],
  [
    'from an address, where a network is listed as well',
    ['conn.client_ip in ["10.0.0.0/8", "10.1.2.3"]'],
    { from: { ip: '10.1.2.3' } },
  ],
  [
    'from a country that is not listed',
    ['conn.geo.country_code != "DE"', 'conn.geo.country_code != "US"', 'conn.geo.country_code != ""'],
    { from: { country: 'ZZ' } },
  ],
  [
    'with texts that are apart',
    [
      'header("x").contains("ab")',
      'header("x").contains("cd")',
      '!header("x").contains("abcd")',
      '!header("x").contains("cdab")',
    ],
    { headers: new Map([['x', ['xabxcdx']]]) },
  ],
  ['with any text in a header', ['has(header("x"))'], { headers: new Map([['x', ['x']]]) }],
])('a request %s', (_name, texts, expected) => {
  expect(requestFor(texts.map(literalOf), { base })?.request).toMatchObject(expected);
});

test('requests are found for most answers of random requests', () => {
  const counts = { all: 0, found: 0 };
  fc.assert(
    fc.property(values, fc.array(atoms, { minLength: 1, maxLength: 6 }), (given, all) => {
      const literals = all
        .flatMap((atom) => [literal(atom), literal(atom, false)])
        .filter((one) => doesHold(one, (name) => given.get(name)));
      const found = requestFor(literals, { base });
      counts.all++;
      if (found === undefined) return;
      counts.found++;
      expect(failing(literals, found)).toEqual([]);
    }),
    { numRuns: runs(5000) },
  );
  expect(counts.found / counts.all).toBeGreaterThan(0.8);
});
