/*
 * A plan from a workspace whose trees are released is the plan from all trees: findings,
 * bodies, the place of every value, and the steps against what an earlier state of the files left live.
 */
import '../../property-seed.ts';
import fc from 'fast-check';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { toLedgerForm } from '../../../src/derive/forms/ledger-form.ts';
import { emptyLedger } from '../../../src/ledger/state.ts';
import { nothingKnown } from '../../../src/run/lint-cache/clean-files.ts';
import { compileReleased, readReleased } from '../../../src/run/lint-cache/read-released.ts';
import { lint } from '../../../src/lint/engine/lint.ts';
import { rules } from '../../../src/lint/rules.ts';
import type { Desired } from '../../../src/model/desired.ts';
import type { LedgerEntry, LedgerState } from '../../../src/model/ledger/ledger.ts';
import type { Live } from '../../../src/model/live.ts';
import { isReleased, type Address, type Workspace } from '../../../src/model/workspace.ts';
import { plan } from '../../../src/plan/plan.ts';
import { compiledValue } from '../../../src/report/compiled.ts';
import { lintJson } from '../../../src/report/findings/lint-json.ts';
import { loadWorkspace, openWorkspaceFiles } from '../../../src/workspace/load-workspace.ts';
import { runs } from '../../runs.ts';
import { doEdit, edits } from './edits.ts';

const bookshop = path.join(import.meta.dirname, '../../../examples/bookshop');
const now = new Date('2099-01-01T00:00:00Z');
const environment = 'production';
const known = ofBookshop();

/** What the ledger and the API know after the unedited bookshop was applied. */
function ofBookshop(): {
  readonly ledger: LedgerState;
  readonly live: ReadonlyMap<Address, Live>;
} {
  const desired = desiredOf(loadWorkspace({ from: bookshop }));
  const live = new Map<Address, Live>();
  const resources: Record<Address, LedgerEntry> = {};
  for (const { address, kind, spec } of desired) {
    const parent = typeof spec['edge_id'] === 'string' ? { edge_id: spec['edge_id'] } : {};
    const object = { kind, id: address.replace('/', '_'), ...parent };
    const kept = toLedgerForm(spec, () => undefined);
    live.set(address, { ...object, spec, isManageable: true });
    resources[address] = {
      ...{ ...object, uid: address, applied: kept, observed: kept },
      ...{ observed_at: '2026-03-01T12:00:00Z', is_protected: false },
    };
  }
  const about = { environment, lineage: 'shop', api: 'http://127.0.0.1' };
  return { ledger: { ...emptyLedger(about), resources }, live };
}

function desiredOf(workspace: Workspace): readonly Desired[] {
  return compileReleased(workspace, [environment]).get(environment)?.desired ?? [];
}

async function released(root: string): Promise<Workspace | undefined> {
  const opened = openWorkspaceFiles({ from: root });
  const checks = { environments: [environment], rules, overriding: new Map(), now };
  return readReleased(opened, checks, nothingKnown);
}

function releasedIn({ resources }: Workspace): number {
  return resources.filter(isReleased).length;
}

function shown(workspace: Workspace): unknown {
  const { ledger, live } = known;
  const compiled = compileReleased(workspace, [environment]);
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

test('a plan from released files is the plan from all trees, whatever is edited', async () => {
  let count = 0;
  let changed = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(edits, { minLength: 1, maxLength: 4 }), async (all) => {
      const root = mkdtempSync(path.join(tmpdir(), 'edgewright-batches-'));
      try {
        cpSync(bookshop, root, { recursive: true });
        for (const edit of all) doEdit(root, edit);
        const workspace = await released(root);
        if (workspace?.environments.has(environment) !== true) return;
        count += releasedIn(workspace);
        const seen = shown(workspace);
        expect(seen).toEqual(shown(loadWorkspace({ from: root })));
        changed += JSON.stringify(seen).includes('"update"') ? 1 : 0;
      } finally {
        rmSync(root, { recursive: true });
      }
    }),
    { numRuns: runs(20) },
  );
  expect(count).toBeGreaterThan(runs(100));
  expect(changed).toBeGreaterThan(runs(2));
});

test('resources that were compiled for one environment are never taken for those of another', async () => {
  const workspace = await released(bookshop);
  if (workspace === undefined) throw new Error('it was read as a whole');
  expect(releasedIn(workspace)).toBeGreaterThan(10);
  expect(() => compileReleased(workspace, ['staging'])).toThrow('staging was not compiled');
});

test('a released file that changes during the run keeps the places that it was read with', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'edgewright-batches-'));
  try {
    cpSync(bookshop, root, { recursive: true });
    const workspace = await released(root);
    if (workspace === undefined) throw new Error('it was read as a whole');
    rmSync(path.join(root, 'resources'), { recursive: true });
    const desired = desiredOf(workspace);
    const before = desiredOf(loadWorkspace({ from: bookshop }));
    expect(compiledValue(desired, { show: 'origins' })).toEqual(compiledValue(before, { show: 'origins' }));
  } finally {
    rmSync(root, { recursive: true });
  }
});
