import { hostsOfOptions } from '../../run/session/workspace/dev-file.ts';
import { openRun, type Run } from '../../run/session/run.ts';
import type { ApiOptions, ColorOptions, WorkspaceOptions } from '../../run/cli/options.ts';
import type { CompiledResource } from '../../model/desired.ts';
import type { Io } from '../../model/io.ts';
import type { LiveState } from '../../model/live.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { inertLine } from '../../report/text/inert.ts';
import { edgesOf, type Edges } from '../../routing/edges.ts';
import { desiredServers, liveServers } from '../../routing/traffic-server.ts';
import { readLedger } from '../../run/session/ledger/open-ledger-store.ts';
import { openSide, type SideIndex } from '../../routing/traffic/side-index.ts';
import { lintForEnvironment } from '../../run/lint/lint-workspace.ts';
import type { RequestOptions } from './trace-facts.ts';
import { readLiveEnvironment } from '../../run/plan/read-live-environment.ts';
import type { Environment } from '../../model/workspace/environment.ts';

/** The data for tracing URLs. */
export interface TraceSides {
  readonly workspace: Workspace;
  readonly environment: Environment;
  readonly edges: Edges;
  readonly compiled: readonly CompiledResource[];
  /** Undefined with only `--live`. */
  readonly desired: SideIndex | undefined;
  /** Undefined with `--desired`, without an API, or if it could not be read, which a note reports. */
  readonly live: SideIndex | undefined;
}

/** Opens the requested sides. Throws `InvalidFiles` if the files have errors. */
export async function openSides(io: Io, options: TraceOptions): Promise<TraceSides> {
  const run = await openRun(io, options);
  const { workspace, environment } = run;
  const wantsDesired = options.desired === true || options.live !== true;
  const linted = wantsDesired ? await lintForEnvironment(run) : undefined;
  const live = await liveIfAsked(run, options);
  const compiled = linted?.desired ?? [];
  const edges = edgesOf(environment.ids.values(), live?.listed ?? [], hostsOfOptions(environment, options));
  const ownActions = workspace.settings.trafficPolicy.actions;
  return {
    workspace,
    environment,
    edges,
    compiled,
    desired: wantsDesired ? openSide({ servers: desiredServers(compiled), edges, ownActions }) : undefined,
    live: live === undefined ? undefined : openSide({ servers: liveServers(live), edges, ownActions }),
  };
}

/**
 * With `--live`, failures to read the live state are errors. Without `--live` and `--desired` it is optional: it is
 * read if an API is configured, and a note reports a failure.
 */
async function liveIfAsked(run: Run, { live, desired }: TraceOptions): Promise<LiveState | undefined> {
  if (live === true) return readSide(run);
  if (desired === true || !isApiSet(run)) return undefined;
  try {
    return await readSide(run);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    run.io.stderr(`note: what is live was not looked at: ${inertLine(error.message)}\n`);
    return undefined;
  }
}

function isApiSet({ io: { env }, api: { isLocal, profile } }: Run): boolean {
  const isGiven = (name: string): boolean => env[name] !== undefined && env[name] !== '';
  return isLocal || profile !== undefined || isGiven('EDGEWRIGHT_API_URL') || isGiven('EDGEWRIGHT_PROFILE');
}

async function readSide(run: Run): Promise<LiveState> {
  return (await readLiveEnvironment(run, await readLedger(run))).live;
}

export interface TraceOptions extends WorkspaceOptions, ApiOptions, ColorOptions, RequestOptions {
  readonly env?: string;
  readonly host?: readonly string[];
  readonly desired?: boolean;
  readonly live?: boolean;
  readonly corpus?: string;
  readonly base?: string;
  readonly saveTest?: string;
  readonly detailedExitcode?: boolean;
  readonly format: 'text' | 'json' | 'html';
  readonly output?: string;
}
