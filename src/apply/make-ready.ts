import { drawNonce, withMarker } from '../derive/forms/marker.ts';
import { bodyText } from '../derive/secrets/body-text.ts';
import type { Env } from '../model/io.ts';
import type { Marker } from '../model/live.ts';
import type { Plan } from '../model/plan/plan.ts';
import type { Step } from '../model/plan/step.ts';
import type { SecretLookup } from '../model/secret.ts';
import type { Json } from '../model/value.ts';
import type { Address } from '../model/workspace/address.ts';
import type { Ready } from './apply-run.ts';
import { addressHash } from '../derive/forms/owner-id.ts';

interface RequestInputs {
  readonly secrets: SecretLookup;
  readonly env: Env;
  /** The owner in the markers of created objects; undefined: they get none. */
  readonly owner: string | undefined;
  /** Nonces that were drawn before. */
  readonly ops?: ReadonlyMap<Address, string> | undefined;
}

/** A step ready to be sent, or the names of its missing secrets. A missing secret is never just left out. */
export type ReadyResult =
  | { readonly ready: Ready }
  | { readonly step: Step; readonly missing: readonly string[] };

/** Builds the final text of all bodies before any request is sent. There is none for a `keep` step. */
export function makeReady(
  plan: Plan,
  { secrets, env, owner, ops }: RequestInputs,
): ReadonlyMap<Step, ReadyResult> {
  const made = new Map<Step, ReadyResult>();
  for (const step of plan.steps) {
    // An unchanged object needs nothing, and most are unchanged.
    if (step.action === 'keep') continue;
    const op = ops?.get(step.address) ?? drawNonce(env);
    const planned = step.requests[0]?.body;
    const body = planned === undefined ? undefined : bodyText(planned, secrets);
    if (body !== undefined && 'missing' in body) made.set(step, { step, missing: body.missing });
    else if (body === undefined) made.set(step, { ready: { step, op, body } });
    else {
      const address = addressHash(step.address);
      const isMarked = step.action === 'create' && owner !== undefined;
      const text = isMarked ? withMarkerIn(body.text, { owner, address, op }) : body.text;
      made.set(step, { ready: { step, op, body: text } });
    }
  }
  return made;
}

/**
 * Adds a marker to the metadata of a body. Plans have only the user's own metadata: apply adds the marker of a create,
 * with the op drawn here, and keeps the marker when a PATCH replaces the metadata.
 */
export function withMarkerIn(body: string, marker: Marker): string {
  const spec = JSON.parse(body) as Record<string, Json>;
  const { metadata } = spec;
  return JSON.stringify({
    ...spec,
    metadata: withMarker(typeof metadata === 'string' ? metadata : undefined, marker),
  });
}

/** A PATCH body that keeps the object's marker. */
export function keepingMarker(body: string, marker: Marker | undefined): string {
  return marker === undefined ? body : withMarkerIn(body, marker);
}
