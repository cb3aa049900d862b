import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { mutantsOf, switched } from './mutants.ts';

/** Bodies of functions; with the switches in them and none of them on, the result is the same. */
const sources = {
  'a statement before `else`': `const said = [];
    for (const x of [1, 2, 3])
      if (x > 1)
        if (x > 2) said.push('large');
        else said.push('small');
    return said.join()`,
  'a condition with `else if`': `const said = [];
    for (const x of [1, 2, 3]) if (x > 2) said.push('large'); else if (x > 1) said.push('some'); else said.push('one');
    return said.join()`,
  'a call within an optional chain': `const nothing = undefined; return String(nothing?.slice(1).split('').length)`,
  'a call at the end of an optional chain': `const text = 'abc'; return text?.toString().slice(1)`,
  'an object as the body of an arrow function': `return [1, 2].map((x) => ({ x: x + 1 })).some(({ x }) => x === 3)`,
  'operators that may not be mixed': `const none = undefined; return (none ?? true) && !(1 - 2 - 3 > 0) ? 'yes' : 'no'`,
  'a negation': `return !(1 > 2) && !!'a'`,
};

describe.each(Object.entries(sources))('%s', (_, source) => {
  const all = mutantsOf('a.ts', source);

  it('has the same result with each of its switches off', () => {
    expect(all).not.toEqual([]);
    for (const mutant of all)
      expect(resultOf(switched(source, [{ ...mutant, id: 1 }])), mutant.text).toEqual(resultOf(source));
  });

  it('asks for the switch of each mutant that it comes by, and does what stands there', () => {
    for (const { text, start, end, by, ...mutant } of all) {
      const behind = { ...mutant, text, start, end, by, id: 1 };
      expect(resultOf(switched(source, [behind]), 1), `${text} -> ${by}`).toEqual(
        resultOf(source.slice(0, start) + (mutant.isStatement ? ';' : `(${by})`) + source.slice(end)),
      );
    }
  });
});

/** What the body of a function returns, or how it fails, with one switch on or none. */
function resultOf(source: string, on?: number): unknown {
  try {
    return runInNewContext(
      `(() => {${source}})()`,
      { isMutant: (id: number) => id === on },
      { timeout: 1000 },
    );
  } catch (error) {
    return String(error);
  }
}

it('a survivor is in its file', () => {
  const survivors = parse(readFileSync('test/mutation/survivors.yaml', 'utf8')) as readonly {
    readonly file: string;
    readonly text: string;
  }[];
  const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
  const gone = survivors.filter(({ file, text }) => !flat(readFileSync(file, 'utf8')).includes(flat(text)));
  expect(gone).toEqual([]);
});
