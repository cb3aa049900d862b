import { Command } from 'commander';
import { verb } from '../../run/cli/help.ts';
import {
  environmentOption,
  ledgerOption,
  localOption,
  resultFormatOption,
  workspaceOption,
} from '../../run/cli/options.ts';
import type { RunCommand } from '../../run/cli/run-command.ts';
import type { LedgerFlags } from './ledger-seal.ts';
import { exitCodes } from '../../model/errors.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import { jsonText } from '../../report/text/json.ts';
import { chooseEnvironment, openWorkspace } from '../../run/session/workspace/open-workspace.ts';

export function listLedger(run: RunCommand): Command {
  return verb('list', {
    description: 'list the objects in the ledger of an environment',
    examples: [
      'edgewright ledger list --env production',
      'edgewright ledger list --env production --format routes',
    ],
    exits: ['configuration', 'unsafe', 'settings'],
    options: [
      environmentOption(),
      resultFormatOption(['text', 'json', 'routes']),
      localOption('use the ledger of the built-in mock API'),
      ledgerOption(),
      workspaceOption(),
    ],
  }).action(
    run(async (io, options: LedgerFlags) => {
      const workspace = await openWorkspace(io, options);
      const { readLedger } = await import('../../run/session/ledger/open-ledger-store.ts');
      const state = await readLedger(io, workspace, chooseEnvironment(workspace, options.env), options);
      io.stdout(inFormat(state, options.format ?? 'text'));
      return exitCodes.ok;
    }),
  );
}

function inFormat(state: LedgerState, format: NonNullable<LedgerFlags['format']>): string {
  switch (format) {
    case 'json':
      return jsonText(state);
    case 'routes':
      return routesText(state);
    case 'text':
    case 'yaml':
      return table(state);
  }
}

function table({ environment, serial, resources, orphans, unknown = {} }: LedgerState): string {
  const rows = [
    ...Object.entries(resources).map(([address, { id, edge_id }]) => [address, idOf(id, edge_id), '']),
    ...Object.entries(orphans).map(([address, { id, edge_id, how, since }]) => [
      address,
      idOf(id, edge_id),
      `${how} ${since}`,
    ]),
    ...Object.entries(unknown).map(([address, { edge_id, since }]) => [
      address,
      idOf('-', edge_id),
      `created without a response ${since}`,
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

/**
 * The routes of a ledger in the form that `ledger rebuild --routes` and `pull --routes` read. Those that are retired or
 * forgotten are comments: no file declares them, so rebuilding would refuse their lines.
 */
function routesText({ environment, resources, orphans }: LedgerState): string {
  const lines = [
    ...Object.entries(resources).flatMap(([address, { id, edge_id }]) =>
      edge_id === undefined ? [] : [`${address}: ${edge_id}/${id}`],
    ),
    ...Object.entries(orphans).flatMap(([address, { id, edge_id, how }]) =>
      edge_id === undefined ? [] : [`# ${how} ${address}: ${edge_id}/${id}`],
    ),
  ];
  const title = `# routes of ${environment}, for edgewright ledger rebuild --routes`;
  return `${[title, ...lines.sort()].join('\n')}\n`;
}
