import type { State, Stored } from '../../model/service/objects.ts';
import type { JsonMap } from '../../model/service/values.ts';
import type { Request } from '../world/service.ts';
import type { Audit, Run } from './audit.ts';
import { guardsOf, lacks } from './live.ts';

/**
 * I12: no live moment is less protected than both before and after. A run compares with what was live when it began;
 * one that began after a request was sent has seen the state before, and wants another one: the request must not get in
 * between. Objects are compared one by one: none of these worlds moves protection from one to another.
 */
export function checkArriving(audit: Audit, request: Request, before: State): void {
  const { runs, service, addressOf } = audit;
  const id = request.method === 'POST' ? request.id : request.path.slice(request.path.lastIndexOf('/') + 1);
  const address = addressOf.get(request);
  const now = service.objects.now().get(id ?? '');
  const sender = runs.find(({ process }) => process.name === request.by);
  if (id === undefined || now === undefined || address === undefined || sender === undefined) return;
  if (sender.process.wasUnlocked) return;
  const guards = guardsOf(now.spec);
  const isLess = (was: Stored | undefined, run: Run): boolean => {
    const wanted = run.wanted.get(address) as JsonMap | undefined;
    if (was === undefined || wanted === undefined) return false;
    const both = [...guardsOf(was.spec)].filter((guard) => guardsOf(wanted).has(guard));
    return lacks(guards, new Set(both));
  };
  if (isLess(sender.began?.get(id), sender))
    audit.fail(
      'I12',
      `${request.method} of ${request.by} unprotects ${address}, which was and stays protected`,
    );
  const later = runs.findLast(
    ({ process, lockedAt }) =>
      process.environment === sender.process.environment &&
      process !== sender.process &&
      lockedAt !== undefined &&
      lockedAt > request.sentAt,
  );
  if (later !== undefined && isLess(before.get(id), later))
    audit.fail(
      'I12',
      `${request.method} of ${request.by} arrives after ${later.process.name} began, and unprotects ${address}`,
    );
}
