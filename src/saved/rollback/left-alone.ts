import type { Step } from '../../model/plan/step.ts';
import type { FieldChange } from '../../model/plan/change.ts';
import { differences } from '../../derive/compare/differences.ts';
import { changeId } from '../../derive/compare/change-id.ts';
import { hasSecret, maskedValue } from '../../derive/forms/masked.ts';
import { dotted } from '../../text/pointer.ts';
import { kinds } from '../../kinds/index.ts';
import type { LedgerEntry, LedgerState } from '../../model/ledger.ts';
import type { StepReason } from '../../model/facts/reason.ts';
import type { Spec } from '../../model/value.ts';
import type { Address } from '../../model/workspace.ts';

interface Sides {
  readonly now: Spec;
  /** The state that the rollback would restore. */
  readonly was: Spec;
}

interface About {
  readonly address: Address;
  readonly entry: LedgerEntry;
  readonly run: string;
  readonly ledger: Pick<LedgerState, 'environment' | 'approvals'>;
  /** The reason for the step. */
  readonly reason: StepReason;
}

/**
 * A step that reports a part of the run that is not undone, because it changed since, and the undo that an approval
 * would allow.
 */
export function leftAlone({ address, entry, run, ledger, reason }: About, { now, was }: Sides): Step {
  const { kind, id, edge_id } = entry;
  const { environment } = ledger;
  const changes = differences(kinds[kind].fields, now, was, () => undefined).map(
    ({ path, field, before, after }): FieldChange => {
      const isSecret =
        field?.secret === true || [before, after].some((side) => side !== undefined && hasSecret(side));
      return {
        path: dotted(path),
        cause: 'configuration',
        ...(before === undefined ? {} : { before: maskedValue(before) }),
        ...(after === undefined ? {} : { after: maskedValue(after) }),
        isSecret,
      };
    },
  );
  const values = [
    ['run', run],
    ...changes.map(({ path, before = null, after = null }) => [path, before, after]),
  ];
  const hash = changeId(ledger, { address, id, edge_id, allow: 'revert', values });
  return {
    action: 'drift',
    address,
    kind,
    id,
    ...(edge_id === undefined ? {} : { edge_id }),
    reason,
    changes,
    requests: [],
    remedies: [{ code: 'undo-all-the-same', address, environment, change: hash }],
    missingSecrets: [],
    hash,
    isProtected: entry.is_protected,
  };
}
