import { jsonItems } from '../../text/json/json-access.ts';
import type { JsonObject } from '../../model/value.ts';
import { refusal, type Answer } from '../http/answer.ts';
import { textOf } from './json-access.ts';
import { claimants } from '../state/claims.ts';
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
function duplicateUrl(state: State, candidate: Candidate): Answer | undefined {
  const { spec } = candidate;
  for (const other of rivals(state, candidate)) {
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

function duplicateMatch(state: State, candidate: Candidate): Answer | undefined {
  const [other] = rivals(state, candidate);
  if (other === undefined) return undefined;
  return refusal(400, 'another route of this edge has this `match`', { route_id: other.id });
}

/** The other objects that serve the same. */
function rivals(state: State, candidate: Candidate): readonly StoredObject[] {
  const { kind, id } = candidate;
  return claimants(state.claims, candidate).flatMap((other) =>
    other === id ? [] : (state.objects[kind].get(other) ?? []),
  );
}

function isPooled(spec: JsonObject): boolean {
  return spec['pooling_enabled'] === true;
}

function bindingsOf({ bindings }: JsonObject): string {
  const list = jsonItems(bindings).length > 0 ? jsonItems(bindings) : ['public'];
  return [...new Set(list.map((binding) => textOf(binding)))].sort().join(' ');
}
