import { fieldsIn } from '../text/pointer.ts';
import type { Step } from '../model/plan/step.ts';
import { keep } from '../derive/forms/kept.ts';
import { maskedValue } from '../derive/forms/masked.ts';
import { kinds } from '../kinds/index.ts';
import type { Intent } from '../model/journal/journal.ts';
import type { KeptSpec } from '../model/ledger.ts';
import { hashOf } from '../text/hash.ts';
import { ledgerEntryOf, type ApplyRun } from './run.ts';

/** The intent of the step's request, as journaled before it is sent. */
export function intentOf(run: ApplyRun, step: Step, op: string): Intent {
  const { address, kind, liveHash: before, approvals, desired = {} } = step;
  const entry = ledgerEntryOf(run, step);
  const about = { type: 'intent', op, address, kind, at: run.env.clock.now().toISOString() } as const;
  const body = bodyHash(step);
  const more = {
    ...(body === undefined ? {} : { body }),
    ...(before === undefined ? {} : { before }),
    ...(approvals === undefined ? {} : { approvals }),
  };
  if (step.action === 'create') {
    const identity = Object.fromEntries(
      kinds[kind].identity.fields.flatMap((name) =>
        desired[name] === undefined ? [] : [[name, maskedValue(desired[name])]],
      ),
    );
    const parent = parentOf(step);
    return {
      ...about,
      action: 'create',
      ...(parent === undefined ? {} : { edge_id: parent }),
      identity,
      ...more,
    };
  }
  const id = step.id ?? entry?.id;
  const edge_id = step.edge_id ?? entry?.edge_id;
  return {
    ...about,
    action: step.action === 'delete' ? 'delete' : 'update',
    ...(id === undefined ? {} : { id }),
    ...(edge_id === undefined ? {} : { edge_id }),
    ...(step.action === 'delete' ? {} : { sent: sentIn(run, step, entry?.uid ?? op) }),
    ...more,
  };
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
