/** The examples are formatted as `fmt` would: the keys of a module in the order of the API's documentation. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { policyKeyOrder } from '../../src/edit/canonical/policy-key-order.ts';
import { formatSource } from '../../src/edit/canonical/format-source.ts';
import { loadWorkspace } from '../../src/workspace/load-workspace.ts';
import { readYaml } from '../../src/derive/yaml/read-yaml.ts';

const examples = path.join(import.meta.dirname, '../../examples');

/** This one has no resources until its state is pulled. */
const names = readdirSync(examples).filter((name) => name !== 'from-terraform');

test.each(names)('%s', (name) => {
  const { sources, yaml, diagnostics } = loadWorkspace({ from: path.join(examples, name) });
  // `fmt` leaves files with mistakes alone, and some have them on purpose.
  const broken = new Set(diagnostics.map(({ place }) => place.source.path));
  const files = new Set(yaml.map(({ source }) => source.path).filter((file) => !broken.has(file)));
  expect(files.size).toBeGreaterThan(0);
  const untidy = [...files].filter((file) => {
    const source = sources.get(file);
    return (
      source !== undefined &&
      formatSource(source, { read: (one) => readYaml(one).documents, policy: policyKeyOrder }) !== source.text
    );
  });
  expect(untidy).toEqual([]);
});
