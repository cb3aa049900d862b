import { growth, mostGrowth } from '../work.ts';
import { expect, test } from 'vitest';
import type { YamlDocument } from '../../src/model/document.ts';
import type { Json } from '../../src/model/value.ts';
import { fileUses } from '../../src/pull/edit/file-editor.ts';
import { nextValue } from '../../src/pull/values/next-value.ts';
import { editedTo } from '../../src/edit/edit-to.ts';
import { yamlText } from '../../src/report/text/yaml.ts';
import { readYaml } from '../../src/derive/yaml/read-yaml.ts';
import { taking } from './taking.ts';

test('each file is looked at once, however many texts are edited', () => {
  let looks = 0;
  const yaml = Array.from({ length: 100 }, (_, index) => {
    const source = {
      path: `resources/${index}.yaml`,
      get text() {
        looks++;
        return `a: $(file:texts/${index % 50}.txt)\nb: $(file:./texts/0.txt)\nc: $(file:$(file:texts/1.txt)\n`;
      },
    };
    return [0, 1].map((at) => ({ source, index: at }) as unknown as YamlDocument);
  }).flat();
  const uses = fileUses({ yaml, resources: [] });
  expect(looks).toBe(0);
  expect(Array.from({ length: 50 }, (_, index) => uses(`texts/${index}.txt`))).toEqual([
    102,
    102,
    ...Array.from({ length: 48 }, () => 2),
  ]);
  expect(looks).toBe(100);
});

const names = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `ipp_${index}`);

const cases: Readonly<Record<string, (size: number) => () => void>> = {
  'a list with a new item': (size) => {
    const raw = names(size);
    const live = [...raw, 'ipp_new'];
    return () => {
      const sides = { raw, current: raw, live, observed: undefined };
      expect(nextValue(taking('endpoint'), sides, ['bindings'])).toEqual(live);
    };
  },
  'a map with new keys': (size) => {
    const raw = Object.fromEntries(names(size).map((name) => [`x-${name}`, name]));
    const live = Object.fromEntries(names(2 * size).map((name) => [`X-${name}`, name]));
    return () => {
      const sides = { raw, current: raw, live, observed: undefined };
      const next = nextValue(taking('https-route'), sides, ['request_headers', 'add']);
      expect(Object.keys(next as object)).toHaveLength(2 * size);
    };
  },
  'a file with a change in each line': (size) => {
    const said: Json = Object.fromEntries(names(size).map((name) => [name, 'one']));
    const target: Json = Object.fromEntries(names(size).map((name) => [name, 'two']));
    const text = yamlText(said);
    const tools = {
      read: (source: { path: string; text: string }) => readYaml(source).documents,
      print: yamlText,
    };
    return () => {
      expect(editedTo({ path: 'a.yaml', text }, 0, target, tools)).toBe(yamlText(target));
    };
  },
  'a file with a key less between all others': (size) => {
    const keys = names(size);
    const text = yamlText(Object.fromEntries(keys.map((name) => [name, 'one'])));
    const target: Json = Object.fromEntries(
      keys.filter((_, at) => at % 2 === 0).map((name) => [name, 'one']),
    );
    const tools = {
      read: (source: { path: string; text: string }) => readYaml(source).documents,
      print: yamlText,
    };
    return () => {
      expect(editedTo({ path: 'a.yaml', text }, 0, target, tools)).toBe(yamlText(target));
    };
  },
};

test.each(Object.entries(cases))('%s takes work in proportion to its size', async (_name, prepare) => {
  expect(await growth(prepare, 600)).toBeLessThan(mostGrowth);
});
