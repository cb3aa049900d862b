import { Command } from 'commander';
import { apiOptions, environmentOption, workspaceOption } from '../../run/cli/options.ts';
import { type RunCommand } from '../../run/cli/run-command.ts';
import type { ForgetFlags } from './ledger-forget.ts';
import { listLedger, listOrphans, logLedger, showEntry, verifyLedgers } from './ledger-read.ts';
import type { RebuildFlags } from './ledger-rebuild.ts';
import { relocateLedgers } from './ledger-relocate.ts';
import {
  divideLedger,
  initLedger,
  migrateLedgersCommand,
  renameEnvironmentCommand,
  sealLedgerCommand,
  unlockLedger,
} from './ledger-repair.ts';
import type { SettleFlags } from './settle-routes.ts';
import { collect } from '../../run/cli/option-values.ts';
import { optionGroups } from '../../run/cli/option-groups.ts';
import { apiExits, verb } from '../../run/cli/verb.ts';

/** `ledger …`: shows and repairs the record of managed objects. */
export function ledgerCommand(run: RunCommand): Command {
  return verb('ledger', {
    group: 'operate',
    summary: 'show and repair the ledger, the state file of an environment',
    description: 'show and repair the ledger, the state file that maps addresses to ids',
    examples: [
      'edgewright ledger list --env production',
      'edgewright ledger show https-route/shop-home --env production',
    ],
    exits: [],
  })
    .addCommand(initLedger(run))
    .addCommand(listLedger(run))
    .addCommand(showEntry(run))
    .addCommand(listOrphans(run))
    .addCommand(logLedger(run))
    .addCommand(verifyLedgers(run))
    .addCommand(migrateLedgersCommand(run))
    .addCommand(relocateLedgers(run))
    .addCommand(renameEnvironmentCommand(run))
    .addCommand(rebuildLedger(run))
    .addCommand(restoreLedger(run))
    .addCommand(forgetEntry(run))
    .addCommand(divideLedger(run))
    .addCommand(sealLedgerCommand(run))
    .addCommand(unlockLedger(run));
}

function rebuildLedger(run: RunCommand): Command {
  const command = verb('rebuild', {
    description: 'rebuild a lost ledger from what is live; writes nothing to the API',
    examples: [
      'edgewright ledger rebuild --env production --routes routes.txt',
      'edgewright ledger rebuild --env production --absent https-route/shop-cart',
    ],
    exits: [...apiExits, 'unknown'],
  })
    .addOption(environmentOption())
    .optionsGroup(optionGroups.selection)
    .option(
      '--routes <file>',
      'file with lines of `address: edge_id/route_id`, or a Terraform state, since routes cannot be listed',
    )
    .option(
      '--adopt <route>',
      'live route, as https-route/<name>=<edge_id>/<route_id>; may be repeated',
      collect,
    )
    .optionsGroup(optionGroups.safety)
    .option(
      '--absent <address>',
      'route that is not live; may be repeated (danger: creates a second one if that is wrong)',
      collect,
    )
    .addOption(workspaceOption());
  for (const option of apiOptions()) command.addOption(option);
  return command.action(
    run(async (io, options: RebuildFlags) => {
      const { rebuildFromLive } = await import('./ledger-rebuild.ts');
      return rebuildFromLive(io, options);
    }),
  );
}

function restoreLedger(run: RunCommand): Command {
  const command = verb('restore', {
    description: 'restore an older generation of a damaged ledger; writes nothing to the API',
    examples: [
      'edgewright ledger restore 2 --env production',
      'edgewright ledger restore 2 --env production --absent https-route/shop-cart',
    ],
    exits: [...apiExits, 'unknown'],
  })
    .argument('<generation>', 'number of the generation, such as 2 for ledger.2.json')
    .addOption(environmentOption())
    .optionsGroup(optionGroups.selection)
    .option(
      '--adopt <route>',
      'route that was created since, as https-route/<name>=<edge_id>/<route_id>; may be repeated',
      collect,
    )
    .optionsGroup(optionGroups.safety)
    .option(
      '--absent <address>',
      'route that was not created since; may be repeated (danger: creates a second one if that is wrong)',
      collect,
    )
    .addOption(workspaceOption());
  for (const option of apiOptions()) command.addOption(option);
  return command.action(
    run(async (io, generation: string, options: SettleFlags) => {
      const { generationNumber, restoreGeneration } = await import('./ledger-restore.ts');
      return restoreGeneration(io, generationNumber(generation), options);
    }),
  );
}

function forgetEntry(run: RunCommand): Command {
  const command = verb('forget', {
    description: 'remove addresses whose objects no longer exist from the ledger; writes nothing to the API',
    examples: [
      'edgewright ledger forget https-route/shop-cart https-route/shop-search --env production',
      'edgewright ledger forget endpoint/metrics --env production --still-live',
    ],
    exits: [...apiExits, 'gate'],
  })
    .argument(
      '<addresses...>',
      'addresses in the ledger, such as https-route/shop-checkout; `edgewright ledger list` prints all of an environment',
    )
    .addOption(environmentOption())
    .optionsGroup(optionGroups.safety)
    .option(
      '--still-live',
      'forget an object that the API still has, too; it is then no longer managed (danger: its address may be created a second time)',
    )
    .addOption(workspaceOption());
  for (const option of apiOptions()) command.addOption(option);
  return command.action(
    run(async (io, addresses: readonly string[], options: ForgetFlags) => {
      const { forgetAddresses } = await import('./ledger-forget.ts');
      return forgetAddresses(io, addresses, options);
    }),
  );
}
