import type { Plan, Refusal } from '../model/plan/plan.ts';
import { isSilentStep, type Step } from '../model/plan/step.ts';
import type { Json } from '../model/value.ts';
import { hashOf } from '../text/hash.ts';
import { maskedValue } from './forms/masked.ts';

/**
 * Identifies what the plans do and what refuses them: 64 hexadecimal digits. Sentences, times, the serial of the
 * ledger, the base and the version of Edgewright do not count, so two runs with the same result have the same digest.
 */
export function planDigest(plans: readonly Plan[]): string {
  return hashOf(plans.map(contentOf));
}

function contentOf({ environment, lineage, steps, refusals }: Plan): Json {
  return {
    environment,
    lineage,
    steps: steps.filter((step) => !isSilentStep(step)).map(stepContent),
    refusals: refusals.map(refusalContent),
  };
}

function stepContent(step: Step): Json {
  const { action, address, reason, hash, id, edge_id, formerly, liveHash, requests } = step;
  return {
    action,
    address,
    reason: reason.code,
    change: hash,
    object: [edge_id ?? null, id ?? null],
    formerly: formerly ?? null,
    live: liveHash ?? null,
    requests: requests.map(({ method, path, body, filledIn = [] }) => ({
      method,
      path,
      body: body === undefined ? null : maskedValue(body),
      filled_in: filledIn.map((place) => ({ at: place.at, with: place.with, names: place.names ?? [] })),
    })),
  };
}

function refusalContent({ gate, fact, addresses }: Refusal): Json {
  return { gate, code: fact.code, addresses: [...addresses] };
}
