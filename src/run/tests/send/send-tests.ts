/**
 * Sends the requests of tests to what is deployed, and compares what a client gets with what the tests expect and with
 * what the files say. What keeps a secret from going anywhere else is here in one place: `refusalOf`.
 */
import { outsideUse } from '../../../derive/secrets/secret-use.ts';
import { elapsed } from '../../../text/waits/elapsed.ts';
import { concurrencyLimit } from '../../../text/waits/concurrency-limit.ts';
import type { CompiledResource } from '../../../model/desired.ts';
import type { Diagnostic } from '../../../model/diagnostic.ts';
import { devFileName } from '../../../model/dev-contract.ts';
import { usageError } from '../../../model/errors.ts';
import type { Io } from '../../../model/io.ts';
import { problem } from '../../../model/problem.ts';
import { quoted } from '../../../text/quoted.ts';
import { masked, type SecretLookup } from '../../../model/secret.ts';
import { secretsOfTest, type RequestTest } from '../../../model/traffic/request-test.ts';
import type { SentResult } from '../../../model/traffic/sent-test.ts';
import type { TestedCase, TestReport } from '../../../model/traffic/test-report.ts';
import type { Workspace } from '../../../model/workspace/workspace.ts';
import type { HttpRequest } from '../../../remote/http/exchange.ts';
import { probe, type ProbeOptions } from '../../../remote/http/probe.ts';
import type { EdgeHost } from '../../../routing/edges.ts';
import { openSide, type SideIndex } from '../../../routing/traffic/side-index.ts';
import { failureTexts } from '../../../report/tests/request-words.ts';
import { unknownText } from '../../../report/tests/unknown-words.ts';
import { compareOutcome } from '../../../simulate/check-expectation.ts';
import { openTests, type OpenedTests, type TestSide } from '../../../simulate/run-tests.ts';
import { withoutUndefined } from '../../../text/without-undefined.ts';
import { version } from '../../../version.ts';
import type { WorkspaceRun } from '../../session/run.ts';
import { openSecrets } from '../../session/secrets/secrets.ts';
import { relatedOf, sideOf, unservedCases } from '../run-all-tests.ts';
import { unapprovedSettings } from './approved-settings.ts';
import { disagreementOf, serviceResponse, type ServiceResponse } from './observed.ts';
import { devFacts, localAddress, openTargets, localAddressText, type Responder } from './dev-target.ts';
import { atHost, chooseHost, edgeOf, namedHosts, type ChosenHost } from './edge-hosts.ts';
import { openHosts, type HostQuestions } from './open-hosts.ts';
import { hostOnSide, type OwnHost } from './own-hosts.ts';
import { probeOptions, type SendOptions } from './send-options.ts';
import { dependsOnChance, hiddenExpectations, unsendable, visibleExpectation } from './sendable.ts';
import type { Address } from '../../../model/workspace/address.ts';
import type { Environment } from '../../../model/workspace/environment.ts';
import { replaceSecretReferences } from '../../../model/secret-reference.ts';

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

interface SendRun {
  readonly io: Io;
  readonly workspace: Workspace;
  readonly environment: Environment;
  readonly desired: readonly CompiledResource[];
  readonly tests: OpenedTests;
  readonly secrets: SecretLookup;
  readonly hosts: HostQuestions;
  readonly settings: ProbeOptions;
  /** Of the edges that tests name. */
  readonly chosen: readonly ChosenHost[];
  /** The files, as `dev` serves them. */
  readonly side: SideIndex;
  readonly answering: (url: string) => Promise<Responder>;
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
  const refusal = await refusalOf(sendRun, test, { host, edge, answering });
  if (refusal !== undefined) return { ...base, result: 'failed', finding: refusal };
  if (reason !== undefined) return skip(reason);
  const chance = answering === 'dev' ? undefined : dependsOnChance(test, tests.run(here));
  if (chance !== undefined) return skip(chance);
  const unset = names.find((name) => secrets(name) === undefined);
  if (unset !== undefined) return skip(`the secret \`${unset}\` is not set`);
  return { ...base, ...(await comparedCase(sendRun, { test, here, wait, answering })) };
}

/** The host of a request, and who answers there. */
interface HostOfTest {
  readonly host: OwnHost;
  /** The edge that the test names in place of a host. */
  readonly edge: string | undefined;
  readonly answering: Responder;
}

/** Why a request must not be sent, as a finding at its URL; undefined if it may. */
async function refusalOf(
  { io, workspace, environment, desired, settings }: SendRun,
  test: RequestTest,
  { host, edge, answering }: HostOfTest,
): Promise<Diagnostic | undefined> {
  const { name, requestPlace, facts } = test;
  const refuse = (rule: string, text: string, help: string): Diagnostic =>
    problem(rule, requestPlace, `${name}: ${text}`, { help, environments: [environment.name] });
  const edgeId = edge === undefined ? undefined : (environment.ids.get(edge)?.id ?? edge);
  if (host.is === 'foreign' && answering === 'dev')
    return refuse(
      'test-foreign-host',
      `no resource of \`${environment.name}\` serves the host of ${quoted(facts.url)}`,
      'correct the URL, or name the edge of its host with `--host`',
    );
  if (
    edge !== undefined &&
    (host.is === 'foreign' || (host.is === 'own' && !host.edges.includes(edgeId ?? '')))
  )
    return refuse(
      'test-foreign-host',
      `the API does not list the host of ${quoted(facts.url)} for \`${edge}\``,
      `correct \`--host\`, or \`hosts:\` in ${devFileName}: requests go only to hosts that the edge has`,
    );
  const local = localAddress(settings, facts.url);
  if (host.is === 'foreign')
    return refuse(
      'test-foreign-host',
      `no resource of \`${environment.name}\` serves the host of ${quoted(facts.url)}, as last applied`,
      local === undefined
        ? 'requests go only to hosts in the ledger: apply first, or correct the URL'
        : `requests go only to hosts in the ledger, and no \`edgewright dev\` answers at ${localAddressText(local)}`,
    );
  if (host.is === 'unknown')
    return refuse(
      'test-foreign-host',
      `the hosts of the edge of ${quoted(facts.url)} are not known without the API`,
      'set EDGEWRIGHT_API_URL and EDGEWRIGHT_API_TOKEN: the API lists the hosts of edges',
    );
  const names = secretsOfTest(test);
  if (names.length === 0) return undefined;
  if (!/^https:/i.test(facts.url))
    return refuse(
      'test-secret-in-clear',
      'a secret would be sent without TLS',
      'write the URL with `https`, or leave the secret out',
    );
  const undeclared = names.find((name) => !workspace.settings.secrets.has(name));
  if (undeclared !== undefined)
    return refuse(
      'secret-reference-undefined',
      `the secret ${quoted(undeclared)} is not declared`,
      `add \`${undeclared}\` to \`secrets:\` in edgewright.yaml`,
    );
  const other = names.flatMap((name) => {
    const wrong = outsideOf(name, { workspace, environment, desired, receivers: host.receivers });
    return wrong === undefined ? [] : [`the secret ${quoted(name)} is not for ${wrong}`];
  })[0];
  if (other !== undefined)
    return refuse('secret-not-allowed', other, 'the owners of edgewright.yaml can allow it under `secrets:`');
  // Nothing leaves this machine, whatever a branch says of hosts.
  if (answering === 'dev') return undefined;
  const unapproved = await unapprovedSettings(io, workspace, environment.name);
  return unapproved === undefined
    ? undefined
    : refuse('secret-not-allowed', `no secret is sent: ${unapproved}`, 'send it from the default branch');
}

/** The part of the receivers of a request for which a secret is not meant, in words. */
function outsideOf(
  name: string,
  {
    workspace,
    environment,
    desired,
    receivers,
  }: Pick<SendRun, 'workspace' | 'environment' | 'desired'> & { readonly receivers: readonly Address[] },
): string | undefined {
  const use = workspace.settings.secretUses.get(name);
  if (use === undefined) return undefined;
  if (receivers.length === 0) return 'a URL that no resource serves';
  for (const address of receivers) {
    const labels = desired.find((resource) => resource.address === address)?.labels ?? {};
    const wrong = outsideUse(use, { address, labels }, environment.name);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

interface ToCompare {
  readonly test: RequestTest;
  /** The same test from this machine. */
  readonly here: RequestTest;
  readonly wait: Wait;
  readonly answering: Responder;
}

/** How long a test that fails is sent again: an apply takes a while to take effect. */
interface Wait {
  readonly until: number;
  /** The most attempts beside the first one. */
  readonly attempts: number;
}

/** The pause between two attempts. */
const pauseMs = 2000;

async function comparedCase(
  sendRun: SendRun,
  { test, here, wait, answering }: ToCompare,
): Promise<Omit<TestedCase, 'name' | 'place' | 'environment'>> {
  const { io, tests, secrets, settings, desired } = sendRun;
  const outcomes = tests.outcomesOf(here);
  const { request, mask } = requestOf(test, secrets, answering);
  for (let attempts = 1; ; attempts++) {
    const answered = await probe(new URL(test.facts.url), request, settings);
    const observed = serviceResponse({ ...answered, answering }, test, outcomes);
    if (observed.undecided !== undefined)
      return { result: 'skipped', skipped: `not decided by \`dev\`: ${observed.undecided}`, ms: answered.ms };
    const compared = comparedOf(test, observed);
    if ('skipped' in compared) return { result: 'skipped', skipped: compared.skipped, ms: answered.ms };
    const { failure } = compared;
    const mayWait = attempts <= wait.attempts && elapsed(io.clock) < wait.until && !io.signal.aborted;
    if (failure !== undefined && mayWait) {
      await io.clock.sleep(pauseMs);
      continue;
    }
    const disagreement = disagreementOf(outcomes, observed);
    const sent: SentResult = mask({
      response: observed.seen,
      attempts,
      hidden: observed.isTold === true ? [] : hiddenExpectations(test),
      url: test.facts.url,
      answering,
      servers: [...new Set(outcomes.flatMap(({ servedBy }) => servedBy ?? []))],
      ...withoutUndefined({ disagreement }),
    });
    const common = {
      sent,
      ms: answered.ms,
      ...withoutUndefined({ note: noteOf(sent) }),
    };
    if (failure === undefined) return { ...common, result: 'ok' };
    const { text, mismatches } = mask(failure);
    const place = test.expectPlaces[mismatches[0]?.key ?? ''] ?? test.place;
    const byAddress = new Map(desired.map((resource) => [resource.address, resource]));
    const finding = problem('test-failed', place, `${test.name}: ${text}`, {
      related: relatedOf(outcomes[0]?.decidedAt, byAddress, 'decided here, by the files'),
      environments: [sendRun.environment.name],
      ...(answering === 'dev' && observed.seen.status === undefined ? { help: devCertificateHelp } : {}),
    });
    return { ...common, result: 'failed', mismatches, finding };
  }
}

const devCertificateHelp =
  '`--ca <file>` trusts the certificate of `edgewright dev`, which prints the name of its file';

/** Where files and service disagree, and after how many attempts a test passed. */
function noteOf({ disagreement, attempts }: SentResult): string | undefined {
  const again = attempts > 1 ? [`sent ${attempts} times`] : [];
  const all = [...(disagreement === undefined ? [] : [disagreement.text]), ...again];
  return all.length === 0 ? undefined : all.join('; ');
}

interface Comparison {
  readonly failure: Failure | undefined;
}

type Failure = Pick<TestedCase, 'mismatches'> & {
  readonly text: string;
  readonly mismatches: NonNullable<TestedCase['mismatches']>;
};

/** `skipped`: the result rests on something that is not known. */
function comparedOf(
  test: RequestTest,
  { seen, outcome, isTold }: ServiceResponse,
): Comparison | { readonly skipped: string } {
  const expect = isTold === true ? test.expect : visibleExpectation(test);
  const failed = (text: string): Comparison => ({ failure: { text, mismatches: [] } });
  if (outcome === undefined)
    return failed(
      seen.status === undefined
        ? `no response: ${seen.error ?? 'the connection failed'}`
        : `it got ${seen.status}: ${seen.error ?? ''}`,
    );
  // Without a response, nothing else is as expected, also where a test expects that something is absent.
  if (seen.connection === 'refused' && expect.connection !== 'refused')
    return failed(`no response: ${seen.error ?? 'the connection was refused'}`);
  const compared = compareOutcome(outcome, test.facts.method === 'HEAD' ? withoutBody(expect) : expect);
  if (compared.verdict === 'ok') return { failure: undefined };
  const [missing] = compared.unknowns;
  if (compared.verdict === 'undecided' && missing !== undefined) return { skipped: unknownText(missing) };
  const [text = '', ...rest] = failureTexts([compared]);
  return { failure: { text: [text, ...rest].join('; '), mismatches: compared.mismatches } };
}

function withoutBody({ body: _body, ...rest }: RequestTest['expect']): RequestTest['expect'] {
  return rest;
}

interface PreparedRequest {
  readonly request: Pick<HttpRequest, 'method' | 'headers' | 'body'>;
  /** Replaces the values of the secrets of the request wherever the service repeats them. */
  readonly mask: <Result>(result: Result) => Result;
}

function requestOf(test: RequestTest, secrets: SecretLookup, answering: Responder): PreparedRequest {
  const { facts } = test;
  const values = new Set<string>();
  const resolved = (text: string): string =>
    replaceSecretReferences(text, (name) => {
      const value = secrets(name)?.reveal() ?? '';
      values.add(value);
      return value;
    });
  const headers: Record<string, readonly string[]> = {
    'user-agent': [`edgewright/${version} (test --send)`],
    accept: ['*/*'],
    ...(answering === 'dev' ? devFacts(test) : {}),
  };
  for (const [name, all] of facts.headers) headers[name] = all.map(resolved);
  const clean = (text: string): string =>
    [...values].reduce((shown, value) => (value === '' ? shown : shown.replaceAll(value, masked)), text);
  return {
    request: { method: facts.method, headers, body: typeof facts.body === 'string' ? facts.body : undefined },
    mask: (result) => cleanedValue(result, clean) as typeof result,
  };
}

function cleanedValue(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((item) => cleanedValue(item, clean));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cleanedValue(item, clean)]));
}
