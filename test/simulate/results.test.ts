/** The results of tests as documents: for programs by the library, and as JSON by its schema. */
import path from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import resultsSchema from '../../schemas/test-results.schema.json' with { type: 'json' };
import testSchema from '../../schemas/test.schema.json' with { type: 'json' };
import { requestGiven } from '../../src/commands/trace/trace-facts.ts';
import { explainField } from '../../src/derive/explain/explain.ts';
import { requestTests } from '../../src/kinds/documents/request-test.ts';
import type { UserError } from '../../src/model/errors.ts';
import {
  EdgewrightError,
  expectRequest,
  loadWorkspace,
  test as runTests,
} from '../../src/package/library/library.ts';
import { caseFiles } from './case-files.ts';

const folder = path.join(import.meta.dirname, '../../examples/bookshop');
const admin = 'https-edge/internal/admin';
const environments = ['production'];

test('results match the schema, whatever the result', async () => {
  const workspace = await loadWorkspace({ folder, env: {} });
  const validate = new Ajv({ strict: false }).compile(resultsSchema);
  const requests = [
    { name: 'ok', request: admin, given: { ip_restriction: 'refused' }, expect: { status: 403 } },
    { name: 'failed', request: admin, given: { ip_restriction: 'refused' }, expect: { backend: 'tools' } },
    { name: 'failed', request: admin, expect: { backend: 'tools' } },
    { name: 'undecided', request: admin, expect: { status: 403 } },
  ];
  const output = await runTests(workspace, { environments, requests });
  expect(output.tests.map(({ name, result }) => name === result)).toEqual([true, true, true, true]);
  expect(validate(output), JSON.stringify(validate.errors)).toBe(true);
});

test('the tests of the files, of requests and of policies, are run without options', async () => {
  const workspace = await loadWorkspace({ folder, env: {} });
  const { counts, tests } = await runTests(workspace);
  expect(tests.filter(({ policy }) => policy !== undefined)).toHaveLength(12);
  expect(counts).toEqual({ ok: 45, failed: 0, undecided: 0 });
});

describe('expectRequest', () => {
  test('passes', async () => {
    const workspace = await loadWorkspace({ folder, env: {} });
    await expectRequest(workspace, {
      request: 'https://status.harbourbooks.example/',
      expect: { status: 200 },
    });
  });

  test.each([
    [{ expect: { login: 'google' }, given: { ip_restriction: 'allowed' } }, 'expected a login with google'],
    [{ expect: { status: 403 } }, '`given.ip_policies` is needed and not given'],
    [{ expect: {} }, '`expect` is empty'],
    [{ expect: { status: 200 }, from: { country: 5 } }, '`country` must be a string'],
  ])('%j: %s', async (more, message) => {
    const workspace = await loadWorkspace({ folder, env: {} });
    const wrong = expectRequest(workspace, { environments, request: admin, ...more });
    await expect(wrong).rejects.toBeInstanceOf(EdgewrightError);
    await expect(wrong).rejects.toThrow(message);
  });
});

test('the schema of test files takes each of the cases', () => {
  const validate = new Ajv({ strict: false }).compile(testSchema);
  for (const { test: request } of [...caseFiles.values()].flat()) {
    const document = { tests: [{ name: 'case', ...request }] };
    expect(validate(document), JSON.stringify([request, validate.errors])).toBe(true);
  }
});

describe('each fact that a test may give', () => {
  const { from, given } = requestTests.fields.tests.item.fields;
  const facts = Object.entries({ from: from.long, given }).flatMap(([group, { fields }]) =>
    Object.keys(fields).map((name) => [`${group}.${name}`] as const),
  );

  test.each(facts)('%s has an example that `--fact` takes, and a misspelled one leads to it', (fact) => {
    const explanation = explainField(`test.${fact}`);
    if ('suggestions' in explanation) throw new Error(`${fact} is not explained`);
    const [group = '', name = ''] = fact.split('.');
    const [example] = (explanation.example as { tests: Record<string, Record<string, unknown>>[] }).tests;
    const value = JSON.stringify(example?.[group]?.[name]);
    const read = (text: string): unknown =>
      requestGiven('https://shop.example.com/', { method: 'GET', fact: [text] }).document;
    // A trace follows each edge: there is an option that names one.
    if (fact === 'given.edge') expect(() => read(`${fact}: ${value}`)).toThrow('a trace follows each edge');
    else expect(read(`${fact}: ${value}`)).toMatchObject(example ?? {});
    const meant = (text: string): unknown => {
      try {
        return read(text);
      } catch (error) {
        return (error as UserError).help;
      }
    };
    expect(meant(`${name}: ${value}`)).toBe(`did you mean \`${fact}\`?`);
    // A third letter makes a different word of two.
    if (name.length > 2) expect(meant(`${fact}x: ${value}`)).toBe(`did you mean \`${name}\`?`);
  });
});
