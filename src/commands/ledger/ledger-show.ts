import { Command } from 'commander';
import { exitCodes } from '../../model/errors.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import { chooseEnvironment, openWorkspace } from '../../run/session/workspace/open-workspace.ts';
import {
  environmentOption,
  ledgerOption,
  localOption,
  resultFormatOption,
  workspaceOption,
} from '../../run/cli/options.ts';
import type { RunCommand } from '../../run/cli/run-command.ts';
import { verb } from '../../run/cli/help.ts';
import type { LedgerFlags } from './ledger-seal.ts';

export function showEntry(run: RunCommand): Command {
  return verb('show', {
    description: 'show the ledger entry of an address',
    examples: [
      'edgewright ledger show https-route/shop-home --env production',
      'edgewright ledger show endpoint/www-eu --env production --local',
    ],
    exits: ['configuration', 'unsafe', 'settings'],
    options: [
      environmentOption(),
      resultFormatOption(['yaml', 'json']),
      localOption('use the ledger of the built-in mock API'),
      ledgerOption(),
      workspaceOption(),
    ],
  })
    .argument(
      '<address>',
      'address in the ledger, such as https-route/shop-checkout; `edgewright ledger list` prints all of an environment',
    )
    .action(
      run(async (io, address: string, options: LedgerFlags) => {
        const workspace = await openWorkspace(io, options);
        const environment = chooseEnvironment(workspace, options.env);
        const [{ readLedger }, { yamlText }, { jsonText }, { unknownAddress }] = await Promise.all([
          import('../../run/session/ledger/open-ledger-store.ts'),
          import('../../report/text/yaml.ts'),
          import('../../report/text/json.ts'),
          import('./ledger-unknown.ts'),
        ]);
        const state = await readLedger(io, workspace, environment, options);
        const known = knownOf(state, address);
        if (Object.keys(known).length === 0) throw unknownAddress(state, address, options);
        const shown = { [address]: known };
        io.stdout(options.format === 'json' ? jsonText(shown) : yamlText(shown as never));
        return exitCodes.ok;
      }),
    );
}

/** The entry or orphan of an address, its used approvals, and its requests whose outcome is unknown. */
function knownOf(state: LedgerState, address: string): Readonly<Record<string, unknown>> {
  const { resources, orphans, unknown = {}, unsettled = {}, approvals = [] } = state;
  const of = <Item>(items: Readonly<Record<string, Item>>): Item | undefined =>
    new Map(Object.entries(items)).get(address);
  const used = approvals
    .filter((approval) => approval.address === address)
    .map(({ allow, change, at }) => ({ allow, change, at }));
  const entry = of(resources) ?? of(orphans);
  const create = of(unknown);
  const writes = Object.entries(unsettled).filter(
    ([, write]) => write.address === address || write.id === entry?.id,
  );
  return {
    ...(used.length === 0 ? {} : { approvals: used }),
    ...(create === undefined ? {} : { unknown: create }),
    ...(writes.length === 0 ? {} : { unsettled: Object.fromEntries(writes) }),
    ...entry,
  };
}
