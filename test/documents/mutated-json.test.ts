/**
 * The same for what Edgewright writes itself and reads again: a baseline, a snapshot, a saved plan. Whoever edits one
 * gets an error that names the file.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../../src/model/value.ts';
import { share } from '../runs.ts';
import { mutated, placesIn, replacements } from './mutants.ts';
import { openStage, type Stage } from './play.ts';

const files = {
  'edgewright.yaml': `version: 1
ledger: { store: file, lineage: 5d3c1e9a7b2f4c6d8e0a1b3c5d7f9e2b }
lint: { preset: strict }
`,
  'environments/production.yaml':
    'ids: { backend/shop: bkdhr_2CdEfGhIj, https-edge/main: edghts_2AbCdEfGh }\n',
  'resources/all.yaml': `kind: endpoint
name: hello
spec: { url: "https://hello.example.com" }
---
kind: https-route
name: shop
spec: { edge_id: https-edge/main, match_type: path_prefix, match: /shop, backend: { backend_id: backend/shop } }
`,
};

/** The commands that write a file, and the one that reads it. */
const written = {
  'edgewright-baseline.json': { by: ['baseline create'], read: 'lint' },
  'live.json': {
    by: ['apply --local --yes', 'snapshot --local -o live.json'],
    read: 'plan --snapshot live.json',
  },
  'plan.saved': { by: ['plan --local --save plan.saved'], read: 'plan show plan.saved' },
} as const;

let stage: Stage;
beforeAll(() => {
  stage = openStage(files);
});
afterAll(() => stage.remove());

describe.each(Object.entries(written))('%s', (file, { by, read }) => {
  test('no value of another type ends in an internal error', async () => {
    for (const command of by) expect((await stage.run(command)).exit, command).toBe(0);
    const whole = stage.read(file);
    expect((await stage.run(read)).exit).toBeLessThan(3);
    const document = JSON.parse(whole) as Json;
    const all = placesIn(document).flatMap((path) =>
      Object.keys(replacements).map((what) => ({ path, what })),
    );
    const wrong: string[] = [];
    for (const { path, what } of share(all)) {
      stage.write(file, JSON.stringify(mutated(document, path, what)?.toJS() ?? null));
      const { exit, stderr } = await stage.run(read);
      if (exit === 70) wrong.push(`${path.join('.')} is ${what}: ${stderr.slice(0, 300)}`);
    }
    stage.write(file, whole);
    expect(wrong).toEqual([]);
    expect(all.length).toBeGreaterThan(50);
  });
});
