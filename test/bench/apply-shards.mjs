import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { serve, writeRoutes } from './local-api.mjs';
import { edgewright, root, time } from './measure.mjs';

const creates = 2_000;
const latency = 100;
/** Few, so that the machine waits for the API, not the processes for the machine. */
const concurrency = 2;
const shards = 4;

/**
 * An apply by one process against the same by four with a shard each, in PostgreSQL, against an API that answers after
 * 100 ms: whole processes, from the first start to the last end.
 */
export async function applyShards(folder) {
  const postgres = await startedPostgres();
  try {
    const ratios = [];
    for (let run = 0; run < 3; run++) {
      const one = await applied(folder, postgres.url, [[]]);
      const parts = Array.from({ length: shards }, (_, index) => ['--shard', `${index + 1}/${shards}`]);
      ratios.push(one / (await applied(folder, postgres.url, parts)));
    }
    return {
      figure: `apply of ${creates} creates at ${latency} ms, ${concurrency} at once: one process / ${shards} with a shard each, postgres store`,
      ratios,
      goal: '>= 3.20',
    };
  } finally {
    await postgres.stop();
  }
}

async function startedPostgres() {
  const child = spawn(
    process.execPath,
    [path.join(root, 'bin/run-ts.mjs'), 'test/bench/postgres-process.ts'],
    {
      cwd: root,
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const ended = once(child, 'exit');
  const [line] = await Promise.race([once(child.stdout, 'data'), ended]);
  if (!Buffer.isBuffer(line)) throw new Error('PostgreSQL is not installed');
  return {
    url: String(line).trim(),
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

/** The time of these processes at once, with a new account and a new ledger. */
async function applied(folder, postgres, parts) {
  const workspace = mkdtempSync(path.join(folder, 'shards-'));
  writeRoutes(workspace, creates, 'postgres');
  const settings = path.join(workspace, 'edgewright.yaml');
  writeFileSync(settings, readFileSync(settings, 'utf8').replace(/lineage: \S+/, `lineage: ${randomUUID()}`));
  const api = await serve(['--latency', `${latency}ms`]);
  try {
    const env = {
      ...process.env,
      CI: '',
      EDGEWRIGHT_API_URL: api.url,
      EDGEWRIGHT_POSTGRES_URL: postgres,
    };
    time([edgewright, 'ledger', 'init', '-C', workspace], { env });
    const started = performance.now();
    await Promise.all(parts.map((part) => ended(part, workspace, env)));
    return performance.now() - started;
  } finally {
    await api.stop();
    rmSync(workspace, { recursive: true });
  }
}

async function ended(part, workspace, env) {
  const words = ['apply', '--yes', '--concurrency', String(concurrency), ...part, '-C', workspace];
  const child = spawn(process.execPath, [edgewright, ...words], { env, stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`apply ${part.join(' ')} ended with ${code}`);
}
