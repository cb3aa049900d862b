import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { main } from '../../src/main.ts';
import { onStage } from '../scenarios/play-scenario.ts';
import type { StageApi } from '../scenarios/stage-api.ts';
import { words } from '../scenarios/play-command.ts';
import { writeFiles } from '../scenarios/stage-files.ts';

/** Where the ledger of a night is kept, and what an operator does there. */
export interface NightStore {
  /** The settings under `ledger:`, without the lineage. */
  readonly settings: string;
  readonly env?: () => Readonly<Record<string, string>>;
  readonly begin?: (folder: string) => void;
  /** Keeps a copy of the ledger elsewhere. */
  readonly copy: (folder: string) => void;
  /** Puts that copy in the place of the ledger. */
  readonly putBack: (folder: string) => void;
}

interface Ran {
  readonly exit: number;
  readonly said: string;
}

/** A machine of its own, with how far its clock is off. */
interface Runner {
  readonly skew?: number;
}

interface Night {
  readonly api: StageApi;
  readonly folder: string;
  readonly run: (command: string, runner?: Runner) => Promise<Ran>;
  readonly declare: (files: Readonly<Record<string, string>>) => void;
  /** The number of creates that the service has got since the last call. */
  readonly creates: () => number;
  /** Ids of live routes by what they match. */
  readonly routes: () => ReadonlyMap<string, string>;
  readonly later: (milliseconds: number) => void;
}

const year = 365 * 86_400_000;
const routeName = 'home a b c d e'.split(' ');

/** Nights as the pages of the disaster say: nothing is lost, and nothing is made twice. */
export function describeNight(name: string, store: NightStore): void {
  describe(`a bad night with a ledger in ${name}`, () => {
    it('goes from an outage to a plan without changes', async () => {
      await night(store, async (at) => {
        await outage(at);
        await expiredCredential(at);
        expect([...at.routes().keys()].sort()).toEqual(routeName.map((each) => `/${each}`).sort());
        await expectCalm(at);
        store.putBack(at.folder);
        await restoredBackup(at);
        await expectCalm(at);
        await unlockedRun(at);
        await expectCalm(at);
      });
    });

    it.each([
      ['two minutes behind', -120_000],
      ['a year ahead', year],
    ])('creates nothing twice after a lost request of a runner whose clock is %s', async (_how, skew) => {
      await night(store, (at) => skewedClock(at, skew));
    });

    it('names `resolve` where no response tells the time, and a runner was a year ahead', async () => {
      await night(store, unsharedClock);
    });
  });
}

/** "The API or its credential fails": three outcomes are unknown, of which one was made. */
async function outage({ api, run, creates, routes }: Night): Promise<void> {
  api.answerWith([
    { on: 'POST /edges/https/*', cut: 'after', times: 1 },
    { on: 'POST /edges/https/*', status: 503 },
  ]);
  const { exit, said } = await run('apply --yes --concurrency 1');
  expect(exit, said).toBe(4);
  expect(said).toContain('2 creates that cannot be undone were not sent. Apply again when it responds.');
  // The endpoint, and the route whose response was lost.
  expect(creates()).toBe(2);
  api.answerWith([]);
  const listed = await run('resolve --list');
  expect(listed.exit).toBe(4);
  for (const each of ['a', 'b', 'c']) expect(listed.said).toContain(`https-route/${each} `);
  // Until then, nothing of it is sent again.
  const early = await run('apply --yes --only https-route/a --only https-route/b');
  expect([early.exit, creates()]).toEqual([4, 0]);
  const all = `https-route/a=${routes().get('/a')} https-route/b https-route/c`;
  const settled = await run(`resolve ${all} --absent`);
  expect(settled.exit, settled.said).toBe(0);
  expect((await run('resolve --list')).exit).toBe(0);
}

/** The credential is refused after the first create, and the same command goes on with the new one. */
async function expiredCredential({ api, run, creates }: Night): Promise<void> {
  api.answerWith([{ on: 'POST /edges/https/*', status: 401, body: { error_code: 'E1', msg: 'expired' } }]);
  const { exit, said } = await run('apply --yes --concurrency 1');
  expect(exit, said).toBe(77);
  expect(said).not.toContain('unknown  ');
  expect(creates()).toBe(0);
  api.answerWith([]);
  const again = await run('apply --yes');
  expect([again.exit, creates()], again.said).toEqual([0, 4]);
}

/** "The ledger is lost": the copy is older than what is live, and asks about each route. */
async function restoredBackup({ run, creates, routes, declare, folder }: Night): Promise<void> {
  const asking = await run('plan');
  expect(asking.exit, asking.said).toBe(4);
  expect(asking.said).toContain('the ledger is older than');
  const refused = await run('apply --yes --only https-route/b');
  expect([refused.exit, creates()], refused.said).toEqual([4, 0]);
  const ids = routeName.slice(1).map((each) => `https-route/${each}=${routes().get(`/${each}`)}`);
  const settled = await run(`resolve ${ids.join(' ')}`);
  expect(settled.exit, settled.said).toBe(0);
  // An endpoint that is newer than the copy may be one of a copied workspace: its line is what the plan prints.
  const [, line = ''] = /`(adopt: \{ endpoint\/docs: \S+ \})`/.exec(asking.said) ?? [];
  const file = 'environments/production.yaml';
  declare({ [file]: `${readFileSync(path.join(folder, file), 'utf8')}${line}\n` });
  const again = await run('apply --yes');
  expect([again.exit, creates()], again.said).toEqual([0, 0]);
}

/**
 * "A lock was left behind": a run that is alive keeps its lock, and loses it only to the flag that names the danger.
 * What it has begun then is unknown, and is not sent again.
 */
async function unlockedRun({ api, run, declare, creates, routes }: Night): Promise<void> {
  declare({ 'resources/late.yaml': route('late') });
  const { arrived, letGo } = api.holdCreate();
  const first = run('apply --yes');
  await Promise.race([arrived, first]);
  const second = await run('apply --yes');
  const id = /locked by run ([0-9a-f]{12})/.exec(second.said)?.[1];
  expect([second.exit, id], second.said).toEqual([5, expect.any(String)]);
  const kept = await run(`ledger unlock ${id}`);
  expect([kept.exit, kept.said]).toEqual([5, expect.stringContaining('is still running on this machine')]);
  const taken = await run(`ledger unlock ${id} --still-running`);
  expect(taken.exit, taken.said).toBe(0);
  const other = await run('apply --yes');
  expect([other.exit, creates()], other.said).toEqual([4, 0]);
  letGo();
  const ended = await first;
  const made = routes().get('/late');
  expect([ended.exit, creates()], ended.said).toEqual([5, 1]);
  expect(ended.said).toContain(made);
  expect(ended.said).toContain('The lock of this run was taken away');
  expect((await run('plan')).exit).toBe(4);
  const settled = await run(`resolve https-route/late=${made}`);
  expect(settled.exit, settled.said).toBe(0);
}

async function skewedClock({ api, run, declare, creates, later }: Night, skew: number): Promise<void> {
  declare({ 'resources/shop.yaml': endpoint('shop') });
  api.answerWith([{ on: 'POST /endpoints', cut: 'before' }]);
  const lost = await run('apply --yes --only endpoint/shop', { skew });
  expect(lost.exit, lost.said).toBe(4);
  api.answerWith([]);
  creates();
  later(10_000);
  // The runner of before with its clock set right, and another one.
  for (const runner of [{}, { skew: -skew }]) {
    const early = await run('apply --yes --only endpoint/shop', runner);
    expect([early.exit, creates()], early.said).toEqual([4, 0]);
  }
  later(61_000);
  const again = await run('apply --yes --only endpoint/shop');
  expect([again.exit, creates()], again.said).toEqual([0, 1]);
}

async function unsharedClock({ api, run, declare, creates, later }: Night): Promise<void> {
  api.tellTime(undefined);
  declare({ 'resources/shop.yaml': endpoint('shop') });
  api.answerWith([{ on: 'POST /endpoints', cut: 'before' }]);
  await run('apply --yes --only endpoint/shop', { skew: year });
  api.answerWith([]);
  creates();
  later(61_000);
  const blocked = await run('apply --yes --only endpoint/shop');
  expect([blocked.exit, creates()], blocked.said).toEqual([4, 0]);
  const command = 'resolve endpoint/shop --env production --absent';
  expect(blocked.said.replaceAll(/ \\\n\s*/g, ' ')).toContain(`edgewright ${command}`);
  const settled = await run(command);
  expect(settled.exit, settled.said).toBe(0);
  const again = await run('apply --yes --only endpoint/shop');
  expect([again.exit, creates()], again.said).toEqual([0, 1]);
}

async function expectCalm({ run }: Night): Promise<void> {
  const { exit, said } = await run('plan --detailed-exitcode');
  expect(exit, said).toBe(0);
  const verified = await run('ledger verify');
  expect(verified.exit, verified.said).toBe(0);
}

/** A workspace whose first endpoint and route are live, and whose ledger was copied then. */
async function night(store: NightStore, play: (at: Night) => Promise<void>): Promise<void> {
  const files = {
    'edgewright.yaml': `version: 1\nledger: { ${store.settings}, lineage: 7c0e0000-0000-4000-8000-000000000001 }\n`,
    'environments/production.yaml':
      'ids: { https-edge/main: edghts_2aPzMainEdge, backend/shop: bkdhr_2aPzShop }\n',
    'resources/www.yaml': endpoint('www'),
    'resources/home.yaml': route('home'),
  };
  const scenario = { title: '', files, api: {}, env: store.env?.() ?? {}, steps: [] };
  await onStage(scenario, async ({ folder, env, api }) => {
    let time = Date.parse('2026-06-01T12:00:00Z');
    let seen = 0;
    api!.tellTime(() => new Date(time));
    const sent = (): number => api!.requests().filter(({ method }) => method === 'POST').length;
    const at: Night = {
      api: api!,
      folder,
      declare: (more) => writeFiles(folder, more),
      later: (milliseconds) => void (time += milliseconds),
      creates: () => {
        const before = seen;
        seen = sent();
        return seen - before;
      },
      routes: () =>
        new Map(
          api!.outside.objects('https-route').map(({ id, spec }) => [spec['match'] as string, id] as const),
        ),
      run: async (command, { skew = 0 } = {}) => {
        let said = '';
        const hear = (text: string): void => void (said += text);
        const exit = await main(words(command), {
          stdout: hear,
          stderr: hear,
          stdin: () => Promise.resolve(''),
          env: { HOME: folder, ...env },
          cwd: folder,
          stdoutIsTerminal: false,
          stderrIsTerminal: false,
          columns: 200,
          clock: {
            now: () => new Date(time + skew),
            sleep: async (milliseconds) => {
              time += milliseconds;
              await new Promise((resolve) => setImmediate(resolve));
            },
          },
          signal: new AbortController().signal,
        });
        return { exit, said };
      },
    };
    store.begin?.(folder);
    for (const command of ['ledger init', 'apply --yes']) {
      const { exit, said } = await at.run(command);
      expect(exit, said).toBe(0);
    }
    at.creates();
    store.copy(folder);
    at.declare({
      'resources/docs.yaml': endpoint('docs'),
      ...Object.fromEntries(routeName.slice(1).map((each) => [`resources/${each}.yaml`, route(each)])),
    });
    await play(at);
    const matches = at.api.outside.objects('https-route').map(({ spec }) => spec['match']);
    const urls = at.api.outside.objects('endpoint').map(({ spec }) => spec['url']);
    for (const all of [matches, urls]) expect(new Set(all).size).toBe(all.length);
  });
}

function endpoint(name: string): string {
  return `kind: endpoint\nname: ${name}\nspec: { url: https://${name}.example.com }\n`;
}

function route(name: string): string {
  return `kind: https-route\nname: ${name}\nspec: { edge_id: https-edge/main, match_type: path_prefix, match: /${name}, backend: { backend_id: backend/shop } }\n`;
}
