import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './shipped.ts';

const { requiredLate } = (await import(path.join(root, 'bin/lazy-modules.mjs'))) as {
  requiredLate: (text: string) => string;
};

/** What esbuild writes for an import of `yaml`, a use of it, and what comes of that with a library that has all of these. */
function used(use: string): { readonly early: number; readonly answer: unknown } {
  let loads = 0;
  const library = {
    a: 1,
    Named: class Named {
      readonly here = true;
    },
    default: (): string => 'default',
    f: (): number => 2,
  };
  const require = (): unknown => {
    loads++;
    return library;
  };
  const text = `var import_yaml=__toESM(require("./vendor/yaml.cjs"),1);return[early(),(()=>{${use}})()];`;
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- it is the text of a bundle
  const run = new Function('require', '__toESM', 'early', requiredLate(text)) as (
    ...args: readonly unknown[]
  ) => [number, unknown];
  const [early, answer] = run(
    require,
    (module: unknown) => module,
    () => loads,
  );
  return { early, answer };
}

test.each([
  ['return import_yaml.a', 1],
  ['return(0,import_yaml.f)()', 2],
  ['return new import_yaml.Named() instanceof import_yaml.Named', true],
  ['class One extends import_yaml.Named{}return new One() instanceof import_yaml.Named', true],
  ['return(0,import_yaml.default)()', 'default'],
  ['return{a:import_yaml.a}.a', 1],
])('%s: the library is loaded then, and used as it is', (use, answer) => {
  expect(used(use)).toEqual({ early: 0, answer });
});

test('what cannot be loaded late ends the build', () => {
  expect(() => used('return Object.keys(import_yaml)')).toThrow(
    'a module that is loaded late is used as a whole',
  );
});
