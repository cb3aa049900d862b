import { Ajv, type ValidateFunction } from 'ajv';
import schema from '../../../schemas/plan.schema.json' with { type: 'json' };
import type { JsonObject } from '../../model/value.ts';

/** Compiling takes longer than all else of reading a plan. */
let compiled: ValidateFunction | undefined;

/** Where a document is not what the published schema says: a JSON pointer and why; undefined where it is. */
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
