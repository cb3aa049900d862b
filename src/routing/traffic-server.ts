import { activeModule, enabledModule } from '../derive/module-state.ts';
import { kinds } from '../kinds/index.ts';
import type { KindName } from '../kinds/kind.ts';
import type { Spec, Value } from '../model/value.ts';
import type { Address } from '../model/workspace.ts';

/** An object that may answer requests: a declared resource or a live object. */
export interface TrafficServer {
  /** Its address, or `<kind>/<id>` for an object that is not in the ledger. */
  readonly address: Address;
  readonly kind: KindName;
  /** Only for live objects. */
  readonly id?: string;
  readonly spec: Spec;
}

/** The owner of a URL: a server, or an edge of which only the name is known. */
export interface Owner {
  readonly name: string;
  readonly server?: TrafficServer;
}

/**
 * Whether a server answers requests. A route or edge with neither a backend nor a policy, which may answer itself, only
 * occupies its match. An endpoint has no backend of its own.
 */
export function doesAnswer(server: Pick<TrafficServer, 'kind' | 'spec'>): boolean {
  if (kinds[server.kind].fields['backend'] === undefined) return true;
  return answering.some((name) => enabledModule(server.spec, name) !== undefined);
}

/** Like `doesAnswer`, for checks that must not miss an answer: a module that may be enabled counts too. */
export function mayAnswer(server: Pick<TrafficServer, 'kind' | 'spec'>): boolean {
  return doesAnswer(server) || answering.some((name) => activeModule(server.spec, name) !== undefined);
}

const answering = ['backend', 'traffic_policy'];

/** The items of a list that are strings. */
export function textsOf(value: Value | undefined): readonly string[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly Value[]).filter((item) => typeof item === 'string');
}
