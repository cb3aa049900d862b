/**
 * Checks of a body beyond its shape, as a table with one row for each rule. Shapes, ranges, byte limits and
 * enumerations are checked by the validators derived from the kinds.
 */
import type { JsonObject } from '../../model/value.ts';
import type { Behaviour } from '../context.ts';
import { memberOf } from '../objects/json-access.ts';
import type { Problem } from '../objects/problem.ts';
import type { Check } from './check.ts';
import { loginChecks } from './login-checks.ts';
import { tlsChecks } from './tls-checks.ts';
import { trafficChecks } from './traffic-checks.ts';

const checks: readonly Check[] = [...tlsChecks, ...loginChecks, ...trafficChecks];

/** The problems of a body with a valid shape. */
export function checkBody(body: JsonObject, behaviour: Behaviour): readonly Problem[] {
  return checks.flatMap(({ field, holds, check }) => {
    const value = body[field];
    if (value === undefined || value === null) return [];
    if (holds === 'when-enabled' && memberOf(value, 'enabled') === false) return [];
    return check(value, body, behaviour).map(({ path, message }) => ({ path: [field, ...path], message }));
  });
}
