import path from 'node:path';
import { readNamedFile } from '../../cli/files/named-file.ts';
import { exemptProviders } from '../../../derive/secrets/answered-secrets.ts';
import { nodeHost } from '../node-host.ts';
import { plainValue } from '../../../derive/schema/plain-value.ts';
import { UserError, usageError } from '../../../model/errors.ts';
import type { Io } from '../../../model/io.ts';
import { parseFaults } from '../../../server/http/faults.ts';
import type { RateLimit } from '../../../server/http/rate-limiter.ts';
import type { SecretEcho } from '../../../server/objects/secret-echo.ts';
import { startServer, type RunningServer, type ServerOptions } from '../../../server/start-server.ts';
import { openWorkspaceFiles } from '../../../workspace/load-workspace.ts';
import { secondsOf } from '../../../text/durations.ts';
import { lineColumn } from '../../../text/line-column.ts';
import { readYaml } from '../../../derive/yaml/read-yaml.ts';
import { withoutUndefined } from '../../../text/without-undefined.ts';

/** The flags of `serve` as text; `--local` uses some of them. */
export interface LocalApiFlags {
  readonly port: number;
  readonly seed: number;
  readonly token?: string;
  /** A folder for the state; absent: in memory. */
  readonly data?: string;
  readonly fixture?: string;
  readonly latency?: string;
  readonly rateLimit?: string;
  readonly fault?: readonly string[];
  readonly maskSecrets?: SecretEcho;
  readonly patchReplaces?: boolean;
}

/** Starts the built-in mock API by its flags. Throws `UserError` for an invalid flag or fixture. */
export async function startLocalApi(io: Io, flags: LocalApiFlags): Promise<RunningServer> {
  return startServer({
    store:
      flags.data === undefined
        ? 'memory'
        : { directory: path.resolve(io.cwd, flags.data), host: await nodeHost() },
    port: flags.port,
    seed: flags.seed,
    date: () => io.clock.now(),
    secrets: flags.maskSecrets ?? 'clear',
    absentInUpdate: flags.patchReplaces === true ? 'reset' : 'kept',
    ...acceptedByLint(io),
    ...withoutUndefined({
      token: flags.token,
      fixture: flags.fixture === undefined ? undefined : readFixtureFile(io, flags.fixture),
      latencyMs: flags.latency === undefined ? undefined : duration('--latency', flags.latency),
      rateLimit: flags.rateLimit === undefined ? undefined : rateLimit(flags.rateLimit),
      faults: flags.fault && faults(flags.fault.join(',')),
    }),
  });
}

function readFixtureFile(io: Io, file: string): unknown {
  const text = readNamedFile(io, file, { what: `the fixture \`${file}\`` });
  const { documents, diagnostics } = readYaml({ path: file, text });
  const [problem] = diagnostics;
  if (problem !== undefined) {
    const { line, column } = lineColumn(problem.place.source, problem.place.start);
    throw usageError(`${file}:${line}:${column}: ${problem.message}`);
  }
  const root = documents[0]?.root;
  return root === undefined ? {} : plainValue(root);
}

function duration(flag: string, text: string): number {
  const seconds = secondsOf(text);
  if (seconds === undefined)
    throw usageError(`${flag} \`${text}\` is not a time`, 'write it as 50ms, 2s or 1m');
  return seconds * 1000;
}

function rateLimit(text: string): RateLimit {
  const [requests = '', window = ''] = text.split('/');
  if (!/^[1-9]\d*$/.test(requests)) {
    throw usageError(
      `--rate-limit \`${text}\` is not a rate`,
      'write it as 120/60s: so many requests in so much time',
    );
  }
  return { requests: Number(requests), windowMs: duration('--rate-limit', window) };
}

function faults(text: string): NonNullable<Parameters<typeof startServer>[0]['faults']> {
  const parsed = parseFaults(text);
  if ('problem' in parsed) throw usageError(`--fault: ${parsed.problem}`);
  return parsed.faults;
}

/**
 * The webhook providers that need no secret, and the language of traffic policies, by the settings of the workspace
 * around the current folder: the built-in mock API accepts what lint accepts. Empty outside of a workspace.
 */
function acceptedByLint({ cwd }: Io): Pick<ServerOptions, 'webhookProvidersWithoutSecret' | 'trafficPolicy'> {
  try {
    const { lint, trafficPolicy } = openWorkspaceFiles({ from: cwd }).settings;
    return { webhookProvidersWithoutSecret: exemptProviders(lint), trafficPolicy };
  } catch (error) {
    // There is no workspace, or lint reports the errors in its settings.
    if (error instanceof UserError) return {};
    throw error;
  }
}
