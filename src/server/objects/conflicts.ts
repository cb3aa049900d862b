import { jsonItems } from '../../text/json/json-access.ts';
import type { JsonObject } from '../../model/value.ts';
import { refusal, type Answer } from '../http/answer.ts';
import { textOf } from './json-access.ts';
import type { State, StoredObject } from '../state/state.ts';

/** An object that is about to be stored. */
type Candidate = Pick<StoredObject, 'kind' | 'id' | 'edge_id' | 'spec'>;

/** The error response if the object conflicts with another one, or undefined. */
export function conflictOf(state: State, candidate: Candidate): Answer | undefined {
  switch (candidate.kind) {
    case 'endpoint':
      return duplicateUrl(state, candidate);
    case 'https-route':
      return duplicateMatch(state, candidate);
    case 'tls-edge':
      return undefined;
  }
}

/** A URL is served only once, unless all endpoints that serve it are pooled and have the same bindings. */
function duplicateUrl(state: State, { id, spec }: Candidate): Answer | undefined {
  for (const other of state.objects.endpoint.values()) {
    if (other.id === id || other.spec['url'] !== spec['url']) continue;
    if (isPooled(spec) && isPooled(other.spec) && bindingsOf(spec) === bindingsOf(other.spec)) continue;
    return refusal(
      409,
      'another endpoint has this url; both must have `pooling_enabled` and the same `bindings`',
      {
        endpoint_id: other.id,
      },
    );
  }
  return undefined;
}

function duplicateMatch(state: State, { id, edge_id, spec }: Candidate): Answer | undefined {
  for (const other of state.objects['https-route'].values()) {
    if (other.id === id || other.edge_id !== edge_id || other.spec['match'] !== spec['match']) continue;
    return refusal(400, 'another route of this edge has this `match`', { route_id: other.id });
  }
  return undefined;
}

function isPooled(spec: JsonObject): boolean {
  return spec['pooling_enabled'] === true;
}

function bindingsOf({ bindings }: JsonObject): string {
  const list = jsonItems(bindings).length > 0 ? jsonItems(bindings) : ['public'];
  return [...new Set(list.map((binding) => textOf(binding)))].sort().join(' ');
}
