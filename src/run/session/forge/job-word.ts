import { UserError } from '../../../model/errors.ts';
import { ForgeError } from '../../../model/forge.ts';
import type { Io } from '../../../model/io.ts';
import type { RunAbout } from '../../../model/ledger/journal.ts';
import { detectForge, runningOn } from './detect-forge.ts';
import { forgeToken, openForge } from './open-forge.ts';
import { given } from '../../cli/given-variable.ts';
import { withoutUndefined } from '../../../text/without-undefined.ts';

/**
 * Whether a job of this repository has ended, as GitHub or GitLab says. Unknown without a token, without an answer, and
 * for a job that they do not know: a page that is not there proves nothing.
 */
export async function askAboutJob(
  io: Io,
  { url, attempt }: NonNullable<RunAbout['ci']>,
): Promise<'ended' | 'running' | 'unknown'> {
  const kind = runningOn(io);
  const [, id] = /\/(?:actions\/runs|-\/jobs)\/(\d{1,18})$/.exec(url) ?? [];
  if ((kind !== 'github' && kind !== 'gitlab') || id === undefined || !/^\d{1,18}$/.test(attempt))
    return 'unknown';
  const token = forgeToken(io, kind);
  if (token === undefined) return 'unknown';
  // The project of this job: a merge request may be that of a different one.
  const repo = kind === 'gitlab' ? given(io, 'CI_PROJECT_ID') : undefined;
  try {
    const place = detectForge(io, withoutUndefined({ repo }));
    const forge = await openForge(io, place, { token, timeoutMs: 5_000, retryForMs: 0 });
    try {
      return await forge.jobState({ id, attempt });
    } finally {
      await forge.close();
    }
  } catch (error) {
    // The refusal of the lock is what the user needs to see.
    if (error instanceof ForgeError || error instanceof UserError) return 'unknown';
    throw error;
  }
}
