import { bodyText } from '../../../src/derive/secrets/body-text.ts';
import { splitMarker } from '../../../src/derive/forms/marker.ts';
import type { Step } from '../../../src/model/plan/step.ts';
import type { Address } from '../../../src/model/workspace/address.ts';
import { canonical, type Json, type JsonMap } from '../../model/service/values.ts';
import { secrets } from '../program/surroundings.ts';
import type { Request } from '../world/service.ts';
import { wasUnlocked, type Audit, type Run } from './audit.ts';
import { durableOf } from './recording.ts';

/** The checks at the moment before the first byte of a write. */
export function checkSending(audit: Audit, run: Run, request: Request): void {
  const step = stepOf(run, request);
  if (step !== undefined) audit.addressOf.set(request, step.address);
  onlyPlannedWrites(audit, request, step);
  looksFirst(audit, run, request);
  onlyOurObjects(audit, request);
  noSecondPost(audit, run, request, step?.address);
  noUnseenRequest(audit, run, request, step?.address);
  justRecorded(audit, run, request, step?.address);
  notOvertaken(audit, request);
}

/** I6: every write equals a step of the plan. */
function onlyPlannedWrites(
  { fail }: Audit,
  { by, method, path, body }: Request,
  step: Step | undefined,
): void {
  if (step === undefined) fail('I6', `${by} sends ${method} ${path} ${body}, which its plan does not have`);
}

/** I6: a change is as planned only if the object was looked at after the plan was made: the API has no ETag. */
function looksFirst({ fail }: Audit, { process }: Run, { method, path }: Request): void {
  const since = process.sent.slice(process.sentBefore);
  if (method !== 'POST' && !since.some((each) => each.method === 'GET' && each.path === path))
    fail('I6', `${process.name} sends ${method} ${path} without a look at the object`);
}

/** I7: what is not ours is never changed. */
function onlyOurObjects({ fail, service }: Audit, { by, method, path }: Request): void {
  const id = path.slice(path.lastIndexOf('/') + 1);
  if (method !== 'POST' && service.foreign.has(id))
    fail('I7', `${by} sends ${method} to ${id}, which is not ours`);
}

/** I1: no second POST for an address while the first is unresolved or its object lives. */
function noSecondPost(audit: Audit, run: Run, request: Request, address: Address | undefined): void {
  const { service, addressOf, runs, fail } = audit;
  const { process } = run;
  if (request.method !== 'POST' || address === undefined || process.wasUnlocked) return;
  const { resources = {}, orphans = {} } = run.state() ?? {};
  const elsewhere = new Set(
    [...Object.entries(resources).filter(([name]) => name !== address), ...Object.entries(orphans)].map(
      ([, { id }]) => id,
    ),
  );
  for (const earlier of service.requests) {
    if (earlier === request || earlier.method !== 'POST' || addressOf.get(earlier) !== address) continue;
    const sender = runs.find((each) => each.process.name === earlier.by)?.process;
    if (sender?.environment !== process.environment || sender.wasUnlocked) continue;
    if (earlier.state === 'under way')
      fail('I1', `${process.name} posts ${address} again while the POST of ${earlier.by} may still arrive`);
    const { id } = earlier;
    if (id !== undefined && service.objects.now().has(id) && !elsewhere.has(id))
      fail('I1', `${process.name} posts ${address} again while ${id} of ${earlier.by} lives`);
  }
}

/** I8: no request of an older fence whose intent the next holder has not read. */
function noUnseenRequest(audit: Audit, run: Run, request: Request, address: Address | undefined): void {
  const { process, lockedAt = 0 } = run;
  const takers = audit.runs.filter(
    ({ process: other, lockedAt: theirs = 0 }) =>
      // A lock that is gone again was no take-over.
      other.environment === process.environment && theirs > lockedAt && !other.wasUnlocked,
  );
  // A process that was stopped right before its first byte cannot know; the next holder has its request in doubt.
  const [first] = takers.sort((a, b) => (a.lockedAt ?? 0) - (b.lockedAt ?? 0));
  const op = address === undefined ? undefined : run.ops.get(address);
  if (first === undefined || (op !== undefined && first.doubts.has(op))) return;
  audit.fail(
    'I8',
    `${process.name} sends ${request.method} ${request.path}, and ${first.process.name} has not read its intent`,
  );
}

/** I8: whoever waits before it sends has the lock checked again, and the doubt dates from then. */
function justRecorded(audit: Audit, run: Run, request: Request, address: Address | undefined): void {
  const { process } = run;
  if (address === undefined || wasUnlocked(audit, process.environment)) return;
  const { open } = durableOf(audit, process.environment);
  const intent = [...open.values()].findLast((each) => each.address === address);
  const recordedAt = Date.parse(intent?.at ?? '');
  const isFresh = request.sentAt - recordedAt < 10_000 || process.stoppedUntil > recordedAt;
  if (!isFresh)
    audit.fail('I8', `${process.name} sends ${request.method} of ${address} without a record right before`);
}

/** I12: no update is sent while a different one of the same object may still arrive after it. */
function notOvertaken({ service, runs, fail }: Audit, request: Request): void {
  const { method, path, body, by } = request;
  if (method !== 'PATCH') return;
  for (const earlier of service.requests) {
    if (earlier === request || earlier.method !== method || earlier.path !== path) continue;
    if (earlier.state !== 'under way' || normal(earlier.body) === normal(body)) continue;
    const sender = runs.find(({ process }) => process.name === earlier.by);
    if (sender?.process.wasUnlocked === false)
      fail('I12', `${by} sends PATCH ${path} while a different one of ${earlier.by} may still arrive`);
  }
}

/** I8: nobody takes the lock of a run that goes on, unless a person deleted it. */
export function onlyHolder(audit: Audit, run: Run): void {
  const { process } = run;
  run.holds = true;
  if (wasUnlocked(audit, process.environment)) return;
  for (const { process: other, holds } of audit.runs)
    if (holds && other !== process && other.state === 'running' && other.environment === process.environment)
      audit.fail('I8', `${process.name} has the lock while ${other.name} holds it`);
}

/** The step of the run's plan that the request carries out. */
function stepOf({ process }: Run, { method, path, body }: Request): Step | undefined {
  return process.plan?.steps.find((step) => {
    const [planned] = step.requests;
    if (planned?.method !== method) return false;
    if (method !== 'POST' && !path.endsWith(`/${step.id ?? ''}`)) return false;
    if (method === 'DELETE') return true;
    const text = bodyText(planned.body ?? {}, secrets);
    return 'text' in text && normal(text.text) === normal(body);
  });
}

/** A body without our marker. */
function normal(text: string): string {
  const { metadata, ...others } = JSON.parse(text) as JsonMap;
  const own = typeof metadata === 'string' ? splitMarker(metadata).text : '';
  return canonical({ ...others, ...(own === '' ? {} : { metadata: own as Json }) });
}
