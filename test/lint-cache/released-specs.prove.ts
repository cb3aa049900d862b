/*
 * A plan from a workspace that is read in batches, whose trees are released, is the plan from all trees: findings,
 * bodies, the place of every value, and the steps against what an earlier state of the files left live.
 */
import '../property-seed.ts';
import fc from 'fast-check';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { keep } from '../../src/derive/forms/kept.ts';
import { emptyLedger } from '../../src/ledger/state.ts';
import { noMemory } from '../../src/lint-cache/cache-memory.ts';
import { compileWithCache, readWithCache } from '../../src/lint-cache/cached-workspace.ts';
import { lint } from '../../src/lint/engine/lint.ts';
import { rules } from '../../src/lint/rules.gen.ts';
import type { Desired } from '../../src/model/desired.ts';
import type { LedgerEntry, LedgerState } from '../../src/model/ledger.ts';
import type { Live } from '../../src/model/live.ts';
import type { Address, Workspace } from '../../src/model/workspace.ts';
import { plan } from '../../src/plan/plan.ts';
import { compiledValue } from '../../src/report/compiled.ts';
import { lintJson } from '../../src/report/findings/lint-json.ts';
import { loadWorkspace, openWorkspaceFiles } from '../../src/workspace/load-workspace.ts';
import { runs } from '../runs.ts';
import { doEdit, edits } from './edits.ts';

const bookshop = path.join(import.meta.dirname, '../../examples/bookshop');
const now = new Date('2099-01-01T00:00:00Z');
const environment = 'production';
const known = await ofBookshop();

/** What the ledger and the API know after the unedited bookshop was applied. */
async function ofBookshop(): Promise<{
  readonly ledger: LedgerState;
  readonly live: ReadonlyMap<Address, Live>;
}> {
  const desired = await desiredOf(loadWorkspace({ from: bookshop }));
  const live = new Map<Address, Live>();
  const resources: Record<Address, LedgerEntry> = {};
  for (const { address, kind, spec } of desired) {
    const parent = typeof spec['edge_id'] === 'string' ? { edge_id: spec['edge_id'] } : {};
    const object = { kind, id: address.replace('/', '_'), ...parent };
    const kept = keep(spec, () => undefined);
    live.set(address, { ...object, spec, isManageable: true });
    resources[address] = {
      ...{ ...object, uid: address, applied: kept, observed: kept },
      ...{ observed_at: '2026-03-01T12:00:00Z', is_protected: false },
    };
  }
  const about = { environment, lineage: 'shop', api: 'http://127.0.0.1' };
  return { ledger: { ...emptyLedger(about), resources }, live };
}

async function desiredOf(workspace: Workspace): Promise<readonly Desired[]> {
  return (await compileWithCache(workspace, [environment])).get(environment)?.desired ?? [];
}

async function inBatches(root: string, keeps: 'specs' | 'places' = 'places'): Promise<Workspace | undefined> {
  const opened = openWorkspaceFiles({ from: root });
  const checks = { environments: [environment], rules, overriding: new Map(), now };
  return readWithCache(opened, { ...checks, keeps }, noMemory);
}

async function shown(workspace: Workspace): Promise<unknown> {
  const { ledger, live } = known;
  const compiled = await compileWithCache(workspace, [environment]);
  const desired = compiled.get(environment)?.desired ?? [];
  const found = lint({ workspace, compiled, ledgers: new Map([[environment, ledger]]), now, rules });
  const of = workspace.environments.get(environment);
  const planned =
    of === undefined
      ? undefined
      : plan({
          ...{ desired, ledger, now, environment: of, settings: workspace.settings },
          live: { listed: [...live.values()], known: live, orphans: new Map() },
          ...{ removed: workspace.removed, approvals: workspace.approvals },
          ...{ secrets: () => undefined, allow: { exposure: [] } },
        });
  return {
    findings: JSON.parse(lintJson(found, '0')) as unknown,
    bodies: compiledValue(desired, { show: 'bodies' }),
    origins: compiledValue(desired, { show: 'origins' }),
    plan: planned,
  };
}

test('a plan from batches is the plan from all trees, whatever is edited', async () => {
  let released = 0;
  let changed = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(edits, { minLength: 1, maxLength: 4 }), async (all) => {
      const root = mkdtempSync(path.join(tmpdir(), 'edgewright-batches-'));
      try {
        cpSync(bookshop, root, { recursive: true });
        for (const edit of all) doEdit(root, edit);
        const workspace = await inBatches(root);
        if (workspace?.environments.has(environment) !== true) return;
        released += workspace.cached?.size ?? 0;
        const batches = await shown(workspace);
        expect(batches).toEqual(await shown(loadWorkspace({ from: root })));
        changed += JSON.stringify(batches).includes('"update"') ? 1 : 0;
      } finally {
        rmSync(root, { recursive: true });
      }
    }),
    { numRuns: runs(20) },
  );
  expect(released).toBeGreaterThan(runs(100));
  expect(changed).toBeGreaterThan(runs(2));
});

test('resources that were compiled for one environment are never taken for those of another', async () => {
  const workspace = await inBatches(bookshop);
  if (workspace === undefined) throw new Error('it was read as a whole');
  expect(workspace.cached?.size).toBeGreaterThan(10);
  await expect(compileWithCache(workspace, ['staging'])).rejects.toThrow('staging was not compiled');
});

test('compiled resources do not need the texts of released files, which are not kept', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'edgewright-batches-'));
  try {
    cpSync(bookshop, root, { recursive: true });
    const workspace = await inBatches(root, 'specs');
    if (workspace === undefined) throw new Error('it was read as a whole');
    rmSync(path.join(root, 'resources'), { recursive: true });
    const desired = await desiredOf(workspace);
    const before = await desiredOf(loadWorkspace({ from: bookshop }));
    expect(compiledValue(desired, { show: 'bodies' })).toEqual(compiledValue(before, { show: 'bodies' }));
    const released = [...(workspace.cached?.keys() ?? [])].map(({ source }) => source);
    expect(released.length).toBeGreaterThan(10);
    expect(released.filter(({ text }) => text !== '')).toEqual([]);
  } finally {
    rmSync(root, { recursive: true });
  }
});

test('a released file that changes during the run keeps the places that it was read with', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'edgewright-batches-'));
  try {
    cpSync(bookshop, root, { recursive: true });
    const workspace = await inBatches(root);
    if (workspace === undefined) throw new Error('it was read as a whole');
    rmSync(path.join(root, 'resources'), { recursive: true });
    const desired = await desiredOf(workspace);
    const before = await desiredOf(loadWorkspace({ from: bookshop }));
    expect(compiledValue(desired, { show: 'origins' })).toEqual(compiledValue(before, { show: 'origins' }));
  } finally {
    rmSync(root, { recursive: true });
  }
});
