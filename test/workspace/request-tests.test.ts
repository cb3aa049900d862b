import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Diagnostic } from '../../src/model/diagnostic.ts';
import { readTests } from '../../src/workspace/settings/request-tests.ts';
import { readYaml } from '../../src/derive/yaml/read-yaml.ts';

interface Case {
  readonly name: string;
  /** What follows the request of the first test. */
  readonly text: string;
  /** The number of tests without a mistake; 1 by default. */
  readonly tests?: number;
  /** `<text at the place> | <message> | <help>` of each. */
  readonly findings?: readonly string[];
  /** Of the request, by name. */
  readonly headers?: Readonly<Record<string, readonly string[]>>;
  readonly given?: object;
  readonly expect?: object;
}

const cases = parse(
  readFileSync(new URL('request-test-cases.yaml', import.meta.url), 'utf8'),
) as readonly Case[];

test.each(cases.map((one) => [one.name, one] as const))('%s', (_, one) => {
  const source = { path: 'tests/a.yaml', text: one.text };
  const diagnostics: Diagnostic[] = [];
  const tests = readYaml(source).documents.flatMap((document) =>
    readTests({ source, diagnostics }, document),
  );
  const said = diagnostics.map(({ place, message, help = '', fix }) =>
    [source.text.slice(place.start, place.end), message, help, fix?.title ?? '']
      .filter((part) => part !== '')
      .join(' | '),
  );
  expect(said).toEqual(one.findings ?? []);
  expect(tests).toHaveLength(one.tests ?? (one.findings === undefined ? 1 : 0));
  const [first] = tests;
  if (one.headers !== undefined) expect(Object.fromEntries(first?.facts.headers ?? [])).toEqual(one.headers);
  if (one.given !== undefined) expect(first?.facts.given).toEqual(one.given);
  if (one.expect !== undefined) expect(first?.expect).toEqual(one.expect);
});
