import type { Settings } from '../../model/workspace/settings.ts';
import type { Step } from '../../model/plan/step.ts';
import type { PlannedRequest, FilledIn } from '../../model/plan/planned-request.ts';
import { pointerStep } from '../../text/pointer.ts';
import type { Value } from '../../model/value.ts';
import { SecretReference } from '../../model/secret-reference.ts';
import { Secret } from '../../model/secret.ts';

/**
 * The step with the parts of its requests that are filled in when it is applied; everything else in a body is sent
 * exactly as shown. Paths have no such parts, because no object that this API creates occurs in the path of a different
 * one.
 */
export function withFilledIn(step: Step, settings: Pick<Settings, 'marker'>): Step {
  if (step.requests.every(({ body }) => body === undefined)) return step;
  const requests = step.requests.map((request): PlannedRequest => {
    const filledIn = openPlaces(request, settings);
    return filledIn.length === 0 ? request : { ...request, filledIn };
  });
  return { ...step, requests };
}

function openPlaces(
  { method, body = {} }: PlannedRequest,
  { marker }: Pick<Settings, 'marker'>,
): readonly FilledIn[] {
  const found: FilledIn[] = [];
  for (const [name, value] of Object.entries(body)) collect(value, `/${pointerStep(name)}`, found);
  // A create carries our marker; a PATCH that replaces the metadata of an object keeps the one that it has.
  if (method === 'POST' && marker) found.push({ at: '/metadata', with: 'marker' });
  if (method === 'PATCH' && Object.hasOwn(body, 'metadata'))
    found.push({ at: '/metadata', with: 'kept-marker' });
  return found;
}

function collect(value: Value, at: string, found: FilledIn[]): void {
  if (value instanceof SecretReference && value.names.length > 0)
    found.push({ at, with: 'secret', names: value.names });
  else if (value instanceof SecretReference) found.push({ at, with: 'written-secret' });
  else if (value instanceof Secret) found.push({ at, with: 'live-secret' });
  else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) collect(item, `${at}/${pointerStep(key)}`, found);
  }
}
