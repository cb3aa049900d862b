import { randomBytes } from 'node:crypto';
import { elapsed } from '../../text/waits/elapsed.ts';
import { openMemory } from '../../dev/dev-memory.ts';
import { openProxy } from '../../dev/answer/local-proxy.ts';
import { servedUrls } from '../../dev/control/served-urls.ts';
import type { DevPlace, DevServing } from '../../dev/dev-serving.ts';
import { openSite, type DevSite } from '../../dev/dev-site.ts';
import { certificateFile, devCertificate } from '../../dev/serve/certificate.ts';
import { startDevServer } from '../../dev/serve/dev-server.ts';
import { usageError, UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { SecretLookup } from '../../model/secret.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { bugText, userErrorText } from '../../report/user-error.ts';
import { InvalidFiles } from '../../model/lint/invalid-files.ts';
import { inertLine } from '../../report/text/inert.ts';
import { isLoopback } from '../../text/loopback.ts';
import { lintForEnvironment } from '../../run/lint/lint-workspace.ts';
import { commandLine } from '../../run/cli/command-line.ts';
import type { WorkspaceOptions } from '../../run/cli/options.ts';
import { openSecrets } from '../../run/session/secrets/secrets.ts';
import { openRun } from '../../run/session/run.ts';
import { watchFiles } from '../../run/session/workspace/watch-files.ts';
import { declaredPlaces } from '../../run/tests/declared-places.ts';
import { namesOfIds } from '../../run/tests/run-all-tests.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { fetchKeySet } from './fetch-key-set.ts';
import { readDevSettings, type DevFileOptions } from './dev-settings.ts';
import { openBrowser } from './open-browser.ts';
import { readFacts } from './read-facts.ts';
import { saveDevTest } from './save-dev-test.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import type { Address } from '../../model/workspace/address.ts';
import type { Environment } from '../../model/workspace/environment.ts';

export interface DevOptions extends WorkspaceOptions, DevFileOptions {
  readonly env?: string;
  readonly secretsDir?: string;
  readonly port: number;
  readonly open?: boolean;
  readonly saveTo: string;
  readonly listen?: string;
  readonly allowNetwork?: boolean;
}

/** A state of the files that is served. */
interface LoadedFiles {
  readonly workspace: Workspace;
  readonly environment: Environment;
  readonly site: DevSite;
}

/** The state of a run, which changes with the files. */
interface DevRun {
  loaded: LoadedFiles;
  problem: string | undefined;
  port: number;
}

/** Serves until a signal arrives. Files with errors stop only the start: later, the last good state stays. */
export async function runDev(io: Io, options: DevOptions): Promise<number> {
  const host = listenAddress(options);
  const { signal } = io;
  let secrets: SecretLookup | undefined;
  const load = (): Promise<LoadedFiles> =>
    loadFiles(io, options, (addresses) => (secrets ??= openSecrets(io, options.secretsDir, addresses)));
  const run: DevRun = { loaded: await load(), problem: undefined, port: options.port };
  const dev = await openServing(io, options, run);
  const file = certificateFile(io.env);
  const certificateNow = () => devCertificate(file, hostsOf(run.loaded.site), io.clock.now());
  giveKeySets(dev, run.loaded.site);
  const certificate = await certificateNow();
  const server = await startDevServer(dev, {
    host,
    port: options.port,
    certificate,
    fail: (error) => io.stderr(bugText(error)),
  });
  run.port = server.port;
  const reload = async (): Promise<void> => {
    run.loaded = await load();
    run.problem = undefined;
    giveKeySets(dev, run.loaded.site);
    server.setCertificate(await certificateNow());
  };
  try {
    await introduce(io, dev, {
      isOpened: options.open === true,
      certificate: certificate.file,
      workspace: options.workspace,
      hasTests: run.loaded.workspace.requestTests?.().files.some(({ tests }) => tests.length > 0) ?? false,
    });
    if (!signal.aborted) await watchFiles(io, { options, outputs: [], once: reloader(io, run, reload) });
  } finally {
    dev.proxy.close();
    await server.close();
  }
  return exitCodes.ok;
}

async function openServing(io: Io, options: DevOptions, run: DevRun): Promise<DevServing> {
  const now = () => elapsed(io.clock);
  return {
    site: () => run.loaded.site,
    problem: () => run.problem,
    memory: openMemory(now),
    proxy: await openProxy(),
    readFacts,
    fetchKeySet: (url) => fetchKeySet(io, url),
    saveTest: (site, candidates) => {
      const place = { ...run.loaded, site, file: options.saveTo };
      return saveDevTest(io, place, candidates);
    },
    now: io.clock.now,
    elapsed: now,
    tell: (line) => io.stdout(`${line}\n`),
    token: randomBytes(18).toString('base64url'),
    port: () => run.port,
    place: placeOf(listenAddress(options)),
    mayComeFromElsewhere: options.allowNetwork === true,
  };
}

/** The first call finds the files as they were loaded; each later one loads what has changed. */
function reloader(io: Io, run: DevRun, reload: () => Promise<void>): () => Promise<number> {
  let isFirst = true;
  return async () => {
    if (isFirst) {
      isFirst = false;
      return exitCodes.ok;
    }
    try {
      await reload();
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      run.problem = problemText(error);
      io.stderr('The last state without errors is still served.\n');
      throw error;
    }
    io.stderr(`serving ${run.loaded.environment.name} as it is now\n`);
    return exitCodes.ok;
  };
}

async function loadFiles(
  io: Io,
  options: DevOptions,
  secretsOf: (addresses: readonly Address[]) => SecretLookup,
): Promise<LoadedFiles> {
  const { workspace: folder, env, secretsDir } = options;
  const opened = await openRun(io, { ...withoutUndefined({ workspace: folder, env }), secretsDir });
  const { workspace, environment } = opened;
  const { desired } = await lintForEnvironment(opened);
  const lookup = secretsOf(desired.map(({ address }) => address));
  const given = Object.fromEntries(
    [...workspace.settings.secrets.keys()].flatMap((name) => {
      const secret = lookup(name)?.reveal();
      if (secret !== undefined) io.secrets?.learn(secret);
      return secret === undefined ? [] : [[name, secret] as const];
    }),
  );
  const settings = readDevSettings(io, { root: workspace.root, environment, secrets: given }, options);
  const site = openSite({
    workspace,
    environment,
    compiled: desired,
    settings,
    nameOf: namesOfIds(environment.ids),
    originOf: declaredPlaces(desired),
  });
  return { workspace, environment, site };
}

function giveKeySets({ memory }: DevServing, { settings }: DevSite): void {
  for (const [url, document] of settings.keySets) memory.keySets.give(url, document);
}

/** The hosts that the certificate names. */
function hostsOf(site: DevSite): readonly string[] {
  const hosts = servedUrls(site, 0).flatMap(({ url, local }) => {
    const name = /^https?:\/\/([^/:[\]]+)/.exec(url)?.[1];
    const edge = /^https-edge\/([\w-]+)/.exec(url)?.[1];
    if (local === undefined) return [];
    return name === undefined ? (edge === undefined ? [] : [`${edge}.https-edge`]) : [name];
  });
  return [...new Set(hosts)].sort();
}

function listenAddress({ listen = '127.0.0.1', allowNetwork }: DevOptions): string {
  const host = listen.replace(/^\[(.*)\]$/, '$1');
  if (allowNetwork === true || isLoopback(host) || host === '::1') return host;
  throw usageError(
    `--listen \`${inertLine(listen)}\` lets other machines send requests to your upstreams`,
    'add --allow-network if they may',
  );
}

/** `localhost` leads to the usual address alone, which all addresses of this machine include. */
function placeOf(host: string): DevPlace {
  const address = host.includes(':') ? `[${host}]` : host;
  if (host === '::1') return { name: 'localhost', address };
  if (['127.0.0.1', '0.0.0.0', '::'].includes(host)) return { name: 'localhost', address: '127.0.0.1' };
  return { name: address, address };
}

/** The findings as they were printed, without colors. */
function problemText(error: UserError): string {
  const findings = error instanceof InvalidFiles ? error.findings : '';
  return userErrorText({ findings, message: error.message, help: error.help }).replaceAll(
    /\u001b\[[\d;]*m/g,
    '',
  );
}

interface Introduction {
  readonly isOpened: boolean;
  readonly certificate: string | undefined;
  /** As given by `-C`. */
  readonly workspace: string | undefined;
  /** Whether the workspace has tests of requests, which can be sent here. */
  readonly hasTests: boolean;
}

function sendCommand(
  dev: DevServing,
  { workspace, certificate }: Pick<Introduction, 'workspace' | 'certificate'>,
): string {
  const { environment } = dev.site();
  const words = ['test', '--send', '--env', environment, '--resolve', `*=${dev.place.address}:${dev.port()}`];
  const trusting = certificate === undefined ? [] : ['--ca', certificate];
  return commandLine(words, { workspace }, trusting);
}

async function introduce(
  io: Io,
  dev: DevServing,
  { isOpened, certificate, workspace, hasTests }: Introduction,
): Promise<void> {
  const port = dev.port();
  const site = dev.site();
  const urls = servedUrls(site, port);
  const requests = `http://${dev.place.name}:${port}/t/${dev.token}/requests`;
  const missing = site.settings.upstreams.length === 0 ? 'none; requests show what they would reach' : '';
  io.stdout(`${site.environment} is served on http://${dev.place.name}:${port}/\n`);
  io.stderr(
    [
      `URLs:      ${urls.filter(({ local }) => local !== undefined).length}, listed on that page; https:// works on the same port`,
      `requests:  ${requests}`,
      `upstreams: ${missing === '' ? site.settings.upstreams.map(({ name, url }) => `${name} = ${url.origin}`).join(', ') : missing}`,
      ...(certificate === undefined ? [] : [`certificate: ${certificate}, for \`curl --cacert\``]),
      ...(hasTests ? [`tests:     ${sendCommand(dev, { workspace, certificate })}`] : []),
      '',
    ].join('\n'),
  );
  if (isOpened) await openBrowser(io, requests);
}
