import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  validateBody,
  validateDocument,
  type DocumentName,
  type ShapeError,
} from '../../src/derive/schema/validate.ts';
import type { WriteOperation } from '../../src/kinds/field.ts';
import { kindNames } from '../../src/kinds/index.ts';
import type { KindName } from '../../src/kinds/kind.ts';

interface Case {
  readonly is: string;
  /** A document, or a kind and an operation: `https-route.create`. */
  readonly judge: string;
  readonly value: unknown;
  readonly errors: readonly string[];
}

const cases = parse(readFileSync(new URL('schema-cases.yaml', import.meta.url), 'utf8')) as Case[];

function errorsOf({ judge, value }: Case): readonly ShapeError[] {
  const [kind, operation] = judge.split('.');
  if (operation === undefined) return validateDocument(judge as DocumentName, value);
  return validateBody(kind as KindName, operation as WriteOperation, value);
}

test.each(cases.map((one) => [one.is, one] as const))('%s', (_, one) => {
  expect(errorsOf(one).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)).toEqual(
    one.errors,
  );
});

test('data with the keys of Object is judged like any other', () => {
  const value = JSON.parse(
    '{"kind":"endpoint","name":"x","spec":{"url":"https://x","__proto__":1,"constructor":2}}',
  ) as unknown;
  expect(validateDocument('endpoint', value).map(({ params }) => params['additionalProperty'])).toEqual([
    '__proto__',
    'constructor',
  ]);
  const bare = Object.assign(Object.create(null) as object, { kind: 'endpoint', name: 'x', spec: {} });
  expect(validateDocument('endpoint', bare)).toEqual([]);
});

test.each(kindNames)('what is no mapping is told so: %s', (kind) => {
  for (const value of [null, 1, 'x', [], undefined]) {
    expect(validateDocument(kind, value).map(({ message }) => message)).toEqual(['must be a mapping']);
    expect(validateBody(kind, 'create', value).map(({ message }) => message)).toEqual(['must be a mapping']);
  }
});

test('a body for an operation that the API does not have is a mistake of ours', () => {
  expect(() => validateBody('tls-edge', 'update', {})).toThrow('body.tls-edge.update');
});
