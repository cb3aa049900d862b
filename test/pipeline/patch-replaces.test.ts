/** A service that resets fields that an update leaves out (the other reading of API 4.4): no field is lost. */
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { splitMarker, withMarker } from '../../src/derive/forms/marker.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { KindName } from '../../src/kinds/kind.ts';
import type { JsonObject } from '../../src/model/value.ts';
import { storedAt } from './converged.ts';
import { openWorldInProcess, type Run } from './world.ts';
import { writeFiles, type Written } from './written.ts';

/** By kind with an update: the first spec, the changed fields, and fields set outside Edgewright. */
const cases: Readonly<
  Partial<Record<KindName, { first: JsonObject; update: JsonObject; outside: JsonObject }>>
> = {
  endpoint: {
    first: { url: 'https://www.example.com', traffic_policy: { on_http_request: [] } },
    update: { pooling_enabled: true },
    outside: { description: 'set in the dashboard', bindings: ['internal'] },
  },
  'https-route': {
    first: {
      edge_id: 'https-edge/main',
      match_type: 'path_prefix',
      match: '/docs',
      compression: {},
      request_headers: { add: { 'x-key': '$(secret:UPSTREAM)' } },
    },
    update: { response_headers: { add: { 'x-new': 'yes' } } },
    outside: { description: 'set in the dashboard', user_agent_filter: { enabled: true, deny: ['bot'] } },
  },
};

const metadata = {
  none: undefined,
  text: 'owner: team a',
  json: '{"team":"a"}',
} as const;

const updatable = (Object.keys(kinds) as KindName[]).filter(
  (kind) => kinds[kind].operations.update !== undefined,
);

test('every kind with an update has a case', () => {
  expect(Object.keys(cases).sort()).toEqual(updatable.sort());
});

describe.each(updatable)('%s', (kind) => {
  const { first, update, outside } = cases[kind]!;
  describe.each(Object.keys(metadata) as (keyof typeof metadata)[])('with metadata %s', (form) => {
    test.each(['declared', 'set outside'] as const)('%s', async (by) => {
      const run = await begin();
      const text = metadata[form];
      const declared = by === 'declared' && text !== undefined ? { metadata: text } : {};
      await done(run, resource(kind, { ...first, ...declared }));
      const marked = storedAt(run, `${kind}/one`)['metadata'] as string;
      const { marker } = splitMarker(marked);
      expect(marker).toBeDefined();
      const set = by === 'declared' ? {} : { metadata: withMarker(text, marker!) };
      await run.server.outside.change(kind, idOf(run, kind), { ...outside, ...set });
      const before = storedAt(run, `${kind}/one`);

      await done(run, resource(kind, { ...first, ...declared, ...update }));
      const after = storedAt(run, `${kind}/one`);
      expect(after).toEqual({ ...before, ...after, metadata: before['metadata'] });
      expect(Object.keys(after).sort()).toEqual([...Object.keys({ ...before, ...update })].sort());
      for (const [name, value] of Object.entries(outside)) expect(after[name]).toEqual(value);

      if (kinds[kind].operations.delete !== undefined) return;
      const id = idOf(run, kind);
      await done(run, removed(kind));
      const { spec } = run.server.outside.objects(kind).find((object) => object.id === id)!;
      expect(spec['metadata']).toBe(before['metadata']);
      expect(spec['description']).toBe('set in the dashboard');
    });
  });
});

function begin(): Promise<Run> {
  const world = openWorldInProcess({ absentInUpdate: 'reset' });
  return world.begin({ secrets: { UPSTREAM: 'correct-horse-battery' }, hasKey: false });
}

async function done(run: Run, written: Written): Promise<void> {
  const { outcomes } = await run.apply(await run.plan(written));
  expect(outcomes.map(({ status, surprises }) => ({ status, surprises }))).toEqual([
    { status: 'done', surprises: [] },
  ]);
}

function resource(kind: KindName, spec: JsonObject): Written {
  return writeFiles({
    'edgewright.yaml': 'version: 1\nsecrets: [UPSTREAM]\n',
    'resources/one.yaml': stringify({ kind, name: 'one', spec }),
  });
}

function removed(kind: KindName): Written {
  return writeFiles({
    'resources/one.yaml': stringify({ kind: 'removed', address: `${kind}/one`, then: 'retire' }),
  });
}

function idOf(run: Run, kind: KindName): string {
  return run.ledger.state().resources[`${kind}/one`]!.id;
}
