import type { ApplyRun } from './apply-run.ts';
import type { Operation } from '../kinds/operation.ts';
import { unlessAborted } from '../text/waits/unless-aborted.ts';
import { ApiError } from '../model/errors.ts';
import type { ObjectKey } from '../model/api.ts';
import type { Live } from '../model/live.ts';
import { kinds } from '../kinds/index.ts';
import { toLive } from '../derive/forms/read-form.ts';

/**
 * The object as it is now, undefined if there is none; throws an `ApiError` also if the run is aborted before the
 * response arrives.
 */
export async function readNow(
  run: Pick<ApplyRun, 'api' | 'urgent'>,
  key: ObjectKey,
): Promise<Live | undefined> {
  const answer = await unlessUrgent(run, kinds[key.kind].operations.get, run.api.get(key));
  return answer === undefined ? undefined : toLive(key.kind, answer);
}

/** The response to a request; throws an `ApiError` if the run is aborted before it arrives. */
export function unlessUrgent<Answer>(
  { urgent }: Pick<ApplyRun, 'urgent'>,
  { method, path }: Pick<Operation, 'method' | 'path'>,
  response: Promise<Answer>,
): Promise<Answer> {
  return unlessAborted(urgent, response, () => {
    throw new ApiError(`the run was ended before the response to \`${method} ${path}\` came`, {
      method,
      path,
      wasSent: 'maybe',
    });
  });
}
