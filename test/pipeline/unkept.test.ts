/** A service that stores a different value than was sent: each plan reports it, and it is not sent forever. */
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import type { KindName } from '../../src/kinds/kind.ts';
import type { WriteApi } from '../../src/model/api.ts';
import type { JsonObject } from '../../src/model/value.ts';
import { outcomeText } from '../../src/report/run/outcome-words.ts';
import { openWorldInProcess, type Run } from './world.ts';
import { writeFiles, type Written } from './written.ts';

const route: JsonObject = {
  edge_id: 'https-edge/main',
  match_type: 'path_prefix',
  match: '/docs',
  ip_restriction: { ip_policy_ids: ['ip-policy/office'] },
  backend: { backend_id: 'backend/shop' },
  request_headers: { add: { 'X-One': '1', 'x-two': '2' } },
  traffic_policy: { value: { on_http_request: [{ actions: [{ type: 'deny' }] }] } },
};
const endpoint: JsonObject = {
  url: 'https://www.example.com:443',
  traffic_policy: { on_http_request: [{ actions: [{ type: 'deny' }] }] },
};

interface Case {
  readonly kind: KindName;
  /** Values that the service returns instead of those sent. */
  readonly instead: JsonObject;
  readonly lacks: string;
}

const cases: Readonly<Record<string, Case>> = {
  'no module': { kind: 'https-route', instead: { ip_restriction: null }, lacks: 'ip_restriction' },
  'a disabled module': {
    kind: 'https-route',
    instead: { ip_restriction: { enabled: false, ip_policies: [{ id: 'ipp_2a' }] } },
    lacks: 'ip_restriction.enabled',
  },
  'another backend': {
    kind: 'https-route',
    instead: { backend: { enabled: true, backend: { id: 'bkdhr_other' } } },
    lacks: 'backend.backend_id',
  },
  'another match': { kind: 'https-route', instead: { match: '/other' }, lacks: 'match' },
  'a header less': {
    kind: 'https-route',
    instead: { request_headers: { enabled: true, add: { 'x-one': '1' }, remove: [] } },
    lacks: 'request_headers.add.x-two',
  },
  'another policy': {
    kind: 'https-route',
    instead: { traffic_policy: { enabled: true, value: '{}' } },
    lacks: 'traffic_policy.value',
  },
  'another url': { kind: 'endpoint', instead: { url: 'https://other.example.com' }, lacks: 'url' },
  'no policy': { kind: 'endpoint', instead: { traffic_policy: '' }, lacks: 'traffic_policy' },
};

describe.each(Object.keys(cases))('%s', (name) => {
  const { kind, instead, lacks } = cases[name]!;
  test('is not done, is planned again, is blocked after three times, and done once it is kept', async () => {
    const world = openWorldInProcess();
    const run = await world.begin({ secrets: {}, hasKey: false });
    const service = distort(run.api, instead);
    const written = resource(kind, kind === 'endpoint' ? endpoint : route);
    expect(await steps(run, written)).toEqual(['create']);
    for (let time = 1; time <= 3; time++) {
      const { outcomes } = await run.apply(await run.plan(written));
      expect(outcomes.map(({ status }) => status)).toEqual(['failed']);
      expect(outcomeText(outcomes[0]!)).toContain(`the service did not keep \`${lacks}`);
      expect(await steps(run, written)).toEqual([time < 3 ? 'update' : 'blocked']);
    }
    run.writes();
    const blocked = await run.plan(written);
    expect(blocked.steps[0]!.reason).toMatchObject({ code: 'not-kept', times: 3 });
    await run.apply(blocked);
    expect(run.writes()).toEqual([]);

    // A changed value is tried again, and other changes are still applied.
    const changed = resource(kind, { ...(kind === 'endpoint' ? endpoint : route), description: 'new' });
    expect(await steps(run, changed)).toEqual(['update', 'blocked']);

    service.isHonest = true;
    expect(await steps(run, written)).toEqual(['keep']);
    await run.apply(await run.plan(written));
    expect(await steps(run, written)).toEqual(['keep']);
  });
});

test('a response that lacks a field that a GET returns is incomplete, and the write is done', async () => {
  const world = openWorldInProcess();
  const run = await world.begin({ secrets: {}, hasKey: false });
  const api = run.api as { -readonly [Name in keyof WriteApi]: WriteApi[Name] };
  const { create } = run.api;
  api.create = async (...about) => ({ ...(await create(...about)), ip_restriction: null, backend: null });
  const written = resource('https-route', route);
  const { outcomes } = await run.apply(await run.plan(written));
  expect(outcomes).toMatchObject([{ status: 'done', surprises: [] }]);
  expect(await steps(run, written)).toEqual(['keep']);
});

test('a removed module that stays enabled is disabled again', async () => {
  const world = openWorldInProcess();
  const run = await world.begin({ secrets: {}, hasKey: false });
  await run.apply(await run.plan(resource('https-route', route)));
  const { ip_restriction: _out, ...rest } = route;
  distort(run.api, {
    ip_restriction: { enabled: true, ip_policies: [{ id: 'ipp_2NAnKzW5yZQ5VRb0sW4PBn7CYqV' }] },
  });
  const without = resource('https-route', rest);
  for (let time = 1; time <= 3; time++) {
    expect(await steps(run, without)).toEqual(['update']);
    const { outcomes } = await run.apply(await run.plan(without));
    expect(outcomes.map(({ status }) => status)).toEqual(['failed']);
  }
  expect(await steps(run, without)).toEqual(['blocked']);
});

/** Replaces values in every returned object until `isHonest` is set. */
function distort(given: WriteApi, instead: JsonObject): { isHonest: boolean } {
  const state = { isHonest: false };
  const api = given as { -readonly [Name in keyof WriteApi]: WriteApi[Name] };
  const { create, update, get, getMany, list } = given;
  const other = <Answer extends JsonObject | undefined>(answer: Answer): Answer =>
    state.isHonest || answer === undefined ? answer : { ...answer, ...instead };
  api.create = async (...about) => other(await create(...about));
  api.update = async (...about) => other(await update(...about));
  api.get = async (...about) => other(await get(...about));
  api.getMany = (keys, as) => getMany(keys, (answer, key) => as(other(answer), key));
  api.list = <Item>(kind: KindName, as = (answer: JsonObject) => answer as Item) =>
    list(kind, (answer) => as(other(answer)));
  return state;
}

async function steps(run: Run, written: Written): Promise<readonly string[]> {
  return (await run.plan(written)).steps.map(({ action }) => action);
}

function resource(kind: KindName, spec: JsonObject): Written {
  return writeFiles({ 'resources/one.yaml': stringify({ kind, name: 'one', spec }) });
}
