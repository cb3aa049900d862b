import { isTree } from '../../derive/forms/tree.ts';
import { keptSecret } from '../../derive/forms/kept.ts';
import type { LedgerEntry } from '../../model/ledger.ts';
import type { Json, Spec, Value } from '../../model/value.ts';

/**
 * The result that the service makes of a body: fields that it filled in when we last sent the module without them, it
 * fills in again. No other fields: values set outside since, or before we ever sent the module, are lost with the
 * PATCH.
 */
export function withServiceDefaults(body: Spec, now: Spec, { applied, observed }: LedgerEntry): Spec {
  if (applied === undefined) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, sent]) => [
      name,
      filled(sent, { now: now[name], applied: applied[name], observed: observed[name] }),
    ]),
  );
}

interface Known {
  readonly now: Value | undefined;
  readonly applied: Json | undefined;
  readonly observed: Json | undefined;
}

function filled(sent: Value, { now, applied, observed }: Known): Value {
  if (!isTree(sent) || !isTree(now) || !isJsonTree(applied) || !isJsonTree(observed)) return sent;
  const more = Object.entries(now).flatMap(([key, value]): [string, Value][] => {
    if (key in sent || applied[key] !== undefined || observed[key] === undefined) return [];
    // API 2.6 states that a module sent without `enabled` is enabled, so the next write enables a retired one.
    if (key === 'enabled' && value === false) return [];
    return isPlainlySame(value, observed[key]) ? [[key, value]] : [];
  });
  const given = Object.entries(sent).map(([key, value]): [string, Value] => [
    key,
    filled(value, { now: now[key], applied: applied[key], observed: observed[key] }),
  ]);
  return Object.fromEntries([...given, ...more]);
}

/** A kept secret is never equal: it cannot be a default. */
function isPlainlySame(live: Value, observed: Json): boolean {
  return JSON.stringify(live) === JSON.stringify(observed) && keptSecret(observed) === undefined;
}

function isJsonTree(value: Json | undefined): value is Readonly<Record<string, Json>> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && keptSecret(value) === undefined
  );
}
