/**
 * Sends the requests of tests to what is deployed, and compares what a client gets with what the tests expect and with
 * what the files say. What keeps a secret from going anywhere else is here in one place: `refusalToSend`.
 */
import type { WorkspaceRun } from '../../session/run.ts';
import type { Environment } from '../../../model/workspace/environment.ts';
import { type RequestTest, secretsOfTest } from '../../../model/traffic/request-test.ts';
import type { CompiledResource } from '../../../model/desired.ts';
import { type SendOptions, probeOptions } from './send-options.ts';
import type { TestReport, TestedCase } from '../../../model/traffic/test-report.ts';
import { usageError } from '../../../model/errors.ts';
import { type TestSide, openTests } from '../../../simulate/run-tests.ts';
import { namedHosts, edgeOf, chooseHost, atHost } from './edge-hosts.ts';
import type { EdgeHost } from '../../../routing/edges.ts';
import { sideOf, unservedCases } from '../run-all-tests.ts';
import { openSecrets } from '../../session/secrets/secrets.ts';
import { openHosts } from './open-hosts.ts';
import { openTargets } from './dev-target.ts';
import type { SendRun } from './send-run.ts';
import { openSide } from '../../../routing/traffic/side-index.ts';
import { concurrencyLimit } from '../../../text/waits/concurrency-limit.ts';
import { elapsed } from '../../../text/waits/elapsed.ts';
import { pauseMs, type Wait, comparedCase } from './compare-sent.ts';
import { unsendable, dependsOnChance } from './sendable.ts';
import { hostOnSide } from './own-hosts.ts';
import { refusalToSend } from './refuse-to-send.ts';

/** The input of a run that sends tests. */
export interface ToSend {
  readonly run: WorkspaceRun;
  readonly environments: readonly Environment[];
  readonly requests: readonly RequestTest[];
  readonly desiredOf: (environment: string) => Promise<readonly CompiledResource[]>;
  readonly options: SendOptions;
}

/** So many at once, as this is not a load test. */
const mostAtOnce = 4;

/** Sends the tests of each environment, one environment after the other. */
export async function sendTests({
  run,
  environments,
  requests,
  desiredOf,
  options,
}: ToSend): Promise<TestReport> {
  const { io, workspace } = run;
  const settings = probeOptions(io, workspace.root, options);
  const [, second] = environments;
  if (options.host !== undefined && second !== undefined)
    throw usageError('--host is for the hosts of one environment', 'add `--env <name>`');
  const cases: TestedCase[] = [];
  const sides: TestSide[] = [];
  for (const environment of environments) {
    const desired = await desiredOf(environment.name);
    const named = namedHosts(io, { root: workspace.root, environment }, options);
    const withHosts = (some: readonly EdgeHost[]): TestSide =>
      sideOf(environment, desired, { ...workspace, hosts: some });
    sides.push(withHosts(named));
    const meant = requests.filter(openTests(withHosts(named)).isMeant);
    if (meant.length === 0) continue;
    const secrets = openSecrets(io, run.secrets.folder);
    const hosts = openHosts({ ...run, environment });
    const answering = openTargets(settings, environment.name);
    const edges = [...new Set(meant.flatMap((test) => edgeOf(test) ?? []))];
    const chosen = await Promise.all(
      edges.map((edge) => chooseHost(edge, { environment, named, hosts, answering })),
    );
    const side = withHosts([...named, ...chosen.filter((chosenHost) => 'host' in chosenHost)]);
    const sendRun: SendRun = {
      ...{ io, workspace, environment, desired, secrets, hosts, settings, chosen, answering },
      tests: openTests(side),
      side: openSide(side),
    };
    const limit = concurrencyLimit((running) => running < mostAtOnce);
    const waitMs = (options.wait ?? 0) * 1000;
    const wait = { until: elapsed(io.clock) + waitMs, attempts: waitMs / pauseMs };
    const sent = meant.map(async (test) => {
      const slot = await limit.take();
      try {
        return await sentCase(sendRun, test, wait);
      } finally {
        slot.end();
      }
    });
    const results = await Promise.all(sent);
    cases.push(...results);
  }
  cases.push(...unservedCases({ workspace, requests, cases }, sides));
  const skipped = cases.filter(({ result }) => result === 'skipped').length;
  const most = workspace.settings.sentTests.maxSkippedPercent;
  const isOver = skipped * 100 > most * cases.length;
  return { cases, isSent: true, ...(isOver ? { mostSkipped: most } : {}) };
}

/** With the address of this machine, where a test gives none. */
function fromHere(test: RequestTest): RequestTest {
  return { ...test, facts: { ...test.facts, from: { ...test.facts.from, isHere: true } } };
}

async function sentCase(sendRun: SendRun, written: RequestTest, wait: Wait): Promise<TestedCase> {
  const { environment, tests, secrets, chosen } = sendRun;
  const base = { name: written.name, place: written.place, environment: environment.name } as const;
  const skip = (skipped: string): TestedCase => ({ ...base, result: 'skipped', skipped });
  const edge = edgeOf(written);
  const choice = edge === undefined ? undefined : chosen.find((chosenHost) => chosenHost.edge === edge);
  if (choice !== undefined && 'skipped' in choice) return skip(choice.skipped);
  const test = choice === undefined ? written : atHost(written, choice);
  const answering = await sendRun.answering(test.facts.url);
  const reason = unsendable(test, answering);
  // A secret that would go to a wrong place is an error, also of a test that is not sent for another reason.
  const names = secretsOfTest(test);
  if (reason !== undefined && names.length === 0) return skip(reason);
  const host =
    answering === 'dev' ? hostOnSide(sendRun.side, test.facts.url) : await sendRun.hosts.of(test.facts.url);
  const here = answering === 'dev' ? test : fromHere(test);
  const isHostGone = test.expect.connection === 'refused' && names.length === 0 && host.is === 'foreign';
  if (reason === undefined && isHostGone) return skip('nothing is sent to a host that no resource serves');
  const refusal = await refusalToSend(sendRun, test, { host, edge, answering });
  if (refusal !== undefined) return { ...base, result: 'failed', finding: refusal };
  if (reason !== undefined) return skip(reason);
  const chance = answering === 'dev' ? undefined : dependsOnChance(test, tests.run(here));
  if (chance !== undefined) return skip(chance);
  const unset = names.find((name) => secrets(name) === undefined);
  if (unset !== undefined) return skip(`the secret \`${unset}\` is not set`);
  return { ...base, ...(await comparedCase(sendRun, { test, here, wait, answering })) };
}
