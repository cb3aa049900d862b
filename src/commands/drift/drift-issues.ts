import { markerLine, type CommentKey } from '../../remote/forge/comment-identity.ts';
import { upsertIssue, type IssueToKeep, type KeptIssue } from '../../remote/forge/upsert-issue.ts';
import type { Drift } from '../../model/drift.ts';
import { ForgeError, type Forge } from '../../model/forge.ts';
import type { Io } from '../../model/io.ts';
import { hasUnknownOutcome, hasDrift } from '../../plan/attribution/drift-part.ts';
import { driftMarkdown } from '../../report/plan/markdown/drift-markdown.ts';
import { inertLine } from '../../report/text/inert.ts';
import type { ForgePlace } from '../../run/session/forge/detect-forge.ts';
import { forgeToken, missingToken, openForge } from '../../run/session/forge/open-forge.ts';
import { version } from '../../version.ts';

/** The drift of one environment, and the origin of the API that was read. */
interface DriftOf {
  readonly drift: Drift;
  readonly api: string;
}

/** Keeps one issue for each environment. A forge that refuses is a warning: the drift itself has been reported. */
export async function keepDriftIssues(io: Io, place: ForgePlace, seen: readonly DriftOf[]): Promise<void> {
  const token = forgeToken(io, place.kind);
  if (token === undefined) {
    warn(io, missingToken(io, place.kind));
    return;
  }
  const forge = await openForge(io, place, { token });
  try {
    for (const environmentDrift of seen) await keepDriftIssue(io, forge, environmentDrift);
  } finally {
    await forge.close();
  }
}

async function keepDriftIssue(io: Io, forge: Forge, environmentDrift: DriftOf): Promise<void> {
  const { environment } = environmentDrift.drift;
  try {
    const { outcome, url } = await upsertIssue(forge.issues, issueOf(io, environmentDrift));
    const page = url === undefined ? '' : `: ${inertLine(url)}`;
    if (outcome !== 'none') io.stderr(`note: ${environment}: ${keptWords[outcome]}${page}\n`);
  } catch (error) {
    if (!(error instanceof ForgeError)) throw error;
    warn(io, `${environment}: ${error.message}`);
  }
}

function warn(io: Io, reason: string): void {
  io.stderr(`warning: the issue about drift was not kept up to date: ${inertLine(reason)}\n`);
}

/** Without times and commits, so that the text changes only with the drift. */
function issueOf({ secrets }: Io, { drift, api }: DriftOf): IssueToKeep {
  const { lineage, environment } = drift;
  const key: CommentKey = { about: 'drift', lineage, environments: [environment], label: '' };
  const clean = secrets?.clean ?? ((text: string) => text);
  return {
    key,
    title: `Drift in ${inertLine(environment)}`,
    state: stateOf(drift),
    render: (room) => {
      const marker = markerLine(key);
      const maxSize = room - marker.length;
      return marker + clean(driftMarkdown([drift], { maxSize, madeBy: { version, apis: [api] } }));
    },
  };
}

/** Only a complete reading proves that there is no drift: an unknown outcome hides what may be live. */
function stateOf(drift: Drift): IssueToKeep['state'] {
  if (hasDrift(drift)) return 'open';
  return hasUnknownOutcome(drift) || drift.notes.some(({ topic }) => topic === 'scope') ? 'kept' : 'closed';
}

const keptWords: Readonly<Record<Exclude<KeptIssue['outcome'], 'none'>, string>> = {
  created: 'issue opened',
  updated: 'issue updated',
  unchanged: 'issue is up to date',
  closed: 'issue closed',
  kept: 'issue left open, because the reading was not complete',
};
