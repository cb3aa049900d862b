import type { Run } from '../../run/session/run.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { UserError } from '../../model/errors.ts';
import type { Io } from '../../model/io.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { pull } from '../../pull/pull.ts';
import type { PullRequest, PullResult, RefusedPull } from '../../pull/pull-run.ts';
import { refOf } from '../../derive/forms/object-ids.ts';
import { inertPath } from '../../report/text/inert.ts';
import { lintEnvironment } from '../../run/lint/lint-workspace.ts';
import { openWorkspace } from '../../run/session/workspace/open-workspace.ts';
import { exitCodes } from '../../model/exit-codes.ts';

export interface FittingPull {
  readonly pulled: PullResult;
  /** The workspace including the pulled files. */
  readonly after: Workspace;
}

/**
 * Pulls every object that can be written without a lint error in any environment. The service may hold values that
 * files must not have (a description that is too long, a hostport served by two objects): such an object is refused
 * with the finding.
 */
export async function fittingPull(
  { io, place }: Pick<Run, 'io' | 'place'>,
  request: PullRequest,
): Promise<FittingPull> {
  const refused: RefusedPull[] = [];
  for (let left = request; ;) {
    const pulled = pull(left);
    const overlay = new Map(
      pulled.files.map(({ path, text }) => [`${request.workspace.root}/${path}`, text]),
    );
    const after = await openWorkspace(io, place, { overlay });
    const errors = await newErrors(io, request.workspace, after);
    const next = withoutWrong(left, pulled, errors);
    refused.push(...next.refused);
    const [other] = errors;
    if (other !== undefined && next.refused.length === 0) throw wrongElsewhere(other);
    if (other === undefined)
      return { pulled: { ...pulled, refused: [...pulled.refused, ...refused] }, after };
    left = next.request;
  }
}

/** The errors in any environment that the pulled files cause. */
async function newErrors(io: Io, before: Workspace, after: Workspace): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = [];
  for (const environment of after.environments.values()) {
    const errors = await errorsIn({ io, workspace: after, environment });
    if (errors.length === 0) continue;
    const known = new Set((await errorsIn({ io, workspace: before, environment })).map(diagnosticKey));
    found.push(...errors.filter((error) => !known.has(diagnosticKey(error))));
  }
  return found;
}

async function errorsIn(run: Parameters<typeof lintEnvironment>[0]): Promise<readonly Diagnostic[]> {
  const { diagnostics } = await lintEnvironment(run);
  return diagnostics.filter(({ severity }) => severity === 'error');
}

/** A key without line numbers, which change when something is inserted above. */
function diagnosticKey({ rule, message, place }: Diagnostic): string {
  return [rule, place.source.path, message].join(' ');
}

function withoutWrong(
  request: PullRequest,
  pulled: PullResult,
  errors: readonly Diagnostic[],
): { readonly request: PullRequest; readonly refused: readonly RefusedPull[] } {
  const refused: RefusedPull[] = [];
  const wrong = new Set<string>();
  for (const { address, message, place, related } of errors) {
    const files = [place, ...related.map((relatedPlace) => relatedPlace.place)].map(
      ({ source }) => source.path,
    );
    const pulledResource = pulled.resources.find(
      (candidate) =>
        (candidate.how === 'written' || candidate.how === 'edited') &&
        (candidate.address === address || files.includes(candidate.file)),
    );
    const key = pulledResource && refOf(pulledResource.live);
    if (pulledResource === undefined || key === undefined || wrong.has(key)) continue;
    wrong.add(key);
    const isKnown = request.known.some(({ live }) => refOf(live) === key);
    refused.push({ shown: isKnown ? pulledResource.address : key, fields: [], finding: message });
  }
  return {
    refused,
    request: {
      ...request,
      undeclared: request.undeclared.filter(({ live }) => !wrong.has(refOf(live))),
      known: request.known.filter(({ live }) => !wrong.has(refOf(live))),
    },
  };
}

function wrongElsewhere({ message, place }: Diagnostic): UserError {
  return new UserError(
    exitCodes.configuration,
    `with what is pulled, \`${inertPath(place.source.path)}\` would be wrong: ${message}`,
    { help: 'pull what you need by its id. Nothing was written' },
  );
}
