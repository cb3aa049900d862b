import { openWorkspaceRun, type Run, type WorkspaceRun } from '../../run/session/run.ts';
import path from 'node:path';
import { commandLine } from '../../run/cli/command-line.ts';
import { failureOf } from '../../run/session/ledger/failure-of.ts';
import {
  attempt,
  ignoredLedgers,
  ledgerFindings,
  placeFindings,
  roleFindings,
  type DoctorFlags,
  type Examination,
} from './ledger-findings.ts';
import { addressOfId } from '../../derive/forms/object-ids.ts';
import { toLive } from '../../derive/forms/read-form.ts';
import { proxyFor, proxyPlace } from '../../remote/http/proxy-settings.ts';
import { webhookUrl } from '../../remote/http/webhook.ts';
import type { KindName } from '../../kinds/kind.ts';
import { rejectedStatuses } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { SecretLookup } from '../../model/secret.ts';
import type { LedgerState } from '../../model/ledger/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { foreignOwner } from '../../plan/obstacles/claims.ts';
import { markerText } from '../../report/plan/words/owner-words.ts';
import { connectForReading, localOrigin } from '../../run/session/api/connect.ts';
import { proxyOf } from '../../run/session/api/proxy.ts';
import { missingInJobs, someDoes } from '../../lint/domain/documents/missing-in-jobs.ts';
import { readLedger } from '../../run/session/ledger/open-ledger-store.ts';
import { forgottenEnvironments } from '../../run/session/ledger/refuse-forgotten.ts';
import { openSecrets } from '../../run/session/secrets/secrets.ts';
import { version } from '../../version.ts';
import { lintEnvironment } from '../../run/lint/lint-workspace.ts';
import { refuseOtherLedger } from '../../run/plan/refuse-other-ledger.ts';
import { counted } from '../../text/words/noun-words.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import type { Environment } from '../../model/workspace/environment.ts';

/** Checks everything that the other commands need, and continues after failures. Reads only. */
export async function examine(io: Io, options: DoctorFlags): Promise<readonly Examination[]> {
  const findings: Examination[] = [{ state: 'ok', text: `edgewright ${version}` }];
  const opened = await attempt(() => openWorkspaceRun(io, options));
  if ('failure' in opened) return [...findings, opened.failure];
  const run = opened.value;
  const { workspace } = run;
  findings.push({
    state: 'ok',
    text: `workspace: ${counted(workspace.resources.length, 'resource')} in ${counted(workspace.sources.size, 'file')}`,
  });
  if (workspace.environments.size === 0) {
    findings.push({
      state: 'fail',
      text: 'there is no environment',
      help: 'write environments/<name>.yaml',
      exitCode: exitCodes.settings,
    });
  }
  // Opened once: it warns of each secret that it looks up.
  const secrets = openSecrets(io, run.secrets.folder);
  findings.push(
    ...(await ignoredLedgers(run)),
    ...secretFindings(workspace, secrets),
    ...notifyFindings(workspace, secrets),
  );
  for (const environment of workspace.environments.values()) {
    const here = { ...run, environment };
    findings.push(await configurationFinding(here));
    findings.push(...(await ledgerFindings(here)));
    findings.push(...(await apiFindings(here)));
  }
  findings.push(...jobFindings(io, workspace));
  findings.push(...(await forgottenFindings(run)));
  findings.push(...(await placeFindings(run)));
  findings.push(...(await roleFindings(run)));
  return [...findings, ...assumptions];
}

/** The facts of the workspace that the jobs of the repository lack. */
function jobFindings(io: Io, workspace: Workspace): readonly Examination[] {
  const jobs = workspace.around?.()?.jobs ?? [];
  const missing = missingInJobs(workspace, jobs);
  if (missing.length === 0)
    return someDoes(jobs, 'apply')
      ? [{ state: 'ok', text: `jobs: ${counted(jobs.length, 'file')}, with all that the workspace declares` }]
      : [];
  const folder = path.relative(io.cwd, workspace.root);
  return missing.map(({ lack, extra }) => ({
    state: 'warn',
    text: `jobs: ${lack}`,
    help: `\`${commandLine(['init', ...(folder === '' ? [] : [folder]), '--with', extra, '--update'], {})}\` shows and makes the difference`,
  }));
}

/** The environments that only a ledger knows. A store that cannot be read is reported with the ledgers. */
async function forgottenFindings(run: WorkspaceRun): Promise<readonly Examination[]> {
  const { workspace } = run;
  const [first] = workspace.environments.values();
  if (first === undefined || workspace.settings.ledger === undefined) return [];
  const found = await attempt(() => forgottenEnvironments({ ...run, environment: first }));
  if ('failure' in found) return [];
  return found.value.map(({ text, help }) => ({ state: 'fail', text, help, exitCode: exitCodes.unsafe }));
}

async function configurationFinding(run: Run): Promise<Examination> {
  const { name } = run.environment;
  const { diagnostics, desired } = await lintEnvironment(run);
  const failure = failureOf(diagnostics);
  return failure !== undefined
    ? {
        state: 'fail',
        text: `${name}: the files have errors`,
        help: 'see `edgewright lint`',
        exitCode: failure,
      }
    : { state: 'ok', text: `${name}: ${counted(desired.length, 'resource')} without errors` };
}

async function apiFindings(run: Run): Promise<readonly Examination[]> {
  const { io, workspace, environment } = run;
  const { name } = environment;
  const read = await attempt(() => readLedger(run));
  const asked = await attempt(async () => {
    const { api, close } = await connectForReading(run);
    try {
      // A ledger that cannot be read is reported with the ledgers. The credential is not sent to a different API.
      if ('value' in read) await refuseOtherLedger({ api, ledger: read.value, workspace });
      const live = (kind: KindName) => api.list(kind, (answer) => toLive(kind, answer));
      const [endpoints, edges] = [await live('endpoint'), await live('tls-edge')];
      return { origin: api.origin, endpoints, listed: [...endpoints, ...edges] };
    } finally {
      await close();
    }
  });
  if ('failure' in asked) return [{ ...asked.failure, text: `${name}: ${asked.failure.text}` }];
  const { origin, endpoints, listed } = asked.value;
  const isLocal = origin === localOrigin;
  const proxy = isLocal ? undefined : proxyFor(origin, proxyOf(io));
  const by = proxy === undefined ? '' : ` through the proxy ${proxyPlace(proxy)} (${proxy.variable})`;
  return [
    {
      state: 'ok',
      text: `${name}: ${isLocal ? 'the built-in mock API' : origin} answers${by} and lists ${counted(endpoints.length, 'endpoint')}`,
    },
    ...('value' in read ? ownerFindings(read.value, environment, listed) : []),
  ];
}

/** Entries of the ledger whose object carries the marker of another owner. Routes are not listed: a plan reads them. */
function ownerFindings(
  ledger: LedgerState,
  environment: Environment,
  listed: readonly Live[],
): readonly Examination[] {
  return listed.flatMap((live) => {
    const address = addressOfId(ledger, live.id);
    const owner = address && foreignOwner({ ledger, environment }, environment.adopt, live);
    if (address === undefined || owner === undefined || ledger.resources[address] === undefined) return [];
    return [
      {
        state: 'fail',
        text: `${environment.name}: the ledger has ${live.id} as \`${address}\`, but ${markerText({ owner })}`,
        help: 'the plan blocks it and says how to resolve it: was the ledger edited?',
        exitCode: exitCodes.unsafe,
      },
    ];
  });
}

function secretFindings({ settings }: Workspace, lookup: SecretLookup): readonly Examination[] {
  const missing = [...settings.secrets.keys()].filter((name) => lookup(name) === undefined);
  if (settings.secrets.size === 0) return [];
  if (missing.length === 0)
    return [{ state: 'ok', text: `secrets: ${counted(settings.secrets.size, 'name')}, all set here` }];
  return [
    {
      state: 'warn',
      text: `secrets: not set here: ${missing.join(', ')}`,
      help: 'lint and plan need none; apply applies nothing if one that it must send is not set',
    },
  ];
}

/** Assumptions about the API where its documentation is silent, printed so that users can check them. */
const assumptions: readonly Examination[] = [
  {
    state: 'note',
    text: `assumed: answers ${rejectedStatuses.join(' ')} to a create mean that nothing was created`,
  },
  {
    state: 'note',
    text: 'assumed: a field that an update leaves out keeps its value; declared fields and live values are sent all the same',
  },
  { state: 'note', text: 'assumed: 404 for an object that the ledger knows means that it is gone' },
];

/** Whether the webhooks of `notify` have URLs; nothing is sent. One that is not set is reported with the secrets. */
function notifyFindings({ settings }: Workspace, lookup: SecretLookup): readonly Examination[] {
  return settings.notify.flatMap(({ secret }): readonly Examination[] => {
    const value = lookup(secret)?.reveal().trim();
    if (value === undefined) return [];
    const url = webhookUrl(value);
    return url === undefined
      ? [
          {
            state: 'warn',
            text: `notifications: the value of ${secret} is not an https URL`,
            help: 'apply and drift send nothing there; http is for this machine only',
          },
        ]
      : [{ state: 'ok', text: `notifications: ${secret} is a URL` }];
  });
}
