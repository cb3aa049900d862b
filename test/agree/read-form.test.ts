import { expect, test } from 'vitest';
import { kinds } from '../../src/kinds/index.ts';
import { documentOf } from './documents.ts';
import { openLocalApi } from './local-api.ts';

const { fields } = kinds['https-route'];

/** The modules whose form is the same in an answer and in a body (API 2.8). */
const alike = Object.entries(fields).flatMap(([name, field]) =>
  field.type === 'module' && field.module.shape === field.module.writeShape ? [name] : [],
);

test('the local API accepts a module as it returns it', () => {
  const seen = new Set<string>();
  for (let seed = 0; seed < 120; seed++) {
    const plan = { kind: 'https-route', mistake: undefined, layer: 'spec', isOff: false } as const;
    const { base } = documentOf(plan, seed)!;
    const api = openLocalApi();
    const created = api.create('https-route', 'edghts_1', JSON.stringify(base));
    if ('refusal' in created) throw new Error(created.refusal);
    const { object } = created;
    const own = Object.fromEntries(alike.map((name) => [name, object[name] ?? null]));
    for (const name of alike) if (own[name] !== null) seen.add(name);
    const updated = api.update('https-route', object['id'] as string, 'edghts_1', JSON.stringify(own));
    expect(updated).toEqual({ object });
  }
  expect([...seen].sort()).toEqual([...alike].sort());
});
