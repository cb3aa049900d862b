/**
 * What a body must satisfy beyond its shape, as a table: one row a rule. Shape,
 * ranges, limits in bytes and enumerations are not here: the validators derived from the kinds check them.
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

/** What is wrong with a body whose shape is right. */
export function checkBody(body: JsonObject, behaviour: Behaviour): readonly Problem[] {
  return checks.flatMap(({ field, holds, check }) => {
    const value = body[field];
    if (value === undefined || value === null) return [];
    if (holds === 'when-enabled' && memberOf(value, 'enabled') === false) return [];
    return check(value, body, behaviour).map(({ path, message }) => ({ path: [field, ...path], message }));
  });
}
