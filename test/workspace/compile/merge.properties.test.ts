import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compile } from '../../../src/workspace/compile/compile.ts';
import type { Spec } from '../../../src/model/value.ts';
import { loadWorkspace } from '../../../src/workspace/load-workspace.ts';
import { withFiles } from '../temporary-workspace.ts';

/** Fields of one layer; null takes a lower layer's field out. */
const layer = fc.record(
  {
    match: fc.constantFrom('/a', '/b', null),
    compression: fc.constantFrom({ enabled: true }, { enabled: false }, null),
    circuit_breaker: fc.constantFrom({ num_buckets: 1 }, { rolling_window: 2 }, null),
    response_headers: fc.constantFrom({ add: { a: 'b' } }, { remove: ['c'] }, null),
  },
  { requiredKeys: [] },
);

type Layer = Readonly<Record<string, unknown>>;

interface Layers {
  readonly presets: readonly Layer[];
  readonly uses: readonly number[];
  readonly spec: Layer;
  readonly override: Layer | undefined;
}

const layers = fc.record({
  presets: fc.array(layer, { minLength: 1, maxLength: 3 }),
  uses: fc.array(fc.nat(2), { maxLength: 4 }),
  spec: layer,
  override: fc.option(layer, { nil: undefined }),
});

/** JSON is YAML: the layers as a resource file, compiled. */
function compiled(root: string, { presets, uses, spec, override }: Layers): Spec {
  const documents = [
    ...presets.map((preset, index) => ({ kind: 'preset', name: `p${index}`, spec: preset })),
    {
      kind: 'https-route',
      name: 'a',
      uses: uses.map((index) => `p${index % presets.length}`),
      spec,
      ...(override === undefined ? {} : { overrides: { production: override } }),
    },
  ];
  const text = documents.map((document) => `${JSON.stringify(document)}\n`).join('---\n');
  const workspace = loadWorkspace({ from: root, overlay: new Map([['resources/a.yaml', text]]) });
  const { desired, diagnostics } = compile(workspace, 'production');
  expect([...workspace.diagnostics, ...diagnostics]).toEqual([]);
  return desired[0]!.spec;
}

function usedLayers({ presets, uses, spec, override = {} }: Layers): readonly Layer[] {
  return [...uses.map((index) => presets[index % presets.length]!), spec, override];
}

const files = { 'edgewright.yaml': 'version: 1\n', 'environments/production.yaml': '' };

test('a field comes whole from the last layer that has it, and null takes it out', () => {
  withFiles(files, (root) => {
    fc.assert(
      fc.property(layers, (given) => {
        const merged: Record<string, unknown> = Object.assign({}, ...usedLayers(given));
        const expected = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
        expect(compiled(root, given)).toEqual(expected);
      }),
    );
  });
});

test('an empty preset changes nothing; the last preset twice is the same as once', () => {
  withFiles(files, (root) => {
    fc.assert(
      fc.property(layers, (given) => {
        const spec = compiled(root, given);
        const empty = {
          ...given,
          presets: [...given.presets, {}],
          uses: given.uses.map((index) => index % given.presets.length),
        };
        expect(compiled(root, { ...empty, uses: [...empty.uses, given.presets.length] })).toEqual(spec);
        const last = given.uses.at(-1);
        if (last !== undefined)
          expect(compiled(root, { ...given, uses: [...given.uses, last] })).toEqual(spec);
      }),
    );
  });
});
