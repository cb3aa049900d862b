import { toLedgerForm } from '../derive/forms/ledger-form.ts';
import { maskedValue } from '../derive/forms/masked.ts';
import { kinds } from '../kinds/index.ts';
import type { Intent } from '../model/ledger/journal.ts';
import type { LedgerSpec } from '../model/ledger/ledger.ts';
import type { Step } from '../model/plan/step.ts';
import { hashOf } from '../text/hash.ts';
import { withoutUndefined } from '../text/without-undefined.ts';
import { fieldsIn } from '../text/dotted-path.ts';
import { type ApplyRun } from './apply-run.ts';
import { ledgerEntryOf } from './ledger-entry-of.ts';

/** The intent of the step's request, as journaled before it is sent. */
export function intentOf(run: ApplyRun, step: Step, op: string): Intent {
  const { address, kind, liveHash: before, approvals } = step;
  const entry = ledgerEntryOf(run, step);
  const action = step.action === 'create' || step.action === 'delete' ? step.action : 'update';
  const isCreate = action === 'create';
  return withoutUndefined({
    type: 'intent',
    op,
    address,
    kind,
    at: run.env.clock.now().toISOString(),
    action,
    id: isCreate ? undefined : (step.id ?? entry?.id),
    edge_id: isCreate ? parentOf(step) : (step.edge_id ?? entry?.edge_id),
    identity: isCreate ? identityOf(step) : undefined,
    sent: action === 'update' ? sentIn(run, step, entry?.uid ?? op) : undefined,
    body: bodyHash(step),
    before,
    approvals,
  });
}

/** The fields by which the service identifies the object of a create. */
function identityOf({ kind, desired = {} }: Step): LedgerSpec {
  return Object.fromEntries(
    kinds[kind].identity.fields.flatMap((name) =>
      desired[name] === undefined ? [] : [[name, maskedValue(desired[name])]],
    ),
  );
}

/** The fields that an update changes, as sent: a body repeats others, which tell nothing of its arrival. */
function sentIn(run: ApplyRun, { requests, changes }: Step, uid: string): LedgerSpec {
  const names = fieldsIn(changes.map(({ path }) => path));
  const body = Object.entries(requests[0]?.body ?? {}).filter(([name]) => names.includes(name));
  return toLedgerForm(Object.fromEntries(body), run.secrets, run.fingerprint?.(uid));
}

/** The hash of the step's body, with references in place of secrets; undefined without a body. */
export function bodyHash({ requests }: Step): string | undefined {
  const body = requests[0]?.body;
  return body === undefined ? undefined : hashOf(maskedValue(body));
}

/** The id of the object that contains a new one, from the path of its create. */
export function parentOf({ kind, edge_id, desired }: Step): string | undefined {
  const { parent } = kinds[kind];
  if (parent === undefined) return undefined;
  const declared = desired?.[parent.field];
  return edge_id ?? (typeof declared === 'string' ? declared : undefined);
}
