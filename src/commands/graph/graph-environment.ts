import { compile } from '../../workspace/compile/compile.ts';
import { desiredTopology, liveTopology } from '../../routing/graph/live-topology.ts';
import { planEnvironment } from '../../run/plan/plan-environments.ts';
import { planTopology } from '../../routing/graph/plan-topology.ts';
import type { RunToPlan } from '../../run/plan/planned.ts';
import { beginRun } from '../../run/session/run.ts';
import { withOwnActions } from '../../derive/policy/own-actions.ts';
import { usageError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { Topology } from '../../model/traffic/topology.ts';
import { readLedger } from '../../run/session/ledger/open-ledger-store.ts';
import { chooseEnvironment } from '../../run/session/workspace/choose-environments.ts';
import { firstGiven } from '../../run/cli/first-given.ts';
import type { ApiOptions, WorkspaceOptions } from '../../run/cli/options.ts';
import type { Knowledge } from '../../routing/graph/assemble.ts';
import { servedElsewhere } from '../../routing/served-elsewhere.ts';
import { readLiveEnvironment } from '../../run/plan/read-live-environment.ts';
import { writeResult } from '../../run/cli/files/write-result.ts';
import { exitCodes, type ExitCode } from '../../model/exit-codes.ts';

export interface GraphOptions extends WorkspaceOptions, ApiOptions {
  readonly env?: string;
  readonly format: keyof typeof drawings;
  readonly live?: boolean;
  readonly plan?: boolean;
  readonly secretsDir?: string;
  readonly output?: string;
}

export async function graphEnvironment(io: Io, options: GraphOptions): Promise<ExitCode> {
  const begun = await beginRun(io, options);
  const run = { ...begun, environment: chooseEnvironment(begun.workspace, options.env) };
  const source = options.plan === true ? planned : options.live === true ? live : desired;
  writeResult(io, await drawings[options.format](await source(run, options)), options.output);
  return exitCodes.ok;
}

interface GraphSource {
  readonly topology: Topology;
  readonly title: string;
}

const drawings = {
  mermaid: async ({ topology }: GraphSource) =>
    (await import('../../report/graph/mermaid.ts')).topologyMermaid(topology),
  dot: async ({ topology }: GraphSource) => (await import('../../report/graph/dot.ts')).topologyDot(topology),
  svg: async ({ topology, title }: GraphSource) =>
    (await import('../../report/graph/svg.ts')).topologySvg(topology, title),
  html: async ({ topology, title }: GraphSource) =>
    (await import('../../report/graph/graph-page.ts')).graphHtml(topology, title),
};

/** Needs neither an API nor valid files: a drawing shows dangling references best. */
function desired(run: RunToPlan, options: GraphOptions): GraphSource {
  refuseApi(options);
  const { io, environment } = run;
  const workspace = run.workspace.read();
  const compiled = compile(workspace, environment.name);
  const errors = [...workspace.diagnostics, ...compiled.diagnostics].filter(
    ({ severity }) => severity === 'error',
  );
  if (errors.length > 0) {
    io.stderr(`note: the files have mistakes, so the drawing may lack something: see \`edgewright lint\`\n`);
  }
  return {
    topology: withOwnActions(workspace.settings.trafficPolicy.actions, () =>
      desiredTopology(compiled.desired, namesOf(run)),
    ),
    title: `${environment.name}: what the files say`,
  };
}

function namesOf({
  workspace: { settings },
  environment: { ids },
}: RunToPlan): Omit<Knowledge, 'seesEndpoints'> {
  return { ids, isElsewhere: servedElsewhere(settings.lint) };
}

/** Options for the API have no effect here. */
function refuseApi(options: GraphOptions): void {
  const name = firstGiven(options, ['local', 'fixture', 'profile', 'ledger', 'secretsDir']);
  if (name === undefined) return;
  throw usageError(`${name} requires --live or --plan`, 'the files are drawn without asking the API');
}

async function live(run: RunToPlan): Promise<GraphSource> {
  const { workspace, environment } = run;
  const reading = await readLiveEnvironment(run, await readLedger(run));
  return {
    topology: withOwnActions(workspace.settings.trafficPolicy.actions, () =>
      liveTopology(reading.live, namesOf(run)),
    ),
    title: `${environment.name}: what is live`,
  };
}

async function planned(run: RunToPlan): Promise<GraphSource> {
  const { workspace, environment } = run;
  const { plan, desired, live } = await planEnvironment(run, {});
  return {
    topology: withOwnActions(workspace.settings.trafficPolicy.actions, () =>
      planTopology({ plan, desired, live, ...namesOf(run) }),
    ),
    title: `${environment.name}: what the plan changes`,
  };
}
