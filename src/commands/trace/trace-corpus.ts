import { corpusJson, corpusText } from '../../report/trace/trace-corpus-text.ts';
import { readBase } from '../../run/lint/lint-base.ts';
import { withOwnActions } from '../../derive/policy/own-actions.ts';
import type { Desired } from '../../model/desired.ts';
import { usageError, UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import { inertLine, inertPath } from '../../report/text/inert.ts';
import {
  compareCorpus,
  parseCorpus,
  type Corpus,
  type CorpusProblem,
} from '../../routing/traffic/corpus/compare-corpus.ts';
import { desiredServers } from '../../routing/traffic-server.ts';
import { edgesOf } from '../../routing/edges.ts';
import { edgeProblem } from '../../routing/traffic/select-server.ts';
import { openSide, type SideIndex } from '../../routing/traffic/side-index.ts';
import { hostsOfOptions } from '../../run/session/workspace/dev-file.ts';
import { openSides, type TraceOptions, type TraceSides } from './trace-sides.ts';
import { writeResult } from '../../run/cli/files/write-result.ts';
import { readNamedFile } from '../../run/cli/files/named-file.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import type { Address } from '../../model/workspace/address.ts';
import { firstGiven } from '../../run/cli/first-given.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { wantsColor } from '../../run/cli/terminal.ts';

/**
 * Traces the URLs of a file: against a commit with `--base`, against the live state with `--live`, otherwise by the
 * files alone. Only the requested sides are read, so that a corpus in a pull request needs no credential.
 */
export async function traceCorpus(io: Io, url: string | undefined, options: TraceOptions): Promise<number> {
  const name = options.corpus ?? '';
  if (url !== undefined) throw usageError('a URL and --corpus exclude each other');
  if (options.base !== undefined && options.live === true)
    throw usageError('--base and --live exclude each other');
  refuseOneUrl(options);
  const corpus = parseCorpus(await corpusFileText(io, name));
  const opened = await openSides(io, { ...options, desired: true });
  const { desired, environment } = opened;
  if (desired === undefined) throw new Error('the desired side was asked for');
  const problems = [...corpus.problems, ...edgeProblems(corpus, desired)].sort((a, b) => a.line - b.line);
  if (problems.length > 0) return sayProblems(io, name, problems);
  const before =
    options.base === undefined ? opened.live : await baseSide(io, opened, { ...options, base: options.base });
  const lines = withOwnActions(desired.ownActions, () =>
    compareCorpus(corpus.entries, { before, after: desired, areAlike: options.base !== undefined }),
  );
  const against = options.base ?? (before === undefined ? undefined : 'what is live');
  const traced = {
    environment: environment.name,
    corpus: name,
    ...withoutUndefined({ against }),
    lines,
  };
  const color = wantsColor(io, options) && options.output === undefined;
  const text =
    options.format === 'json' ? corpusJson(traced) : corpusText(traced, { color, columns: io.columns });
  writeResult(io, text, options.output);
  const isChanged = lines.some(({ changes }) => changes.length > 0);
  return isChanged && options.detailedExitcode === true ? exitCodes.changes : exitCodes.ok;
}

/** Options that say more of one request. */
function refuseOneUrl(options: TraceOptions): void {
  if (options.method !== 'GET')
    throw usageError(
      '--method is for one URL',
      'a line of a corpus may begin with a method: `OPTIONS https://…`',
    );
  if (options.format === 'html') throw usageError('--format html is for one URL');
  const name = firstGiven(options, ['header', 'body', 'ip', 'country', 'login', 'fact', 'saveTest']);
  if (name !== undefined)
    throw usageError(`${name} is for one URL`, 'a corpus shows what protects each URL from all requests');
}

async function corpusFileText(io: Io, name: string): Promise<string> {
  if (name === '-') return io.stdin();
  return readNamedFile(io, name, { help: 'name a file with a URL in each line' });
}

/** Problems for edges that are neither named nor used by a route, each once. */
function edgeProblems({ entries }: Corpus, side: SideIndex): readonly CorpusProblem[] {
  const seen = new Set<string>();
  return entries.flatMap(({ line, column, request }) => {
    const { target } = request;
    if (target.type !== 'edge' || seen.has(target.name)) return [];
    const problem = edgeProblem(side, request);
    if (problem === undefined) return [];
    seen.add(target.name);
    return [{ line, column, problem }];
  });
}

function sayProblems(io: Io, name: string, problems: readonly CorpusProblem[]): number {
  for (const { line, column, problem } of problems) {
    io.stderr(`${inertPath(name)}:${line}:${column}: ${inertLine(problem)}\n`);
  }
  return exitCodes.configuration;
}

/** The files of the base. A resource renamed since then has its new address, so that the sides match. */
async function baseSide(
  io: Io,
  { workspace, environment, compiled }: TraceSides,
  options: TraceOptions & { readonly base: string },
): Promise<SideIndex> {
  const base = await readBase(io, workspace, options.base);
  if (base === undefined) {
    throw new UserError(exitCodes.configuration, `\`${options.base}\` holds no workspace to compare with`);
  }
  const then = base.workspace.environments.get(environment.name);
  const now = newAddresses(compiled);
  const nameOf = ({ address }: Desired): Address => now.get(address) ?? address;
  return openSide({
    servers: desiredServers(base.desired.get(environment.name) ?? [], nameOf),
    // A name may have had another id on the base.
    edges: edgesOf(then?.ids.values() ?? [], [], hostsOfOptions(environment, options)),
  });
}

function newAddresses(compiled: readonly Desired[]): ReadonlyMap<Address, Address> {
  const addresses = new Set(compiled.map(({ address }) => address));
  return new Map(
    compiled.flatMap(({ address, formerly }) =>
      formerly.filter((old) => !addresses.has(old)).map((old) => [old, address] as const),
    ),
  );
}
