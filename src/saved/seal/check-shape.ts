import { Ajv, type ValidateFunction } from 'ajv';
import schema from '../../../schemas/plan.schema.json' with { type: 'json' };
import type { JsonObject } from '../../model/value.ts';

/** Compiled on demand: this takes longer than the rest of reading a plan. */
let compiled: ValidateFunction | undefined;

/** The first violation of the published schema: a JSON pointer and the reason; undefined if there is none. */
export function shapeProblem(document: JsonObject): string | undefined {
  const validate = (compiled ??= new Ajv({ strict: true }).compile(schema));
  if (!validate(document)) {
    const [first] = validate.errors ?? [];
    return `${first?.instancePath === undefined || first.instancePath === '' ? '/' : first.instancePath}: ${first?.message ?? 'it is not a valid plan'}`;
  }
  const plans = document['plans'] as readonly JsonObject[];
  if (plans.length !== 1) return `/plans: a saved plan has one, not ${plans.length}`;
  return plans[0]?.['bound'] === undefined ? '/plans/0: it does not say what it is bound to' : undefined;
}
