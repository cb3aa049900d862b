/** The verbs of `ledger` that only read. */
import { readLedger, openStore } from '../../run/session/ledger/open-ledger-store.ts';
import { yamlText } from '../../report/text/yaml.ts';
import { unknownAddress } from './ledger-unknown.ts';
import { ledgerLogText } from '../../report/ledger-log.ts';
import { refuseForgotten, forgottenEnvironments } from '../../run/session/ledger/refuse-forgotten.ts';
import { readLeft } from '../../run/ledger/read-left.ts';
import { leftObjectsText } from '../../report/left-objects-text.ts';
import { checkLedger } from '../../run/ledger/check-ledger.ts';
import { ledgerCheckText } from '../../report/ledger-check.ts';
import { beginRun, openRun } from '../../run/session/run.ts';
import { Command, type Option } from 'commander';
import { refOf } from '../../derive/forms/object-ids.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import { jsonText } from '../../report/text/json.ts';
import {
  environmentOption,
  environmentsOption,
  ledgerOption,
  localOption,
  resultFormatOption,
  workspaceOption,
  type WorkspaceOptions,
} from '../../run/cli/options.ts';
import type { RunCommand } from '../../run/cli/run-command.ts';
import { chooseEnvironments } from '../../run/session/workspace/choose-environments.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { verb } from '../../run/cli/verb.ts';

/** The options of commands that only read or create the ledger file. */
export interface LedgerFlags extends WorkspaceOptions {
  readonly env?: string;
  readonly ledger?: 'file';
  readonly local?: boolean;
  readonly format?: 'text' | 'yaml' | 'json' | 'routes';
}

function readOptions(
  formats: readonly [string, ...string[]],
  environment = environmentOption(),
): readonly Option[] {
  return [
    environment,
    resultFormatOption(formats),
    localOption('use the ledger of the built-in mock API'),
    ledgerOption(),
    workspaceOption(),
  ];
}

export function listLedger(run: RunCommand): Command {
  return verb('list', {
    description: 'list the objects in the ledger of an environment',
    examples: [
      'edgewright ledger list --env production',
      'edgewright ledger list --env production --format routes',
    ],
    exits: ['configuration', 'unsafe', 'settings'],
    options: readOptions(['text', 'json', 'routes']),
  }).action(
    run(async (io, options: LedgerFlags) => {
      const opened = await openRun(io, options);
      const state = await readLedger(opened);
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
    ...Object.entries(resources).map(([address, entry]) => [address, refOf(entry), '']),
    ...Object.entries(orphans).map(([address, entry]) => [
      address,
      refOf(entry),
      `${entry.how} ${entry.since}`,
    ]),
    ...Object.entries(unknown).map(([address, { edge_id, since, answered }]) => [
      address,
      refOf({ id: '-', edge_id }),
      answered === undefined
        ? `created without a response ${since}`
        : `created ${since}; the response names ${answered}, which is not proven to be it`,
    ]),
  ].sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
  const width = Math.max(0, ...rows.map(([address = '']) => address.length));
  const lines = rows.map(([address = '', id = '', note = '']) =>
    `${address.padEnd(width)}  ${id}  ${note}`.trimEnd(),
  );
  return `${[...lines, `${rows.length} in the ledger of \`${environment}\`, serial ${serial}`].join('\n')}\n`;
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

export function showEntry(run: RunCommand): Command {
  return verb('show', {
    description: 'show the ledger entry of an address',
    examples: [
      'edgewright ledger show https-route/shop-home --env production',
      'edgewright ledger show endpoint/www-eu --env production --local',
    ],
    exits: ['configuration', 'unsafe', 'settings'],
    options: readOptions(['yaml', 'json']),
  })
    .argument(
      '<address>',
      'address in the ledger, such as https-route/shop-checkout; `edgewright ledger list` prints all of an environment',
    )
    .action(
      run(async (io, address: string, options: LedgerFlags) => {
        const opened = await openRun(io, options);
        const state = await readLedger(opened);
        const known = knownOf(state, address);
        if (Object.keys(known).length === 0) throw unknownAddress(state, address, opened.place);
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
    ...withoutUndefined({ unknown: create }),
    ...(writes.length === 0 ? {} : { unsettled: Object.fromEntries(writes) }),
    ...entry,
  };
}

export function logLedger(run: RunCommand): Command {
  return verb('log', {
    description: 'show who applied what, when, and from which commit, newest first',
    examples: [
      'edgewright ledger log --env production',
      'edgewright ledger log --env production --format json',
    ],
    exits: ['configuration', 'unsafe', 'settings'],
    options: readOptions(['text', 'json']),
  }).action(
    run(async (io, options: LedgerFlags) => {
      const opened = await openRun(io, options);
      const { environment } = opened;
      const store = await openStore(opened);
      const entries = await store.history(environment.name);
      if (options.format === 'json') io.stdout(jsonText(entries));
      else if (entries.length > 0) io.stdout(ledgerLogText(entries));
      else io.stdout(`No run has recorded anything in the ledger of ${environment.name}.\n`);
      return exitCodes.ok;
    }),
  );
}

export function listOrphans(run: RunCommand): Command {
  return verb('orphans', {
    description: 'list objects that may be live and are not managed, with the commands that settle each',
    examples: [
      'edgewright ledger orphans --env production',
      'edgewright ledger orphans --env production --format json',
    ],
    exits: ['configuration', 'unknown', 'unsafe', 'settings'],
    options: readOptions(['text', 'json']),
  }).action(
    run(async (io, options: LedgerFlags) => {
      const opened = await openRun(io, options);
      const { environment } = opened;
      await refuseForgotten(opened);
      const left = await readLeft(opened);
      if (options.format === 'json') io.stdout(jsonText(left));
      else if (left.length > 0) io.stdout(leftObjectsText(left));
      else io.stdout(`The ledger of ${environment.name} has no orphans, and every outcome is known.\n`);
      return left.some(({ state }) => state === 'unknown') ? exitCodes.unknown : exitCodes.ok;
    }),
  );
}

interface VerifyFlags extends Omit<LedgerFlags, 'env'> {
  readonly env?: readonly string[];
}

export function verifyLedgers(run: RunCommand): Command {
  return verb('verify', {
    description: 'check every text of the ledgers: checksums, journals, lineage, serials; writes nothing',
    examples: ['edgewright ledger verify', 'edgewright ledger verify --env production --format json'],
    exits: ['configuration', 'unsafe', 'settings'],
    options: readOptions(['text', 'json'], environmentsOption()),
  }).action(
    run(async (io, options: VerifyFlags) => {
      const opened = await beginRun(io, options);
      const checked = [];
      const chosen = chooseEnvironments(opened.workspace, options.env);
      for (const environment of chosen) {
        const findings = await checkLedger({ ...opened, environment });
        checked.push({ environment: environment.name, findings });
      }
      const [first] = chosen;
      const forgotten =
        first === undefined ? [] : await forgottenEnvironments({ ...opened, environment: first });
      for (const { environment, ...finding } of forgotten)
        checked.push({ environment, findings: [{ state: 'fail' as const, ...finding }] });
      io.stdout(options.format === 'json' ? jsonText(checked) : ledgerCheckText(checked));
      const isWhole = checked.every(({ findings }) => findings.every(({ state }) => state !== 'fail'));
      return isWhole ? exitCodes.ok : exitCodes.unsafe;
    }),
  );
}
