import type { Notice } from '../../model/notice.ts';
import type { Outcome } from '../../model/plan/outcome.ts';
import type { RunEvent } from '../../model/plan/run-event.ts';
import type { NoticeKind } from '../../model/workspace.ts';
import { refusalText } from '../../report/plan/words/refusal.ts';

type Ended = Pick<Notice, 'environment' | 'exitCode' | 'error'>;

/** The notification about an apply; undefined if there is nothing to tell, as after an empty plan or a "no". */
export function noticeOf(events: readonly RunEvent[], ended: Ended): Notice | undefined {
  const start = events.find((event) => event.event === 'start');
  const summary = events.find((event) => event.event === 'summary');
  const outcomes = events.flatMap((event) => (event.event === 'step-ended' ? [event.outcome] : []));
  const refusals = start?.plan.refusals ?? [];
  const isOver = summary !== undefined || refusals.length > 0 || ended.error !== undefined;
  const drifted = (start?.plan.steps ?? []).filter(({ action }) => action === 'drift');
  const addressesOf = (status: Outcome['status']): Notice['failed'] =>
    outcomes.filter((outcome) => outcome.status === status).map(({ address }) => address);
  const unknown = addressesOf('unknown');
  const about: readonly NoticeKind[] = [
    ...(outcomes.some(isTried) || refusals.length > 0 || ended.error !== undefined ? ['apply' as const] : []),
    ...(drifted.length > 0 ? ['drift' as const] : []),
    ...(unknown.length > 0 ? ['unknown' as const] : []),
  ];
  if (!isOver || about.length === 0) return undefined;
  return {
    ...ended,
    events: about,
    verb: 'apply',
    api: start?.api,
    run: start?.run,
    tally: summary?.tally,
    failed: addressesOf('failed'),
    unknown,
    drifted: drifted.map(({ address }) => address),
    refusals: refusals.map(refusalText),
    next: summary?.next ?? [],
  };
}

/** Whether the step was to do something: a schedule would repeat what is drifted or blocked each time. */
function isTried({ status, action }: Outcome): boolean {
  return action !== 'blocked' && status !== 'drifted' && status !== 'blocked';
}
