/**
 * Whether a reconfigured guard of a policy lets in no more than before, as the dialect's table says of each setting. A
 * setting of which it says nothing must be unchanged.
 */
import { actionOf } from '../../../kinds/policy/index.ts';
import type { SettingMap, StricterChange } from '../../../kinds/policy/setting.ts';
import { canonicalJson } from '../../../text/hash.ts';
import { isJsonMap } from '../../../text/json/json-access.ts';
import { ipRange, isWithin } from '../../../domain/ip-ranges.ts';
import { isSameButForSecrets } from '../../../derive/compare/secret-shape.ts';
import type { Json } from '../../../model/value.ts';

type Check = (was: Json | undefined, is: Json | undefined) => boolean;

/** Whether `is` is at least as strict as `was`. */
export function isAsTight(type: string, was: Json, is: Json): boolean {
  if (isSameButForSecrets(was, is)) return true;
  if (!isJsonMap(was ?? {}) || !isJsonMap(is ?? {})) return false;
  const [old, now] = [leavesOf(was), leavesOf(is)];
  const changes = changesOf(actionOf(type)?.settings ?? {});
  if ([...changes.values()].includes('ranges') && !isAsNarrow(old, now)) return false;
  return [...new Set([...old.keys(), ...now.keys()])].every((path) =>
    checks[changes.get(path) ?? 'none'](old.get(path), now.get(path)),
  );
}

/** The entry of each setting in the table, by its dotted path. */
function changesOf(settings: SettingMap, path = ''): ReadonlyMap<string, StricterChange> {
  return new Map(
    Object.entries(settings).flatMap(([name, setting]) => {
      const own = path === '' ? name : `${path}.${name}`;
      const changed: readonly [string, StricterChange][] =
        setting.stricter === undefined ? [] : [[own, setting.stricter]];
      return [...changed, ...changesOf(setting.type === 'object' ? setting.fields : {}, own)];
    }),
  );
}

const same: Check = (was, is) => was !== undefined && is !== undefined && isSameButForSecrets(was, is);
const any: Check = () => true;
/** An allow list: listed items pass. If it was empty, there was no check, and any list is stricter. */
const list: Check = (was, is) => items(was).length === 0 || (items(is).length > 0 && isSubset(is, was));
/** A deny list: listed items are rejected. */
const refusals: Check = (was, is) => isSubset(was, is);
/** Exceptions and what is trusted: listed items pass, and an empty list lets none pass. */
const exceptions: Check = (was, is) => isSubset(is, was);
/** `true` lets more through. */
const opening: Check = (was, is) => is !== true || was === true;
const closing: Check = (was, is) => was !== true || is === true;
const letters: Check = (was, is) =>
  JSON.stringify(was ?? null).toLowerCase() === JSON.stringify(is ?? null).toLowerCase();
/** Without a limit, or with 0, the service chooses it. */
const atMost: Check = (was, is) => {
  const [old, now] = [amountOf(was), amountOf(is)];
  if (old === undefined) return was === undefined || same(was, is);
  return old === 0 || (now !== undefined && now > 0 && now <= old);
};
const atLeast: Check = (was, is) => {
  const [old, now] = [amountOf(was), amountOf(is)];
  return old === undefined ? was === undefined || same(was, is) : now !== undefined && now >= old;
};
const strictest = 'require-and-verify';
const verification: Check = (was, is) => (is ?? strictest) === strictest || same(was, is);

const checks: Readonly<Record<StricterChange | 'none', Check>> = {
  none: same,
  any,
  'allow-list': list,
  'deny-list': refusals,
  exceptions,
  'trust-list': exceptions,
  'at-most': atMost,
  'at-least': atLeast,
  opening,
  closing,
  'any-case': letters,
  'default-strictest': verification,
  // Compared together, as sets of networks.
  ranges: any,
};

/** Compares networks: addresses in `allow` or one of the policies pass, unless they are in `deny`. */
function isAsNarrow(was: Leaves, is: Leaves): boolean {
  const [denied, allowed] = [['deny'], ['allow']].map(
    ([name = '']) => [was.get(name), is.get(name)] as const,
  );
  if (!isRangeSubset(denied?.[0], denied?.[1])) return false;
  const [old, now] = [was, is].map((leaves) => [
    ...items(leaves.get('allow')),
    ...items(leaves.get('ip_policies')),
  ]);
  if (old?.length === 0) return true;
  return (
    (now?.length ?? 0) > 0 &&
    isRangeSubset(allowed?.[1], allowed?.[0]) &&
    isSubset(is.get('ip_policies'), was.get('ip_policies'))
  );
}

function isRangeSubset(inner: Json | undefined, outer: Json | undefined): boolean {
  const [some, all] = [inner, outer].map((one) =>
    items(one).map((item) => (typeof item === 'string' ? ipRange(item) : undefined)),
  );
  if (some === undefined || all === undefined) return false;
  // An item that is not a valid range must be listed verbatim.
  if (some.includes(undefined)) return isSubset(inner, outer);
  return isWithin(
    some.filter((one) => one !== undefined),
    all.filter((one) => one !== undefined),
  );
}

const mostPairs = 1_000_000;

function isSubset(inner: Json | undefined, outer: Json | undefined): boolean {
  const others = items(outer);
  const known = new Set(others.map(canonicalJson));
  const left = items(inner).filter((one) => !known.has(canonicalJson(one)));
  // Only a reference and the secret behind it are equal and written differently.
  if (left.length * others.length > mostPairs) return false;
  return left.every((one) => others.some((other) => isSameButForSecrets(one, other)));
}

/** A single value counts as a list of one. */
function items(value: Json | undefined): readonly Json[] {
  if (value === undefined || value === null || value === '') return [];
  return Array.isArray(value) ? (value as readonly Json[]) : [value];
}

const units: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400 };

/** A number, or a duration in seconds: `90m`, `1h30m`. */
function amountOf(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  if (/^\d+(?:\.\d+)?$/.test(value)) return Number(value);
  if (!/^(?:\d+(?:\.\d+)?(?:ms|[smhd]))+$/.test(value)) return undefined;
  return [...value.matchAll(/(\d+(?:\.\d+)?)(ms|[smhd])/g)].reduce(
    (sum, [, number, unit = '']) => sum + Number(number) * (units[unit] ?? Number.NaN),
    0,
  );
}

type Leaves = ReadonlyMap<string, Json>;

/** Values by dotted path; lists are leaves. */
function leavesOf(tree: Json, path = ''): Leaves {
  if (!isJsonMap(tree)) return path === '' ? new Map() : new Map([[path, tree]]);
  return new Map(
    Object.entries(tree).flatMap(([key, value]) => [
      ...leavesOf(value, path === '' ? key : `${path}.${key}`),
    ]),
  );
}
