import { splitMarker } from '../../../src/derive/forms/marker.ts';
import type { LedgerState } from '../../../src/model/ledger/ledger.ts';
import type { Address } from '../../../src/model/workspace/address.ts';
import { canonical, isMap, type Json, type JsonMap } from '../../model/service/values.ts';
import type { Stored } from '../../model/service/objects.ts';
import { secretValue, type Files } from '../world/files.ts';
import type { Service } from '../world/service.ts';

/** The declared resources whose live object is not as declared, with the reason. */
export function unlike(service: Service, files: Files, state: LedgerState): readonly string[] {
  const now = service.objects.now();
  return unlikeIn((id) => now.get(id), files, state);
}

/** The same, if a request that is under way arrives now. */
export function undoneLater(service: Service, files: Files, state: LedgerState): readonly string[] {
  const now = service.objects.now();
  return service.requests.flatMap(({ method, path, body, state: its }) => {
    const changed = path.slice(path.lastIndexOf('/') + 1);
    if (its !== 'under way' || method === 'POST' || now.get(changed) === undefined) return [];
    const sent = method === 'PATCH' ? (JSON.parse(body) as JsonMap) : {};
    const then = (id: string): Stored | undefined => {
      const stored = now.get(id);
      if (id !== changed || stored === undefined) return stored;
      return method === 'PATCH' ? { ...stored, spec: { ...stored.spec, ...sent } } : undefined;
    };
    return unlikeIn(then, files, state);
  });
}

function unlikeIn(
  at: (id: string) => Stored | undefined,
  files: Files,
  state: LedgerState,
): readonly string[] {
  return [...files.resources].flatMap(([address, { spec }]) => {
    const id = state.resources[address]?.id;
    const stored = id === undefined ? undefined : at(id);
    if (stored === undefined) return [`${address} ${id === undefined ? 'is not in the ledger' : 'is gone'}`];
    const wrong = Object.keys(spec).filter((name) => !isAs(spec[name], stored, name));
    return wrong.length === 0
      ? []
      : [
          `${address} differs in ${wrong.map((name) => `${name}: ${JSON.stringify(stored.spec[name])} for ${JSON.stringify(spec[name])}`).join(', ')}`,
        ];
  });
}

function isAs(declared: Json | undefined, { spec, edgeId }: Stored, name: string): boolean {
  if (name === 'edge_id') return declared === edgeId;
  const live = spec[name];
  if (name === 'metadata') return typeof live === 'string' && splitMarker(live).text === declared;
  if (!isMap(declared)) return canonical(declared) === canonical(live);
  // A module that is off and one that was never set are the same.
  if (declared['enabled'] === false) return !isMap(live) || live['enabled'] === false;
  if (!isMap(live) || live['enabled'] === false) return false;
  return Object.entries(declared).every(
    ([key, value]) => key === 'enabled' || canonical(inClear(value)) === canonical(live[key]),
  );
}

function inClear(value: Json): Json {
  return value === '$(secret:HOOK)' ? secretValue : value;
}

/** The guards of an object: with fewer, it is less protected. */
export function guardsOf(spec: JsonMap | undefined): ReadonlySet<string> {
  const guards = new Set<string>();
  for (const name of ['ip_restriction', 'webhook_verification']) {
    const module = spec?.[name];
    if (isMap(module) && module['enabled'] !== false) guards.add(name);
  }
  if (typeof spec?.['traffic_policy'] === 'string' && spec['traffic_policy'].includes('"deny"'))
    guards.add('deny');
  const { backend } = spec ?? {};
  if (isMap(backend) && backend['enabled'] === false)
    guards.add('ip_restriction').add('webhook_verification');
  return guards;
}

export function lacks(guards: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...others].some((guard) => !guards.has(guard));
}

/** The ids that the ledger knows, with their addresses. */
export function knownIds({ resources, orphans }: LedgerState): ReadonlyMap<string, Address> {
  const entries = [...Object.entries(resources), ...Object.entries(orphans)] as [Address, { id: string }][];
  return new Map(entries.map(([address, { id }]) => [id, address]));
}
