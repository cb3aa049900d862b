import { commandLine, type PlaceFlags } from '../../cli/command-line.ts';
import { kinds } from '../../kinds/index.ts';
import { exitCodes, type ExitCode } from '../../model/errors.ts';
import type { Drift } from '../../model/drift.ts';
import type { Io } from '../../model/io.ts';
import type { LedgerState, UnknownCreate } from '../../model/ledger.ts';
import type { Notice } from '../../model/notice.ts';
import type { NextStep } from '../../model/plan/next-step.ts';
import type { Address, WorkspaceHead } from '../../model/workspace.ts';
import { hasDrift } from '../../plan/attribution/drift-part.ts';
import { runAbout } from '../../session/ledger/run-about.ts';
import { sendNotice } from '../../session/notify/send-notice.ts';

type NotifyFlags = PlaceFlags & { readonly secretsDir?: string };

export interface DriftSeen {
  readonly drift: Drift;
  readonly ledger: Pick<LedgerState, 'unknown'>;
  /** The origin of the API. */
  readonly api: string;
}

/** Tells the webhooks of edgewright.yaml, one message for each environment with drift or unknown outcomes. */
export async function notifyDrift(
  io: Io,
  { settings, root }: WorkspaceHead,
  seen: readonly DriftSeen[],
  options: NotifyFlags,
): Promise<void> {
  if (settings.notify.length === 0) return;
  const { id: _id, ...run } = await runAbout(io, 'drift', root);
  const notices = seen.map((each) => noticeOfDrift(each, { run, options }));
  await Promise.all(
    notices
      .filter(({ events }) => events.length > 0)
      .map((notice) => sendNotice(io, { settings, ...options }, notice)),
  );
}

function noticeOfDrift(
  { drift, ledger: { unknown = {} }, api }: DriftSeen,
  { run, options }: { readonly run: Notice['run']; readonly options: NotifyFlags },
): Notice {
  const { environment } = drift;
  const isDrifted = hasDrift(drift);
  const creates = Object.entries(unknown) as [Address, UnknownCreate][];
  const exitCode: ExitCode = isDrifted ? exitCodes.changes : exitCodes.ok;
  const place = ['--env', environment];
  const resolving = creates.filter(([, { kind }]) => kinds[kind].operations.list === undefined);
  const next: readonly NextStep[] = [
    ...resolving.flatMap(([address]): readonly NextStep[] => {
      const words = ['resolve', address, ...place];
      return [
        { purpose: 'adopt', command: commandLine(words, options, ['--adopt', '<id>']), address },
        { purpose: 'absent', command: commandLine(words, options, ['--absent']), address },
      ];
    }),
    ...(resolving.length === 0
      ? []
      : [{ purpose: 'settle', command: commandLine(['resolve', '--list', ...place], options) } as const]),
    { purpose: 'review', command: commandLine(['plan', ...place], options) },
  ];
  return {
    events: [...(isDrifted ? ['drift' as const] : []), ...(creates.length > 0 ? ['unknown' as const] : [])],
    verb: 'drift',
    environment,
    api,
    run,
    exitCode,
    tally: undefined,
    failed: [],
    unknown: creates.map(([address]) => address),
    drifted: [...new Set(driftedAddresses(drift))],
    refusals: [],
    next,
    error: undefined,
  };
}

/** The resources that changed outside Edgewright. */
export function driftedAddresses(drift: Drift): readonly Address[] {
  if (!hasDrift(drift)) return [];
  const open = [
    ...drift.steps.filter(({ action }) => action !== 'forget'),
    ...drift.notes.filter(({ topic }) => topic === 'undeclared-drift'),
  ];
  return open.flatMap(({ address }) => address ?? []);
}
