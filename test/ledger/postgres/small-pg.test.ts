/** The client of pg as it is bundled, without the packages that it never calls: it signs in and does a batch. */
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import type { Client } from 'pg';
import { expect, it } from 'vitest';
import { batch } from '../../../src/ledger/postgres/batch.ts';
import { postgresPrograms, skipped, startPostgres } from './postgres-server.ts';

const root = path.join(import.meta.dirname, '../../..');

it.skipIf(postgresPrograms === undefined)(`signs in and does a batch${skipped}`, async () => {
  const small = path.join(root, 'bin/small-pg.mjs');
  const { smallPg } = (await import(small)) as { smallPg: { contents: string; plugin: Plugin } };
  const folder = mkdtempSync(path.join(tmpdir(), 'small-pg-'));
  const server = await startPostgres(['fsync = off']);
  try {
    const { metafile } = await build({
      stdin: { contents: smallPg.contents, resolveDir: root },
      outfile: path.join(folder, 'pg.cjs'),
      bundle: true,
      metafile: true,
      platform: 'node',
      format: 'cjs',
      absWorkingDir: root,
      plugins: [smallPg.plugin],
    });
    const packages = Object.keys(metafile.inputs).flatMap(
      (file) => /^node_modules\/([^/]+)/.exec(file)?.[1] ?? [],
    );
    expect([...new Set(packages)].sort()).toEqual(['pg', 'pg-protocol']);
    const bundled = createRequire(import.meta.url)(path.join(folder, 'pg.cjs')) as { Client: typeof Client };
    const client = new bundled.Client({
      host: '127.0.0.1',
      port: server.port,
      user: 'owner',
      password: () => server.password,
      database: 'postgres',
      ssl: { rejectUnauthorized: false },
      sslnegotiation: 'postgres',
      application_name: 'edgewright',
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      stream: new Socket(),
    });
    await client.connect();
    const rows = await new Promise((resolve, reject) => {
      const statements = [
        { text: 'SELECT 1, NULL' },
        { text: 'SELECT $1::bytea', values: [Buffer.from('\0ab')] },
      ];
      client.query(batch(statements, (error, all) => (error === undefined ? resolve(all) : reject(error))));
    });
    expect(rows).toEqual([[['1', null]], [['\\x006162']]]);
    await client.end();
  } finally {
    await server.remove();
    rmSync(folder, { recursive: true });
  }
});
