import { fieldsIn } from '../text/pointer.ts';
import type { Step } from '../model/plan/step.ts';
import { keep } from '../derive/forms/kept.ts';
import { maskedValue } from '../derive/forms/masked.ts';
import { kinds } from '../kinds/index.ts';
import type { Intent } from '../model/journal/journal.ts';
import type { KeptSpec } from '../model/ledger.ts';
import { hashOf } from '../text/hash.ts';
import { withoutUndefined } from '../text/json/without-undefined.ts';
import { ledgerEntryOf, type ApplyRun } from './run.ts';

/** The intent of the step's request, as journaled before it is sent. */
export function intentOf(run: ApplyRun, step: Step, op: string): Intent {
  const { address, kind, liveHash: before, approvals, desired = {} } = step;
  const entry = ledgerEntryOf(run, step);
  const at = run.env.clock.now().toISOString();
  const body = bodyHash(step);
  if (step.action === 'create') {
    const identity = Object.fromEntries(
      kinds[kind].identity.fields.flatMap((name) =>
        desired[name] === undefined ? [] : [[name, maskedValue(desired[name])]],
      ),
    );
    const edge_id = parentOf(step);
    const action = 'create';
    return withoutUndefined({
      type: 'intent',
      op,
      address,
      kind,
      at,
      action,
      edge_id,
      identity,
      body,
      before,
      approvals,
    });
  }
  const action = step.action === 'delete' ? 'delete' : 'update';
  const id = step.id ?? entry?.id;
  const edge_id = step.edge_id ?? entry?.edge_id;
  const sent = action === 'delete' ? undefined : sentIn(run, step, entry?.uid ?? op);
  return withoutUndefined({
    type: 'intent',
    op,
    address,
    kind,
    at,
    action,
    id,
    edge_id,
    sent,
    body,
    before,
    approvals,
  });
}

/** The fields that an update changes, as sent: a body repeats others, which tell nothing of its arrival. */
function sentIn(run: ApplyRun, { requests, changes }: Step, uid: string): KeptSpec {
  const names = fieldsIn(changes.map(({ path }) => path));
  const body = Object.entries(requests[0]?.body ?? {}).filter(([name]) => names.includes(name));
  return keep(Object.fromEntries(body), run.secrets, run.fingerprint?.(uid));
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
