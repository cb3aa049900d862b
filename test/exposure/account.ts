import { createHmac } from 'node:crypto';
import { apply } from '../../src/apply/apply.ts';
import { kindNames } from '../../src/kinds/index.ts';
import { viewOf } from '../../src/ledger/draft.ts';
import { replay, replayOf } from '../../src/ledger/journal/replay.ts';
import { emptyLedger } from '../../src/ledger/state.ts';
import type { WriteApi } from '../../src/model/api.ts';
import type { LedgerState } from '../../src/model/ledger/ledger.ts';
import type { Plan } from '../../src/model/plan/plan.ts';
import { Secret } from '../../src/model/secret.ts';
import type { Workspace } from '../../src/model/workspace/workspace.ts';
import { plan } from '../../src/plan/plan.ts';
import { readLive } from '../../src/remote/api/read-live.ts';
import { inProcessApi } from '../../src/run/session/api/in-process-api.ts';
import { compile } from '../../src/workspace/compile/compile.ts';
import { anyPolicy } from '../gate-proof/any-policy.ts';
import type { Address } from '../../src/model/workspace/address.ts';

/** A mock API and the ledger of it. */
export interface Account {
  readonly api: WriteApi;
  readonly ledger: LedgerState;
}

export function emptyAccount(): Account {
  const { api } = inProcessApi({ trafficPolicy: anyPolicy });
  return { api, ledger: emptyLedger({ environment: 'production', lineage: 'exposure', api: api.origin }) };
}

const valueOf = (name: string): Secret => new Secret(`the value of ${name}`);

/** The plan of these files; with `allowed`, nothing of it is refused. */
export async function planOf(
  workspace: Workspace,
  { api, ledger }: Account,
  allowed: readonly Address[] = [],
): Promise<Plan> {
  const environment = workspace.environments.get('production')!;
  const { settings, removed, approvals } = workspace;
  return plan({
    desired: compile(workspace, 'production').desired,
    live: await readLive({ api, ledger, adoptions: environment.adopt, kinds: kindNames }),
    ledger,
    environment,
    settings: { ...settings, safety: { ...settings.safety, max_deletes: 100, max_changed_percent: 100 } },
    removed,
    approvals,
    secrets: valueOf,
    fingerprint: (uid, path, value) =>
      createHmac('sha256', uid).update(`${path.join()} ${value.reveal()}`).digest('hex').slice(0, 32),
    allow: { exposure: allowed, empty: true },
  });
}

/** The account after these files were applied, with every approval that it takes. */
export async function applied(workspace: Workspace, account: Account): Promise<Account> {
  const asked = await planOf(workspace, account);
  const all = asked.steps.map(({ address }) => address);
  const made = asked.refusals.length === 0 ? asked : await planOf(workspace, account, all);
  if (made.refusals.length > 0) throw new Error(JSON.stringify(made.refusals));
  const journal = replayOf(account.ledger);
  const ledger = (): LedgerState => viewOf(journal.draft);
  await apply(made, {
    api: account.api,
    lock: {
      view: ledger,
      failure: () => undefined,
      reserve: () => Promise.resolve(),
      append: (records) => Promise.resolve().then(() => replay(journal, records)),
    },
    secrets: valueOf,
    env: {
      clock: { now: () => new Date('2026-01-02T03:04:05Z'), sleep: () => Promise.resolve() },
      random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    },
    marker: workspace.settings.marker,
  });
  return { api: account.api, ledger: ledger() };
}
