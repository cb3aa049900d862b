import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import path from 'node:path';
import { expect, test } from 'vitest';
import { generatedFiles } from '../../src/package/codegen/generated-files.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = generatedFiles(root);

test.each([...files.keys()])('%s is what `npm run generate` writes', (name) => {
  const file = path.join(root, name);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  expect(text === files.get(name), `${name} is stale: run \`npm run generate\``).toBe(true);
});

test('the validators need no library', () => {
  const validators = [...files].filter(([name]) => name.startsWith('src/derive/schema/validators/'));
  expect(validators.length).toBeGreaterThan(0);
  for (const [, text] of validators) expect(text).not.toContain('require(');
});

test('every key of a schema has words for an editor', () => {
  const bare: string[] = [];
  const visit = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value as Record<string, unknown>)) {
      const isProperties = key === 'properties' && !/\/(if|properties|options)$/.test(at);
      if (isProperties)
        for (const [name, schema] of Object.entries(inner as object))
          if (!isDescribed(schema)) bare.push(`${at}/${name}`);
      visit(inner, `${at}/${key}`);
    }
  };
  for (const [name, text] of files) if (name.startsWith('schemas/')) visit(JSON.parse(text), name);
  expect(bare).toEqual([]);
});

function isDescribed(schema: unknown): boolean {
  const { description, $ref } = schema as { description?: string; $ref?: string };
  return (description ?? '') !== '' || $ref === '#/definitions/rules';
}
