/**
 * The PATCH body of an update. It has all fields outside modules, because the API does not define the absence of one:
 * declared values, and the live values of the others. Of the modules it has only those that change, since an absent
 * module is not modified (rule 1) and a given one replaces the old one entirely (rule 2).
 */
import type { FieldChange } from '../../model/plan/change.ts';
import { holdsMask } from '../../derive/forms/mask-text.ts';
import { writableFields } from '../../derive/forms/fields.ts';
import type { Field } from '../../kinds/field.ts';
import { kinds } from '../../kinds/index.ts';
import type { Desired } from '../../model/desired.ts';
import type { LedgerEntry } from '../../model/ledger/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { StepReason } from '../../model/facts/reason.ts';
import type { Remedy } from '../../model/facts/remedy.ts';
import { Secret } from '../../model/secret.ts';
import type { Spec, Value } from '../../model/value.ts';
import type { Planning } from '../input.ts';
import { withMarkerPlace } from './requests.ts';
import { retiredModule } from './retire-module.ts';
import type { FieldResult } from '../compare/three-way.ts';

interface UpdateSides {
  readonly desired: Desired;
  /** All secrets are hidden. */
  readonly live: Live;
  readonly entry: LedgerEntry;
}

interface Results {
  readonly sent: readonly FieldResult[];
  /** Drifted and kept: the live value is sent if the request must carry one. */
  readonly drifted: readonly FieldResult[];
}

export type UpdateBody =
  | {
      readonly body: Spec;
      /** Fields lost with modules that are disabled without their configuration. */
      readonly lost: readonly FieldChange[];
    }
  | { readonly problem: StepReason; readonly remedies?: readonly Remedy[] };

/** The body, or the reason why there is none. */
export function updateBody(planning: Planning, about: UpdateSides, { sent, drifted }: Results): UpdateBody {
  const { desired, live, entry } = about;
  const body: Record<string, Value> = {};
  const lost: FieldChange[] = [];
  const sentNames = new Set(sent.map(({ name }) => name));
  const heldNames = new Set(drifted.map(({ name }) => name));
  for (const [name, field] of writableFields(kinds[desired.kind].fields, 'update')) {
    const wanted = desired.spec[name];
    if (field.type !== 'module') {
      const isHeld = heldNames.has(name);
      const value = plainValue(
        field,
        { wanted, now: live.spec[name] },
        { isSent: sentNames.has(name), isHeld },
      );
      const isOurs = wanted !== undefined && !isHeld;
      if (value !== undefined && !isOurs && isHidden(field, value)) {
        const remedies = [{ code: 'declare-references', field: name } as const];
        return { problem: { code: 'mask-repeated', field: name }, remedies };
      }
      if (value !== undefined) body[name] = value;
    } else if (sentNames.has(name) && wanted !== undefined) {
      body[name] = wanted;
    } else if (sentNames.has(name)) {
      const retired = retiredModule(planning, {
        address: desired.address,
        name,
        field,
        live: live.spec,
        entry,
      });
      if ('problem' in retired) return retired;
      body[name] = retired.body;
      lost.push(...retired.lost);
    }
  }
  return { body: withMarkerPlace(body, live), lost };
}

/** The value to send for a field outside modules. */
function plainValue(
  field: Field,
  { wanted, now }: { readonly wanted: Value | undefined; readonly now: Value | undefined },
  { isSent, isHeld }: { readonly isSent: boolean; readonly isHeld: boolean },
): Value | undefined {
  const clear = typeof field.onUnset === 'object' ? field.onUnset.clear : undefined;
  if (isHeld) return now ?? clear;
  return wanted ?? (isSent ? clear : now);
}

/** Whether a live value is masked: it must not be sent back, and a service may remove the field if it is omitted. */
function isHidden(field: Field, value: Value): boolean {
  const isPolicy = field.type === 'string' && field.form === 'traffic-policy';
  const text = value instanceof Secret ? value.reveal() : isPolicy ? value : undefined;
  return typeof text === 'string' && (value instanceof Secret || text !== '') && holdsMask(text);
}
