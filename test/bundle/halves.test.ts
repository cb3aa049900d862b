/** Each bundle of dist/ is two halves that ask each other for modules: bin/divide.mjs. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { runInThisContext } from 'node:vm';
import { expect, test } from 'vitest';
import { root } from './shipped.ts';

const require = createRequire(import.meta.url);

interface Half {
  readonly asks: readonly string[];
  readonly moduleOf: (name: string) => object | undefined;
}

type Load = (name: string) => unknown;

/** Loaded like in bin/edgewright.js; what it asks for is what its text names, whether a run gets there or not. */
function load(name: string, answer: Load): Half {
  const filename = path.join(root, 'dist', name);
  const text = readFileSync(filename, 'latin1');
  const module = { exports: {} };
  const load: Load = (asked) => {
    if (asked.startsWith('src/')) return answer(asked);
    return asked.startsWith('./vendor/') ? vendor(asked) : require(asked);
  };
  const bundle = runInThisContext(text, { filename }) as (...args: readonly unknown[]) => void;
  bundle(module.exports, load, module, filename, path.dirname(filename));
  const asks = [...text.matchAll(/\brequire\("(src\/[^"]+)"\)/g)].map(([, file = '']) => file);
  return { ...(module.exports as Half), asks: [...new Set(asks)].sort() };
}

function vendor(name: string): unknown {
  return load(name, () => undefined);
}

test.each(['lint', 'main'])('what a half of %s asks for is in one of them, and can be loaded', (bundle) => {
  const both: Half[] = [];
  const answer = (name: string): object | undefined => {
    for (const half of both) {
      const found = half.moduleOf(name);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  for (const name of [`${bundle}.cjs`, `${bundle}-rest.cjs`]) both.push(load(name, answer));
  const asked = both.flatMap(({ asks }) => asks);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((name) => answer(name) === undefined)).toEqual([]);
});
