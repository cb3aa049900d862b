/** Functions that read a part of a message by its name. */
import type { VariableScope } from '../cel/cel-evaluation.ts';
import { OpenMap } from '../unknown/open-map.ts';
import { AbsentValue, fail, knownValue } from '../scope-values.ts';

type Getter = (of: unknown, name: string) => unknown;

/** The variable that each reads, and how. */
export const getters: Readonly<Record<string, readonly [variable: string, read: Getter]>> = {
  getReqHeader: ['req.headers', valuesOfHeader],
  hasReqHeader: ['req.headers', hasHeader],
  getReqCookie: ['req.cookies', firstCookie],
  hasReqCookie: ['req.cookies', hasKey],
  getQueryParam: ['req.url.query_params', valuesOf],
  hasQueryParam: ['req.url.query_params', hasKey],
  getResHeader: ['res.headers', valuesOfHeader],
  hasResHeader: ['res.headers', hasHeader],
  getResCookie: ['res.cookies', firstCookie],
  hasResCookie: ['res.cookies', hasKey],
};

export function partByName(getter: string, name: string, scope: VariableScope): unknown {
  const [variable, read] = getters[getter] ?? fail(`\`${getter}\` reads no message`);
  const value = scope.read(variable);
  if (value === undefined) throw new AbsentValue(`\`${variable}\` has no value here`);
  return read(knownValue(value), name);
}

function valueAt(of: unknown, name: string): unknown {
  if (of instanceof OpenMap) return of.valuesOf(name);
  if (of instanceof Map) return knownValue((of as Map<string, unknown>).get(name));
  if (typeof of !== 'object' || of === null) return undefined;
  return Object.hasOwn(of, name) ? knownValue((of as Record<string, unknown>)[name]) : undefined;
}

function hasKey(of: unknown, name: string): boolean {
  return of instanceof Map ? of.has(name) : typeof of === 'object' && of !== null && Object.hasOwn(of, name);
}

function valuesOf(of: unknown, name: string): unknown {
  return valueAt(of, name) ?? [];
}

// Any spelling of a name is accepted, which is assumed.
function valuesOfHeader(of: unknown, name: string): unknown {
  return valuesOf(of, name.toLowerCase());
}

function hasHeader(of: unknown, name: string): boolean {
  return hasKey(of, name.toLowerCase());
}

/** The cookies of a response are in the order of their paths. */
function firstCookie(of: unknown, name: string): unknown {
  const [first] = cookiesOf(of, name);
  return first;
}

function cookiesOf(of: unknown, name: string): readonly unknown[] {
  const cookies = valueAt(of, name);
  if (Array.isArray(cookies) && cookies.length > 0) return cookies as readonly unknown[];
  throw new AbsentValue(`there is no cookie \`${name}\``);
}
