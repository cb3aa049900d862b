import { Command, Option } from 'commander';
import { exitCodes } from '../../model/errors.ts';
import type { LedgerState } from '../../model/ledger.ts';
import { chooseEnvironment, openWorkspace } from '../../session/workspace/open-workspace.ts';
import {
  apiOptions,
  environmentOption,
  ledgerOption,
  workspaceOption,
  type WorkspaceOptions,
} from '../../cli/options.ts';
import { collect, type RunCommand } from '../../cli/run-command.ts';
import type { ForgetFlags } from './ledger-forget.ts';
import type { RebuildFlags } from './ledger-rebuild.ts';
import type { SettleFlags } from './settle-routes.ts';

interface LedgerFlags extends WorkspaceOptions {
  readonly env?: string;
  readonly ledger?: 'file';
  readonly local?: boolean;
  readonly format?: 'text' | 'json';
}

/** `ledger …`: what we know of what we created. */
export function ledgerCommand(run: RunCommand): Command {
  return new Command('ledger')
    .description('look after the ledger: which address has which id')
    .addCommand(initLedger(run))
    .addCommand(listLedger(run))
    .addCommand(showEntry(run))
    .addCommand(rebuildLedger(run))
    .addCommand(restoreLedger(run))
    .addCommand(forgetEntry(run));
}

function initLedger(run: RunCommand): Command {
  return new Command('init')
    .description('make an empty ledger for an environment that has none: a first run')
    .addOption(environmentOption('the environment; may be left out when there is one'))
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
    .description('list what the ledger of an environment knows')
    .addOption(environmentOption('the environment; may be left out when there is one'))
    .addOption(new Option('--format <format>', 'how').choices(['text', 'json']).default('text'))
    .option('--local', 'of the embedded API')
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
    .description('show all that the ledger keeps of one address')
    .argument('<address>', 'such as https-route/shop-checkout')
    .addOption(environmentOption('the environment; may be left out when there is one'))
    .option('--local', 'of the embedded API')
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
    .description('make a lost ledger anew from what is live; writes nothing to the API')
    .addOption(environmentOption('the environment; may be left out when there is one'))
    .option('--routes <file>', 'lines of `address: edge_id/route_id`, since routes cannot be listed')
    .option(
      '--adopt <route>',
      'a route that is live, as https-route/<name>=<edge_id>/<route_id>; may be repeated',
      collect,
    )
    .option(
      '--absent <address>',
      'a route that is not live; may be repeated (danger: a second one, if that is wrong)',
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
    .description('put an older generation in the place of a damaged ledger; writes nothing to the API')
    .argument('<generation>', 'its number, such as 2 for ledger.2.json')
    .addOption(environmentOption('the environment; may be left out when there is one'))
    .option(
      '--adopt <route>',
      'a route that was created since, as https-route/<name>=<edge_id>/<route_id>; may be repeated',
      collect,
    )
    .option(
      '--absent <address>',
      'a route that was not created since; may be repeated (danger: a second one, if that is wrong)',
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
    .description('take an address out of the ledger, when its object is gone; writes nothing to the API')
    .argument('<address>', 'such as https-route/shop-checkout')
    .addOption(environmentOption('the environment; may be left out when there is one'))
    .option(
      '--still-live',
      'also when the API still has the object: nobody manages it then, and it stays as it is',
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
