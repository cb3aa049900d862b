/** The shapes of what ledgers and journals hold: even with a correct checksum, a file may have been made by hand. */
import { isKindName } from '../kinds/index.ts';
import { idPattern } from '../kinds/references.ts';
import type { RunAbout } from '../model/ledger/journal.ts';
import type { Json } from '../model/value.ts';
import { isJsonMap } from '../text/json/json-access.ts';

export function isApprovals(approvals: Json | undefined, names: readonly string[]): boolean {
  if (approvals === undefined) return true;
  if (!Array.isArray(approvals)) return false;
  return (approvals as readonly Json[]).every(
    (item) => isJsonMap(item) && names.every((name) => typeof item[name] === 'string'),
  );
}

export function isPlans(plans: Json | undefined): boolean {
  if (plans === undefined) return true;
  if (!Array.isArray(plans)) return false;
  return (plans as readonly Json[]).every(
    (plan) => isJsonMap(plan) && typeof plan['id'] === 'string' && typeof plan['at'] === 'string',
  );
}

export function isMoved(moved: Json | undefined): boolean {
  return (
    moved === undefined ||
    (isJsonMap(moved) &&
      typeof moved['to'] === 'string' &&
      typeof moved['at'] === 'string' &&
      (moved['environment'] === undefined || typeof moved['environment'] === 'string'))
  );
}

export function isHome(home: Json | undefined): boolean {
  if (home === undefined) return true;
  if (!isJsonMap(home) || typeof home['folder'] !== 'string') return false;
  return home['repository'] === undefined || typeof home['repository'] === 'string';
}

/** A resource name, possibly with a number appended by `withOrphan`: it becomes part of paths. */
const entryName = /^[a-z0-9][a-z0-9-]*$/;

export function isAddressOf(kind: Json | undefined, address: string): boolean {
  return (
    typeof kind === 'string' &&
    isKindName(kind) &&
    address.startsWith(`${kind}/`) &&
    entryName.test(address.slice(kind.length + 1))
  );
}

export function isUnknown(address: string, create: Json | undefined): boolean {
  if (!isJsonMap(create)) return false;
  const { approvals, kind, edge_id, op, identity, since, newer, answered } = create;
  return (
    isAddressOf(kind, address) &&
    (kind === 'https-route' ? isIdOf(edge_id) : edge_id === undefined) &&
    typeof op === 'string' &&
    isJsonMap(identity) &&
    typeof since === 'string' &&
    (newer === undefined || typeof newer === 'string') &&
    (answered === undefined || typeof answered === 'string') &&
    isApprovals(approvals, ['address', 'allow', 'change'])
  );
}

export function isEntry(address: string, entry: Json | undefined, table: 'resources' | 'orphans'): boolean {
  if (!isJsonMap(entry)) return false;
  const { uid, kind, id, edge_id, applied, observed, observed_at, is_protected, origin, since, how } = entry;
  return (
    isAddressOf(kind, address) &&
    typeof uid === 'string' &&
    isIdOf(id) &&
    (kind === 'https-route' ? isIdOf(edge_id) : edge_id === undefined) &&
    (applied === undefined || isJsonMap(applied)) &&
    isJsonMap(observed) &&
    typeof observed_at === 'string' &&
    typeof is_protected === 'boolean' &&
    (origin === undefined || typeof origin === 'string') &&
    (table === 'resources' || (typeof since === 'string' && (how === 'retired' || how === 'forgotten')))
  );
}

export function isGuardedWay(way: Json | undefined): boolean {
  if (!isJsonMap(way)) return false;
  const { address, kind, edge_id, applied, observed } = way;
  return (
    typeof address === 'string' &&
    isAddressOf(kind, address) &&
    (kind === 'https-route' ? isIdOf(edge_id) : edge_id === undefined) &&
    (applied === undefined || isJsonMap(applied)) &&
    isJsonMap(observed)
  );
}

export function isIdOf(value: Json | undefined): boolean {
  return typeof value === 'string' && idPattern.test(value);
}

export function isUnsettled(write: Json | undefined): boolean {
  if (!isJsonMap(write)) return false;
  const { action, address, approvals, id, body, sent, since } = write;
  return (
    isAddress(address) &&
    (action === 'update' || action === 'delete') &&
    isIdOf(id) &&
    (body === undefined || typeof body === 'string') &&
    (sent === undefined || isJsonMap(sent)) &&
    typeof since === 'string' &&
    isApprovals(approvals, ['address', 'allow', 'change'])
  );
}

export function isAddress(value: Json | undefined): boolean {
  if (typeof value !== 'string') return false;
  return isAddressOf(value.slice(0, value.indexOf('/')), value);
}

/** Whether a value names a run, as a journal, a lock or a lease does. */
export function isRunAbout(value: Json | undefined): value is Json & RunAbout {
  if (!isJsonMap(value)) return false;
  const { actor = '', commit = '', ci } = value;
  const texts = [value['id'], value['at'], value['verb'], value['host'], actor, commit];
  return (
    texts.every((text) => typeof text === 'string') &&
    (ci === undefined ||
      (isJsonMap(ci) && typeof ci['url'] === 'string' && typeof ci['attempt'] === 'string'))
  );
}
