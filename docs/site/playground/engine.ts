/* What the playground computes: findings, results of request tests and the plan, by the sources of the command line. */
import { apply } from '../../../src/apply/apply.ts';
import { exemptProviders } from '../../../src/derive/secrets/answered-secrets.ts';
import { kindNames } from '../../../src/kinds/index.ts';
import { replay, replayOf } from '../../../src/ledger/journal/replay.ts';
import { viewOf } from '../../../src/ledger/draft.ts';
import { emptyLedger } from '../../../src/ledger/state.ts';
import { lint } from '../../../src/lint/engine/lint.ts';
import { applyFixes } from '../../../src/lint/fix/apply-fixes.ts';
import { fixUntilQuiet } from '../../../src/run/lint/fix-until-quiet.ts';
import { rules } from '../../../src/lint/rules.ts';
import type { ReadApi } from '../../../src/model/api.ts';
import type { CompiledResource as Compiled } from '../../../src/model/desired.ts';
import type { Diagnostic } from '../../../src/model/diagnostic.ts';
import { UserError } from '../../../src/model/errors.ts';
import type { LedgerState } from '../../../src/model/ledger/ledger.ts';
import type { LintResult } from '../../../src/model/lint/lint-result.ts';
import type { Plan } from '../../../src/model/plan/plan.ts';
import { Secret } from '../../../src/model/secret.ts';
import type { Workspace } from '../../../src/model/workspace/workspace.ts';
import { plan } from '../../../src/plan/plan.ts';
import { readLive } from '../../../src/remote/api/read-live.ts';
import { planText } from '../../../src/report/plan/text/plan-text.ts';
import { testText } from '../../../src/report/tests/test-results.ts';
import { inProcessApi } from '../../../src/run/session/api/in-process-api.ts';
import { placeFlags } from '../../../src/run/cli/command-line.ts';
import { checkedPolicies } from '../../../src/run/session/workspace/policies-of.ts';
import { routesElsewhere } from '../../../src/run/session/workspace/routes-elsewhere.ts';
import { applyLine } from '../../../src/run/plan/apply-line.ts';
import { reportedPlan } from '../../../src/run/plan/reported-plan.ts';
import { testsOfPlan } from '../../../src/run/tests/test-plan.ts';
import { testRequests } from '../../../src/run/tests/run-all-tests.ts';
import { compileEach } from '../../../src/workspace/compile/compile.ts';
import { fileSetTree } from '../../../src/workspace/files/file-set-tree.ts';
import { nothingIgnored } from '../../../src/workspace/files/ignored.ts';
import { openTree } from '../../../src/workspace/open-tree.ts';
import type { Environment } from '../../../src/model/workspace/environment.ts';

/** Texts by path. */
export type Files = ReadonlyMap<string, string>;

/** The objects that an apply of earlier files left in the mock API of the page, and the ledger of it. */
export interface Account {
  readonly api: ReadApi;
  readonly ledger: LedgerState;
}

/** The files as lint sees them; or why they cannot be read at all. */
export type CheckedFiles = Checked | { readonly failure: string };

export interface Checked {
  readonly workspace: Workspace;
  readonly result: LintResult;
  readonly findings: readonly Diagnostic[];
  readonly desiredOf: (environment: string) => readonly Compiled[];
}

export async function checkFiles(files: Files): Promise<CheckedFiles> {
  try {
    return await checked(files);
  } catch (error) {
    if (error instanceof UserError) return { failure: error.message };
    throw error;
  }
}

interface Shown {
  readonly columns: number;
  /** Whether each request to the API is shown, with its body. */
  readonly showsRequests?: boolean;
}

/** The plan as a terminal shows it, with colors. */
export function planTextOf(made: Plan, shown: Shown): string {
  return planText(made, {
    ...shown,
    color: true,
    command: applyLine({ environment: made.environment }, place),
  });
}

/** The results of the request tests as a terminal shows them, with colors. */
export async function testTextOf(
  { workspace, desiredOf }: Checked,
  environment: Environment,
  columns: number,
): Promise<string> {
  const requests = workspace.requestTests?.().files.flatMap((file) => file.tests) ?? [];
  const compiled = (name: string): Promise<readonly Compiled[]> => Promise.resolve(desiredOf(name));
  const environments = [environment];
  const report = await testRequests({ workspace, environments, requests, desiredOf: compiled });
  if (typeof report === 'number' || report.cases.length === 0) return 'No tests of requests.';
  return testText(report, { color: true, columns });
}

/** The texts that the fixes of these findings change. */
export function fixed({ workspace }: Checked, findings: readonly Diagnostic[]): Files {
  return applyFixes(workspace.sources, findings, 'unsafe').texts;
}

/** The texts that the safe fixes change, repeated until none is left. */
export async function fixedSafely(files: Files, { workspace }: Checked): Promise<Files> {
  const { texts } = await fixUntilQuiet(workspace, {
    safety: 'safe',
    check: async (opened) => (await lintOf(opened)).result,
    reopen: (overlay) => Promise.resolve(opened(new Map([...files, ...overlay]))),
  });
  return texts;
}

/** An account in which these files were applied; an empty one if they have errors, as an edgewright.yaml alone has. */
export async function accountWith(live: Files, name: string): Promise<Account> {
  const { workspace, desiredOf, findings } = await checked(live);
  const { settings } = workspace;
  const { api } = inProcessApi({
    webhookProvidersWithoutSecret: exemptProviders(settings.lint),
    trafficPolicy: settings.trafficPolicy,
  });
  const lineage = settings.ledger?.lineage ?? 'playground';
  const account = { api, ledger: emptyLedger({ environment: name, lineage, api: api.origin }) };
  const environment = workspace.environments.get(name);
  if (environment === undefined || hasErrors(findings)) return account;
  const made = await planOf({ workspace, desiredOf }, environment, account);
  const journal = replayOf(account.ledger);
  const ledger = (): LedgerState => viewOf(journal.draft);
  await apply(made, {
    api,
    lock: {
      view: ledger,
      failure: () => undefined,
      reserve: () => Promise.resolve(),
      append: (records) => Promise.resolve().then(() => replay(journal, records)),
    },
    secrets: pretended,
    env: {
      clock: { now: () => new Date(), sleep: () => Promise.resolve() },
      random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    },
    marker: settings.marker,
  });
  return { api, ledger: ledger() };
}

export function hasErrors(findings: readonly Diagnostic[]): boolean {
  return findings.some(({ severity }) => severity === 'error');
}

/** The flags of the commands in a plan: they work as printed in a copy of the files. */
const place = { local: true };

/** No secret is typed into a page: each has a value that only says its name. */
const pretended = (name: string): Secret => new Secret(`the value of ${name}`);

async function checked(files: Files): Promise<Checked> {
  const workspace = opened(files);
  const { result, compiled } = await lintOf(workspace);
  const desiredOf = (environment: string): readonly Compiled[] => compiled.get(environment)?.desired ?? [];
  return { workspace, result, findings: result.diagnostics, desiredOf };
}

/** Its findings link to the pages of the rules, which are beside the playground. */
function opened(files: Files): Workspace {
  const tree = fileSetTree(new Map<string, never>(), files);
  const workspace = openTree({ root: '/', tree, ignored: nothingIgnored }).read();
  const { settings } = workspace;
  return { ...workspace, settings: { ...settings, lint: { ...settings.lint, docsUrl: '..' } } };
}

interface Linted {
  readonly result: LintResult;
  readonly compiled: ReturnType<typeof compileEach>;
}

async function lintOf(workspace: Workspace): Promise<Linted> {
  const policies = await checkedPolicies(workspace);
  const compiled = compileEach(workspace, [...workspace.environments.keys()]);
  return { result: lint({ workspace, compiled, now: new Date(), rules, policies }), compiled };
}

/** The plan of files without errors. */
export async function planOf(
  { workspace, desiredOf }: Pick<Checked, 'workspace' | 'desiredOf'>,
  environment: Environment,
  { api, ledger }: Account,
): Promise<Plan> {
  const desired = desiredOf(environment.name);
  const { settings, removed, approvals } = workspace;
  const live = await readLive({ api, ledger, adoptions: environment.adopt, kinds: kindNames });
  const others = [...workspace.environments.values()].filter(({ name }) => name !== environment.name);
  const elsewhere = await routesElsewhere(
    workspace,
    desired,
    others.map(({ name }) => name),
  );
  const made = plan({
    desired,
    live,
    ledger,
    environment,
    neighbors: others.map(({ name, adopt }) => ({
      name,
      adopt,
      ledger: undefined,
      routes: elsewhere.get(name) ?? [],
    })),
    settings,
    removed,
    approvals,
    secrets: pretended,
    placeFlags: placeFlags(place),
    allow: { exposure: [] },
  });
  const tests = testsOfPlan({ workspace, environment, plan: made, live, desired });
  return {
    ...reportedPlan(made, { desired, live, ids: [...environment.ids.values()] }),
    ...(tests === undefined ? {} : { tests }),
  };
}
