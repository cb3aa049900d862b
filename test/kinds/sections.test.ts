/** Each kind, module and field says which section of the API describes it. */
import { expect, test } from 'vitest';
import type { Fields } from '../../src/kinds/field.ts';
import { kinds } from '../../src/kinds/index.ts';

function* sectionsOf(path: string, fields: Fields): Generator<readonly [string, string | undefined]> {
  for (const [name, field] of Object.entries(fields)) {
    const at = `${path}.${name}`;
    if ('section' in field) yield [at, field.section];
    if (field.type === 'object') yield* sectionsOf(at, field.fields);
    if (field.type !== 'module') continue;
    yield [`${at} (module)`, field.module.section];
    yield* sectionsOf(at, field.module.fields);
  }
}

test.each(Object.entries(kinds).flatMap(([name, { fields }]) => [...sectionsOf(name, fields)]))(
  '%s',
  (_, section) => {
    expect(section).toMatch(/^[24]\.\d+$/);
  },
);
