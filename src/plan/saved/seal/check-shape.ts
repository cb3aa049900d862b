import { Ajv, type ValidateFunction } from 'ajv';
import schema from '../../../../schemas/plan.schema.json' with { type: 'json' };
import type { JsonObject } from '../../../model/value.ts';

/** Compiled on demand: this takes longer than the rest of reading a plan. */
let compiled: ValidateFunction | undefined;

/** The first violation of the published schema: a JSON pointer and the reason; undefined if there is none. */
export function schemaProblem(document: JsonObject): string | undefined {
  const validate = (compiled ??= new Ajv({ strict: true }).compile(schema));
  if (validate(document)) return undefined;
  const [first] = validate.errors ?? [];
  const { instancePath = '', message = 'it is not a valid plan', params = {} } = first ?? {};
  const extra: unknown = params['additionalProperty'];
  const which = typeof extra === 'string' ? `: \`${extra}\`` : '';
  return `${instancePath === '' ? '/' : instancePath}: ${message}${which}`;
}
