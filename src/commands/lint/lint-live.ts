import { lintLive } from '../../lint/live/lint-live-objects.ts';
import { rules } from '../../lint/rules.ts';
import { yamlText } from '../../report/text/yaml.ts';
import { readLive } from '../../remote/api/read-live.ts';
import { openWorkspaceRun, type Run } from '../../run/session/run.ts';
import { byText } from '../../text/lists/compare-texts.ts';
import { matchesOnly } from '../../text/patterns/address-filter.ts';
import { UserError } from '../../model/errors.ts';
import { loadTrafficTools } from '../../lint/domain/policy/load-traffic-tools.ts';
import type { Io } from '../../model/io.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import type { Live, LiveState } from '../../model/live.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import type { LiveObject } from '../../lint/live/live-document.ts';
import { connectForReading } from '../../run/session/api/connect.ts';
import { failureOf } from '../../run/session/ledger/failure-of.ts';
import { shownOf, tooManyWarnings } from '../../run/lint/limit-findings.ts';
import { refuseOtherLedger } from '../../run/plan/refuse-other-ledger.ts';
import type { LintOptions } from './lint-options.ts';
import { openStore } from '../../run/session/ledger/open-ledger-store.ts';
import { ruleSettings } from '../../run/session/workspace/rule-settings.ts';
import { checkedPolicies } from '../../run/session/workspace/policies-of.ts';
import { refuseEmptyFilter } from '../../run/cli/refuse-empty-filter.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import type { Address } from '../../model/workspace/address.ts';
import { findingsPrinter } from '../../run/lint/findings-printer.ts';
import { chooseEnvironments } from '../../run/session/workspace/choose-environments.ts';

/** `lint --live`: checks every readable object of each environment, managed or not, with the rules for resources. */
export async function lintLiveObjects(io: Io, options: LintOptions): Promise<number> {
  const print = findingsPrinter(io, options);
  const run = await openWorkspaceRun(io, options);
  const { workspace } = run;
  const policies = await checkedPolicies(workspace);
  const found = [...workspace.diagnostics, ...policies.diagnostics];
  const broken = found.filter(({ severity, place }) => {
    return severity === 'error' && !workspace.yaml.some(({ source }) => source === place.source);
  });
  if (broken.length > 0)
    return refuseBroken(broken.map(({ message, place }) => ({ message, file: place.source.path })));
  const objects = new Map<string, readonly LiveObject[]>();
  const seen = new Set<string>();
  for (const environment of chooseEnvironments(workspace, options.env)) {
    const found = await objectsOf({ ...run, environment });
    // Environments of the same account list the same objects; each is checked once.
    const fresh = found.filter(({ origin, object }) => {
      const key = `${origin} ${object.live.kind} ${object.live.id}`;
      return !seen.has(key) && seen.add(key);
    });
    objects.set(
      environment.name,
      fresh.map(({ object }) => object),
    );
  }
  // A policy may be live and in no file.
  await loadTrafficTools(['traffic_policy']);
  const only = options.only ?? [];
  refuseEmptyFilter(only, [...objects.values()].flat());
  const all = [...rules, ...policies.rules];
  const result = lintLive({
    objects: new Map(
      [...objects].map(([name, some]) => [name, some.filter((object) => matchesOnly(object, only))]),
    ),
    settings: workspace.settings.lint,
    rules: all,
    overriding: ruleSettings(options.rule, all),
    now: options.now ?? io.clock.now(),
    print: yamlText,
  });
  await print(shownOf(result, options));
  return failureOf(result.diagnostics) ?? tooManyWarnings(io, result, options) ?? exitCodes.ok;
}

interface ObjectOfOrigin {
  readonly origin: string;
  readonly object: LiveObject;
}

async function objectsOf(run: Run): Promise<readonly ObjectOfOrigin[]> {
  const { workspace, environment } = run;
  const ledger = await ledgerOf(run);
  const { api, close } = await connectForReading(run);
  try {
    if (ledger !== undefined) await refuseOtherLedger({ api, ledger, workspace });
    const live = await readLive({ api, ledger, adoptions: environment.adopt });
    return named(live, workspace).map((object) => ({ origin: api.origin, object }));
  } finally {
    await close();
  }
}

/**
 * Without a ledger, managed objects that no list returns cannot be found: a note says so, and the others are checked.
 */
async function ledgerOf(run: Run): Promise<LedgerState | undefined> {
  const { name } = run.environment;
  const store =
    run.workspace.settings.ledger === undefined
      ? undefined
      : await openStore({ ...run, ledger: { ...run.ledger, store: 'file' } });
  const ledger = await store?.read(name);
  if (ledger === undefined) {
    run.io.stderr(
      `note: \`${name}\` has no ledger: of its routes only those under \`adopt:\` are looked at\n`,
    );
  }
  return ledger;
}

interface LiveOfAddress {
  readonly address: Address;
  readonly live: Live;
}

/** Objects by their address in the ledger or `adopt:`, others by kind and id. Unmanageable objects are left out. */
function named({ known, listed }: LiveState, { resources }: Workspace): readonly LiveObject[] {
  const labels = new Map(resources.map((resource) => [resource.address, resource.labels]));
  const managed = [...known].flatMap(([address, live]): readonly LiveOfAddress[] =>
    live === 'missing' ? [] : [{ address, live }],
  );
  const ids = new Set(managed.map(({ live }) => `${live.kind} ${live.id}`));
  const others = listed
    .filter(({ kind, id }) => !ids.has(`${kind} ${id}`))
    .map((live): LiveOfAddress => ({ address: `${live.kind}/${live.id}`, live }));
  return [...managed, ...others]
    .filter(({ live }) => live.isManageable)
    .map((liveOfAddress) => ({ ...liveOfAddress, labels: labels.get(liveOfAddress.address) ?? {} }))
    .sort(byText(({ address }) => address));
}

/** Settings, environments and adoptions must be valid before the API is used. */
function refuseBroken(broken: readonly { readonly message: string; readonly file: string }[]): never {
  const [first] = broken;
  const isSettings = broken.some(({ file }) => file === 'edgewright.yaml');
  throw new UserError(
    isSettings ? exitCodes.settings : exitCodes.configuration,
    `${first?.file ?? ''}: ${first?.message ?? ''}`,
    { help: 'see `edgewright lint`' },
  );
}
