/* The work of lint in a big workspace, counted: no file is read, parsed or compiled more often than it has to be. */
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { fewestFiles } from '../../../src/workspace/documents/read-and-release.ts';
import { makeFolder } from '../../pipeline/workspace-folder.ts';

const work = vi.hoisted(() => ({ read: [] as string[], parsed: [] as string[], compiled: [] as string[] }));

vi.mock(import('../../../src/workspace/files/file-tree.ts'), async (original) => {
  const own = await original();
  return {
    ...own,
    diskTree: (...given) => {
      const tree = own.diskTree(...given);
      const read = (path: string): ReturnType<typeof tree.read> => {
        work.read.push(path);
        return tree.read(path);
      };
      return { ...tree, read };
    },
  };
});
vi.mock(import('../../../src/derive/yaml/read-yaml.ts'), async (original) => {
  const own = await original();
  return {
    ...own,
    readYaml: (source, ...more) => {
      work.parsed.push(source.path);
      return own.readYaml(source, ...more);
    },
  };
});
vi.mock(import('../../../src/workspace/compile/evaluated.ts'), async (original) => {
  const own = await original();
  return {
    ...own,
    evaluateField: (compilation, fields, resource, name, field, layer) => {
      if (name === 'url') work.compiled.push(`${layer.document.source.path} ${compilation.environment.name}`);
      return own.evaluateField(compilation, fields, resource, name, field, layer);
    },
  };
});

const folder = makeFolder({});
afterAll(() => {
  folder.remove();
});
const paths = Array.from({ length: fewestFiles }, (_, index) => `resources/${index}.yaml`);
folder.write('edgewright.yaml', 'version: 1\n');
for (const name of ['production', 'staging'])
  folder.write(`environments/${name}.yaml`, `vars: { host: ${name} }\n`);
const endpoint = (path: string, url: string): void => {
  const name = path.replaceAll(/\D/g, '');
  folder.write(path, `kind: endpoint\nname: e-${name}\nspec:\n  url: ${url}\n  bindings: [public]\n`);
};
for (const [index, path] of paths.entries()) endpoint(path, `https://e-${index}.$(host).example.com`);

beforeEach(() => {
  for (const all of Object.values(work)) all.length = 0;
});

/** How often each of the resource files occurs, with the number of files that do. */
function times(all: readonly string[]): ReadonlyMap<number, number> {
  const counts = new Map<string, number>();
  for (const one of all) if (one.startsWith('resources/')) counts.set(one, (counts.get(one) ?? 0) + 1);
  const files = new Map<number, number>();
  for (const count of counts.values()) files.set(count, (files.get(count) ?? 0) + 1);
  return files;
}

test('each file is read and parsed once, and compiled once for each environment', async () => {
  const { stdout } = await folder.run(['lint', '--no-cache']);
  expect(stdout).toContain('no problems');
  expect(times(work.read)).toEqual(new Map([[1, fewestFiles]]));
  expect(times(work.parsed)).toEqual(new Map([[1, fewestFiles]]));
  expect(times(work.compiled)).toEqual(new Map([[1, 2 * fewestFiles]]));
});

test('files whose values are compared with each other are read once and parsed twice', async () => {
  endpoint('resources/1.yaml', 'https://e-0.$(host).example.com');
  const { stdout } = await folder.run(['lint', '--no-cache']);
  expect(stdout).toContain('resources/1.yaml:4');
  expect(times(work.read)).toEqual(new Map([[1, fewestFiles]]));
  expect(times(work.parsed)).toEqual(
    new Map([
      [1, fewestFiles - 2],
      [2, 2],
    ]),
  );
});
