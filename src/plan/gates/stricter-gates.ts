import type { LedgerState } from '../../model/ledger/ledger.ts';
import type { NoteFact } from '../../model/facts/note.ts';
import type { PlanNote } from '../../model/plan/plan.ts';
import type { Approval } from '../../model/workspace/workspace-document.ts';
import type { LooserLimits } from '../input.ts';
import { approvalKey, weakerSafety } from '../../derive/weaker-safety.ts';
import { isUsed } from '../../derive/compare/used-approval.ts';
import type { SafetySettings } from '../../model/workspace/settings.ts';
import type { Environment } from '../../model/workspace/environment.ts';
import { isFor } from '../given-approvals.ts';

/** The settings of one side of a comparison that limit what happens without a person. */
export interface Gates {
  readonly safety: SafetySettings;
  /** Undefined if the environment does not exist. */
  readonly drift: Environment['drift'] | undefined;
  readonly approvals: readonly Pick<Approval, 'allow' | 'address' | 'environment' | 'change' | 'reason'>[];
}

export interface StricterGates {
  readonly safety: SafetySettings;
  readonly drift: Environment['drift'];
  readonly loosened: LooserLimits;
  /** The gates that head would loosen; shown before other notes. */
  readonly notes: readonly PlanNote[];
}

interface Sides {
  readonly head: Gates & { readonly drift: Environment['drift'] };
  readonly base: Gates;
  /** The base as the user gave it. */
  readonly ref: string;
  readonly environment: string;
  /** The approvals already used, which allow nothing further. */
  readonly ledger: Pick<LedgerState, 'approvals'>;
}

/**
 * The stricter of two sides, gate by gate: the lower limits, the resources protected by either side, and drift reported
 * if either side reports it. Thus a pull request cannot loosen a gate and pass it at once. Approvals count as in head:
 * each is a document for a single change, reviewed in the same pull request; new ones are listed in a note.
 */
export function stricterGates({ head, base, ref, environment, ledger }: Sides): StricterGates {
  const { raised, unprotected } = weakerSafety(head.safety, base.safety);
  const drift = base.drift === 'report' ? 'report' : head.drift;
  const known = new Set(base.approvals.map(approvalKey));
  const approvals = head.approvals.filter(
    (approval) =>
      isFor(approval, environment) && !known.has(approvalKey(approval)) && !isUsed(ledger, approval),
  );
  const note = (fact: NoteFact): PlanNote => ({ topic: 'gate', fact });
  return {
    safety: {
      max_deletes: Math.min(head.safety.max_deletes, base.safety.max_deletes),
      max_changed_percent: Math.min(head.safety.max_changed_percent, base.safety.max_changed_percent),
      protect: [...head.safety.protect, ...unprotected],
    },
    drift,
    loosened: { ref, limits: Object.fromEntries(raised.map((name) => [name, head.safety[name]])) },
    notes: [
      ...raised.map((name) =>
        note({
          code: 'limit-raised',
          limit: name,
          here: head.safety[name],
          there: base.safety[name],
          ref,
        }),
      ),
      ...unprotected.map((glob) => note({ code: 'no-longer-protected', pattern: glob, ref })),
      ...(drift === head.drift ? [] : [note({ code: 'drift-reverts', ref })]),
      ...approvals.map(({ allow, address, change, reason }) => ({
        ...note({ code: 'approval-new', allow, change, reason }),
        address,
      })),
    ],
  };
}
