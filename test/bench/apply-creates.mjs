import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { roundTrip, serve, writeRoutes } from './local-api.mjs';
import { edgewright, root, time } from './measure.mjs';

const latency = 20;
/** What the service bears; apply begins with 8 and finds out. */
const atOnce = 32;

/**
 * Creates against an API that answers after 20 ms, from the end of the plan to the end of the process: the space on the
 * disk, the rollback file, the journal, and the ledger at the end. Ideal: a round trip for every 32 creates, and
 * nothing else.
 */
export function applyCreates(creates, { store = 'file' } = {}) {
  return async (folder) => {
    const runs = store === 'file' ? 5 : 3;
    const before = await tripTo(latency);
    const times = [];
    for (let run = 0; run < runs; run++) times.push(await applied(folder, creates, { latency, store }));
    const trip = Math.min(before, await tripTo(latency));
    const ideal = Math.ceil(creates / atOnce) * trip;
    return {
      figure: `apply of ${creates.toLocaleString('en')} creates, ${store} store / ideal at ${atOnce} at once, of ${trip.toFixed(1)} ms each (asked: ${latency})`,
      ratios: times.map(({ milliseconds }) => milliseconds / ideal),
      goal: '',
    };
  };
}

/**
 * The same against a process that sends as many creates at 32 at once and does nothing else: what the machine takes is
 * in both.
 */
export function applyOverRequests(creates) {
  return async (folder) => {
    const ratios = [];
    const bare = path.join(root, 'test/bench/bare-creates.mjs');
    for (let run = 0; run < 5; run++) {
      const { milliseconds } = await applied(folder, creates, { latency });
      const theirs = await withApi(latency, ({ url }) =>
        spawnSync(process.execPath, [bare, url, String(creates), String(atOnce)], { encoding: 'utf8' }),
      );
      ratios.push(milliseconds / Number(theirs.stdout));
    }
    return {
      figure: `apply of ${creates.toLocaleString('en')} creates / the bare requests, ${atOnce} at once`,
      ratios,
      goal: '<= 1.40',
    };
  };
}

/** What a run writes for each object, in 20,000 of them against 1,000. */
export async function recordedBytes(folder) {
  const few = await applied(folder, 1_000, {});
  const many = await applied(folder, 20_000, {});
  const each = [few.bytes / 1_000, many.bytes / 20_000];
  return {
    figure: `bytes recorded for each of 20,000 creates / of 1,000 (${each.map(Math.round).reverse().join(' / ')})`,
    ratios: [each[1] / each[0]],
    goal: '<= 1.05',
  };
}

/** How often a record waits for the disk. A create has two, an intent and an answer; a slow disk is shared by more. */
export async function sharedSyncs(folder) {
  const { syncs } = await applied(folder, 1_000, { latency });
  return { figure: 'waits for the disk / records, file store', ratios: [syncs / 2_000], goal: '< 1' };
}

/** How many pushes to a branch a create takes, and how long all of them take against the ideal. */
export async function sharedPushes(folder) {
  const creates = 200;
  const { commits } = await applied(folder, creates, { latency, store: 'git' });
  return { figure: 'pushes / creates, git store', ratios: [commits / creates], goal: '< 1' };
}

/** A PostgreSQL server of its own, from Debian's package. */
async function servePostgres() {
  const child = spawn(process.execPath, [path.join(root, 'bin/run-ts.mjs'), 'test/bench/postgres.ts'], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  const stop = async () => {
    child.stdin.end();
    await once(child, 'exit');
  };
  return { url: String(line).trim(), stop };
}

function tripTo(milliseconds) {
  return withApi(milliseconds, ({ url }) => roundTrip(url));
}

async function withApi(milliseconds, work) {
  const api = await serve(milliseconds === 0 ? [] : ['--latency', `${milliseconds}ms`]);
  try {
    return await work(api);
  } finally {
    await api.stop();
  }
}

/** An apply of so many routes to a new account, measured from the end of its plan. */
async function applied(folder, creates, { latency = 0, store = 'file' }) {
  const home = mkdtempSync(path.join(folder, 'apply-'));
  const workspace = path.join(home, 'work');
  const remote = path.join(home, 'remote.git');
  if (store === 'git') {
    execFileSync('git', ['init', '--quiet', '--bare', remote]);
    execFileSync('git', ['clone', '--quiet', remote, workspace], { stdio: 'ignore' });
  }
  writeRoutes(workspace, creates, store);
  const postgres = store === 'postgres' ? await servePostgres() : undefined;
  const counts = path.join(home, 'writes.json');
  return withApi(latency, async ({ url }) => {
    const env = {
      ...process.env,
      ...{ CI: '', EDGEWRIGHT_API_URL: url, EDGEWRIGHT_BENCH_WRITES: counts },
      ...(postgres === undefined ? {} : { EDGEWRIGHT_POSTGRES_URL: postgres.url }),
    };
    time([edgewright, 'ledger', 'init', '-C', workspace], { env });
    const milliseconds = await sending(['-C', workspace], env);
    const list = ['--git-dir', remote, 'rev-list', '--count', 'edgewright-ledger'];
    const commits = store === 'git' ? Number(execFileSync('git', list)) : 0;
    const counted = JSON.parse(readFileSync(counts, 'utf8'));
    await postgres?.stop();
    rmSync(home, { recursive: true });
    return { milliseconds, commits, ...counted };
  });
}

async function sending(flags, env) {
  const preload = path.join(root, 'test/bench/count-writes.cjs');
  const args = ['--require', preload, edgewright, 'apply', '--yes', ...flags];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  let text = '';
  let planned;
  child.stdout.on('data', (chunk) => {
    if (planned !== undefined) return;
    text += chunk;
    // The last paragraph of what stands before the first line of a step.
    if (text.includes('Cannot be undone')) planned = performance.now();
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`apply ended with ${code}`);
  return performance.now() - planned;
}
