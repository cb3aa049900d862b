/** The three stores of the ledger, each with what it needs around it. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { testRemote } from '../ledger/git/git-remote.ts';
import type { PostgresServer } from '../ledger/postgres/postgres-server.ts';

export type StoreName = 'file' | 'git' | 'postgres';

export interface StorePlace {
  /** The folder of the workspace. */
  readonly root: string;
  /** A folder for the state of the API. */
  readonly data: string;
  /** The value of `ledger.store` with its options, as edgewright.yaml has it. */
  readonly settings: string;
  readonly env: Readonly<Record<string, string>>;
  readonly close: () => void;
}

export function storePlace(store: StoreName, server?: PostgresServer): StorePlace {
  if (store === 'git') {
    const { home, work, env, close } = testRemote();
    return { root: work, data: path.join(home, 'api'), settings: 'store: git', env, close };
  }
  const home = mkdtempSync(path.join(tmpdir(), 'edgewright-kills-'));
  const root = path.join(home, 'work');
  mkdirSync(root);
  const env: Record<string, string> = server === undefined ? {} : { EDGEWRIGHT_POSTGRES_URL: server.url() };
  return {
    root,
    data: path.join(home, 'api'),
    settings: `store: ${store}`,
    env,
    close: () => rmSync(home, { recursive: true, force: true }),
  };
}
