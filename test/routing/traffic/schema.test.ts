import { readdirSync, readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import { parse } from 'yaml';
import { expect, test } from 'vitest';
import type { Scenario } from '../../scenarios/scenario.ts';

const scenarios = new URL('../../scenarios/cases/trace/', import.meta.url);
const ajv = new Ajv({ strict: true, allErrors: true });
const schemas = { trace: schemaOf('trace'), 'trace-corpus': schemaOf('trace-corpus') };

interface Document {
  readonly schema: keyof typeof schemas;
  readonly title: string;
  readonly document: unknown;
}

/** All outputs of `trace --format json` in the scenarios. */
const documents: readonly Document[] = readdirSync(scenarios)
  .sort()
  .flatMap((file) => {
    const { steps } = parse(readFileSync(new URL(file, scenarios), 'utf8')) as Scenario;
    return steps.flatMap(({ run = '', stdout = '' }, index): Document[] => {
      if (!/^trace .*--format json/.test(run) || stdout === '') return [];
      const schema = run.includes('--corpus') ? 'trace-corpus' : 'trace';
      return [{ schema, title: `${file}, step ${index + 1}`, document: JSON.parse(stdout) as unknown }];
    });
  });

test.each(documents)('$title matches the schema of $schema', ({ schema, document }) => {
  const validate = schemas[schema].validate;
  expect(validate(document), JSON.stringify(validate.errors, null, 1)).toBe(true);
});

test.each(['trace', 'trace-corpus'] as const)(
  'the scenarios contain every field of the schema of %s',
  (name) => {
    const seen = new Set<string>();
    for (const { schema, document } of documents) if (schema === name) collect(document, seen);
    expect(schemas[name].fields.filter((field) => !seen.has(field))).toEqual([]);
  },
);

function schemaOf(name: string): { readonly validate: ValidateFunction; readonly fields: readonly string[] } {
  const text = readFileSync(new URL(`../../../schemas/${name}.schema.json`, import.meta.url), 'utf8');
  const schema = JSON.parse(text) as object;
  return { validate: ajv.compile(schema), fields: described(schema) };
}

function described(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'properties' in schema ? Object.keys(schema.properties as object) : [];
  return [...own, ...Object.values(schema).flatMap(described)];
}

function collect(value: unknown, seen: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    seen.add(key);
    collect(inner, seen);
  }
}
