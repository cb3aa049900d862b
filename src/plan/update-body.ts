/**
 * The body of an update. It carries every field outside modules, because the API does not say what the absence of one
 * means (API 4.4, 4.10 speak of modules only): what YAML declares, and the live value of the others; and of the modules
 * only those that change, since a module that is absent is not modified (rule 1) and one that is given replaces all of
 * the old (rule 2).
 */
import { writableFields } from '../derive/fields.ts';
import { kinds } from '../kinds/index.ts';
import type { Desired } from '../model/desired.ts';
import type { LedgerEntry } from '../model/ledger.ts';
import type { Live } from '../model/live.ts';
import type { Spec, Value } from '../model/value.ts';
import type { Planning } from './input.ts';
import { retiredModule } from './retire-module.ts';
import type { FieldResult } from './three-way.ts';

interface About {
  readonly desired: Desired;
  readonly live: Live;
  readonly entry: LedgerEntry;
}

interface Fields {
  readonly sent: readonly FieldResult[];
  /** Changed outside and left alone: their live value goes with the request, where it must carry one. */
  readonly held: readonly FieldResult[];
}

export type UpdateBody = { readonly body: Spec; readonly after: Spec } | { readonly problem: string };

/** The body, and the whole spec as it will be; or why a module cannot be disabled. */
export function updateBody(
  planning: Planning,
  { desired, live, entry }: About,
  { sent, held }: Fields,
): UpdateBody {
  const body: Record<string, Value> = {};
  const verdicts = new Map(sent.map((result) => [result.name, result]));
  const heldNames = new Set(held.map(({ name }) => name));
  for (const [name, field] of writableFields(kinds[desired.kind].fields, 'update')) {
    const result = verdicts.get(name);
    const isTakenOut = result !== undefined && desired.spec[name] === undefined;
    if (field.type !== 'module') {
      const clear = isTakenOut && typeof field.onUnset === 'object' ? field.onUnset.clear : undefined;
      const wanted = heldNames.has(name) ? undefined : desired.spec[name];
      const value = clear ?? wanted ?? live.spec[name];
      if (value !== undefined) body[name] = value;
    } else if (isTakenOut) {
      const retired = retiredModule(planning, { address: desired.address, name, field, live, entry });
      if ('problem' in retired) return retired;
      body[name] = retired.body;
    } else if (result !== undefined) {
      body[name] = desired.spec[name] ?? {};
    }
  }
  return { body, after: { ...live.spec, ...body } };
}
