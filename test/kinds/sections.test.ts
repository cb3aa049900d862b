/** Each kind, operation and module says which section of the API describes it. */
import { expect, test } from 'vitest';
import { kinds } from '../../src/kinds/index.ts';

const described = Object.values(kinds).flatMap((kind) => [
  [kind.name, kind.section] as const,
  ...Object.entries(kind.operations).map(([name, { section }]) => [`${kind.name} ${name}`, section] as const),
  ...Object.entries(kind.fields).flatMap(([name, field]) =>
    field.type === 'module' ? [[`${kind.name}.${name}`, field.module.section] as const] : [],
  ),
]);

test.each(described)('%s', (_, section) => {
  expect(section).toMatch(/^[24]\.\d+$/);
});
