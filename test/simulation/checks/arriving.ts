import type { State } from '../../model/service/objects.ts';
import type { JsonMap } from '../../model/service/values.ts';
import type { Request } from '../world/service.ts';
import type { Audit } from './audit.ts';
import { guardsOf, lacks } from './live.ts';

/**
 * I12: no live moment is less protected than both before and after. A run that began after this request was sent has
 * seen the state before, and wants another one: the request must not get in between.
 */
export function checkArriving(
  { runs, service, addressOf, fail }: Audit,
  request: Request,
  before: State,
): void {
  const id = request.method === 'POST' ? request.id : request.path.slice(request.path.lastIndexOf('/') + 1);
  const address = addressOf.get(request);
  const now = service.objects.now().get(id ?? '');
  const was = before.get(id ?? '');
  const sender = runs.find(({ process }) => process.name === request.by);
  if (now === undefined || was === undefined || address === undefined || sender === undefined) return;
  if (sender.process.wasUnlocked) return;
  const later = runs.findLast(
    ({ process, lockedAt }) =>
      process.environment === sender.process.environment &&
      process !== sender.process &&
      lockedAt !== undefined &&
      lockedAt > request.sentAt,
  );
  const wanted = later?.wanted.get(address) as JsonMap | undefined;
  if (later === undefined || wanted === undefined) return;
  const guards = guardsOf(now.spec);
  if (lacks(guards, guardsOf(was.spec)) && lacks(guards, guardsOf(wanted)))
    fail(
      'I12',
      `${request.method} of ${request.by} arrives after ${later.process.name} began, and unprotects ${address}`,
    );
}
