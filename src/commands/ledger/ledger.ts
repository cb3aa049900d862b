import { Command } from 'commander';
import { exitCodes } from '../../model/errors.ts';
import type { LedgerState } from '../../model/ledger.ts';
import { chooseEnvironment, openWorkspace } from '../../session/workspace/open-workspace.ts';
import {
  apiOptions,
  environmentOption,
  ledgerOption,
  localOption,
  resultFormatOption,
  workspaceOption,
  type WorkspaceOptions,
} from '../../cli/options.ts';
import { collect, type RunCommand } from '../../cli/run-command.ts';
import type { ForgetFlags } from './ledger-forget.ts';
import type { RebuildFlags } from './ledger-rebuild.ts';
import type { SettleFlags } from './settle-routes.ts';
import { apiExits, helpEnd, optionGroups, verbGroups } from '../../cli/help.ts';

interface LedgerFlags extends WorkspaceOptions {
  readonly env?: string;
  readonly ledger?: 'file';
  readonly local?: boolean;
  readonly format?: 'text' | 'json';
}

/** `ledger …`: what we know of what we created. */
export function ledgerCommand(run: RunCommand): Command {
  return new Command('ledger')
    .helpGroup(verbGroups.operate)
    .summary('show and repair the ledger, the state file of an environment')
    .description('show and repair the ledger, the state file that maps addresses to ids')
    .addHelpText(
      'after',
      helpEnd({
        examples: [
          'edgewright ledger list --env production',
          'edgewright ledger show https-route/shop-home --env production',
        ],
        exits: [],
      }),
    )
    .addCommand(initLedger(run))
    .addCommand(listLedger(run))
    .addCommand(showEntry(run))
    .addCommand(rebuildLedger(run))
    .addCommand(restoreLedger(run))
    .addCommand(forgetEntry(run));
}

function initLedger(run: RunCommand): Command {
  return new Command('init')
    .description('create an empty ledger for an environment that has none')
    .addHelpText(
      'after',
      helpEnd({
        examples: ['edgewright ledger init --env production', 'edgewright ledger init --env staging'],
        exits: ['configuration', 'unsafe', 'settings'],
      }),
    )
    .addOption(environmentOption())
    .addOption(ledgerOption())
    .addOption(workspaceOption())
    .action(
      run(async (io, options: LedgerFlags) => {
        const workspace = await openWorkspace(io, options);
        const { name } = chooseEnvironment(workspace, options.env);
        const [{ createLedger, lineageOf }, { writeLedgerIgnore }] = await Promise.all([
          import('../../session/ledger/ledger-store.ts'),
          import('../../session/ledger/ledger-ignore.ts'),
        ]);
        await createLedger(io, {
          root: workspace.root,
          environment: name,
          lineage: lineageOf(workspace),
          options,
        });
        io.stdout(`\`${name}\` has an empty ledger now: .edgewright/${name}/ledger.json\n`);
        writeLedgerIgnore(workspace.root);
        return exitCodes.ok;
      }),
    );
}

function listLedger(run: RunCommand): Command {
  return new Command('list')
    .description('list the objects in the ledger of an environment')
    .addHelpText(
      'after',
      helpEnd({
        examples: [
          'edgewright ledger list --env production',
          'edgewright ledger list --env production --format json',
        ],
        exits: ['configuration', 'unsafe', 'settings'],
      }),
    )
    .addOption(environmentOption())
    .addOption(resultFormatOption(['text', 'json']))
    .addOption(localOption('ledger of the built-in mock API'))
    .addOption(ledgerOption())
    .addOption(workspaceOption())
    .action(
      run(async (io, options: LedgerFlags) => {
        const workspace = await openWorkspace(io, options);
        const { readLedger } = await import('../../session/ledger/ledger-store.ts');
        const { jsonText } = await import('../../report/text/json.ts');
        const state = await readLedger(io, workspace, chooseEnvironment(workspace, options.env), options);
        io.stdout(options.format === 'json' ? jsonText(state) : table(state));
        return exitCodes.ok;
      }),
    );
}

function showEntry(run: RunCommand): Command {
  return new Command('show')
    .description('show the ledger entry of an address')
    .addHelpText(
      'after',
      helpEnd({
        examples: [
          'edgewright ledger show https-route/shop-home --env production',
          'edgewright ledger show endpoint/www-eu --env production --local',
        ],
        exits: ['configuration', 'unsafe', 'settings'],
      }),
    )
    .argument('<address>', 'address, such as https-route/shop-checkout')
    .addOption(environmentOption())
    .addOption(localOption('ledger of the built-in mock API'))
    .addOption(ledgerOption())
    .addOption(workspaceOption())
    .action(
      run(async (io, address: string, options: LedgerFlags) => {
        const workspace = await openWorkspace(io, options);
        const environment = chooseEnvironment(workspace, options.env);
        const [{ readLedger }, { yamlText }, { unknownAddress }] = await Promise.all([
          import('../../session/ledger/ledger-store.ts'),
          import('../../report/text/yaml.ts'),
          import('./ledger-unknown.ts'),
        ]);
        const state = await readLedger(io, workspace, environment, options);
        const entries = new Map(Object.entries({ ...state.resources, ...state.orphans }));
        const entry = entries.get(address);
        const approvals = (state.approvals ?? []).filter((approval) => approval.address === address);
        if (entry === undefined && approvals.length === 0) throw unknownAddress(state, address, options);
        const used = approvals.map(({ allow, change, at }) => ({ allow, change, at }));
        io.stdout(
          yamlText({ [address]: { ...(used.length === 0 ? {} : { approvals: used }), ...entry } as never }),
        );
        return exitCodes.ok;
      }),
    );
}

function rebuildLedger(run: RunCommand): Command {
  const command = new Command('rebuild')
    .description('rebuild a lost ledger from what is live; writes nothing to the API')
    .addHelpText(
      'after',
      helpEnd({
        examples: [
          'edgewright ledger rebuild --env production --routes routes.txt',
          'edgewright ledger rebuild --env production --absent https-route/shop-cart',
        ],
        exits: [...apiExits, 'unknown'],
      }),
    )
    .addOption(environmentOption())
    .optionsGroup(optionGroups.selection)
    .option(
      '--routes <file>',
      'file with lines of `address: edge_id/route_id`, since routes cannot be listed',
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
  const command = new Command('restore')
    .description('restore an older generation of a damaged ledger; writes nothing to the API')
    .addHelpText(
      'after',
      helpEnd({
        examples: [
          'edgewright ledger restore 2 --env production',
          'edgewright ledger restore 2 --env production --absent https-route/shop-cart',
        ],
        exits: [...apiExits, 'unknown'],
      }),
    )
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
  const command = new Command('forget')
    .description('remove an address whose object no longer exists from the ledger; writes nothing to the API')
    .addHelpText(
      'after',
      helpEnd({
        examples: [
          'edgewright ledger forget https-route/shop-cart --env production',
          'edgewright ledger forget endpoint/www-eu --env production --still-live',
        ],
        exits: [...apiExits, 'gate'],
      }),
    )
    .argument('<address>', 'address, such as https-route/shop-checkout')
    .addOption(environmentOption())
    .optionsGroup(optionGroups.safety)
    .option(
      '--still-live',
      'an object that the API still has, too; it is then no longer managed (danger: its address may be created a second time)',
    )
    .addOption(workspaceOption());
  for (const option of apiOptions()) command.addOption(option);
  return command.action(
    run(async (io, address: string, options: ForgetFlags) => {
      const { forgetAddress } = await import('./ledger-forget.ts');
      return forgetAddress(io, address, options);
    }),
  );
}

function table({ environment, serial, resources, orphans }: LedgerState): string {
  const rows = [
    ...Object.entries(resources).map(([address, { id, edge_id }]) => [address, idOf(id, edge_id), '']),
    ...Object.entries(orphans).map(([address, { id, edge_id, how, since }]) => [
      address,
      idOf(id, edge_id),
      `${how} ${since}`,
    ]),
  ].sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
  const width = Math.max(0, ...rows.map(([address = '']) => address.length));
  const lines = rows.map(([address = '', id = '', note = '']) =>
    `${address.padEnd(width)}  ${id}  ${note}`.trimEnd(),
  );
  return `${[...lines, `${rows.length} in the ledger of \`${environment}\`, serial ${serial}`].join('\n')}\n`;
}

function idOf(id: string, edgeId: string | undefined): string {
  return edgeId === undefined ? id : `${edgeId}/${id}`;
}
