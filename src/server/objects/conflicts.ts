import { mayCoexist } from '../../derive/forms/identity.ts';
import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import { refusal, type Answer } from '../http/answer.ts';
import { claimants } from '../state/claims.ts';
import type { State, StoredObject } from '../state/state.ts';

/** An object that is about to be stored. */
type Candidate = Pick<StoredObject, 'kind' | 'id' | 'edge_id' | 'spec'>;

/** The error response if the service refuses the object because of another one, or undefined. */
export function conflictOf(state: State, candidate: Candidate): Answer | undefined {
  const { kind, id, spec } = candidate;
  const status = kinds[kind].identity.refusal?.status;
  if (status === undefined) return undefined;
  for (const other of claimants(state.claims, candidate)) {
    const stored = other === id ? undefined : state.objects[kind].get(other);
    if (stored === undefined || mayCoexist(kind, spec, stored.spec)) continue;
    const { message, idName } = words[kind];
    return refusal(status, message, { [idName]: other });
  }
  return undefined;
}

const words: Readonly<Record<KindName, { readonly message: string; readonly idName: string }>> = {
  endpoint: {
    message: 'another endpoint has this url; both must have `pooling_enabled` and the same `bindings`',
    idName: 'endpoint_id',
  },
  'https-route': { message: 'another route of this edge has this `match`', idName: 'route_id' },
  'tls-edge': { message: 'another TLS edge has one of these `hostports`', idName: 'edge_id' },
};
