import type { SimulatedOutcome } from './simulation.ts';
import { isUnknownValue } from './unknown.ts';

/** The outcome of a request in short. `from`: a backend, an internal URL or a resource. */
export type GotFact =
  | { readonly code: 'nothing' }
  /** The way of the request is not known to its end. */
  | { readonly code: 'unknown' }
  | { readonly code: 'closed'; readonly by: string; readonly from: string }
  | { readonly code: 'login'; readonly providers: readonly string[] }
  | { readonly code: 'refused'; readonly status?: number; readonly by: string; readonly from: string }
  | { readonly code: 'moved'; readonly status?: number; readonly to: string }
  /** An error of the service, whose status is not documented. */
  | { readonly code: 'failed'; readonly from: string }
  | { readonly code: 'served'; readonly status?: number; readonly from: string };

/** The part of an outcome that a person looks at first. */
export function gotOf(outcome: SimulatedOutcome): GotFact {
  const { connection, login, refusedBy: by, backend, servedBy, forwardedTo, response, request } = outcome;
  if (outcome.lost !== undefined) return { code: 'unknown' };
  if (servedBy === undefined) return { code: 'nothing' };
  const status = typeof outcome.status === 'number' ? { status: outcome.status } : {};
  if (connection === 'refused') return { code: 'closed', by: by ?? 'traffic_policy', from: servedBy };
  if (login !== undefined) return { code: 'login', providers: login.providers };
  if (by !== undefined) return { code: 'refused', ...status, by, from: servedBy };
  const to = response?.headers.get('location')?.[0];
  if (typeof to === 'string') return { code: 'moved', ...status, to };
  const upstream = request === undefined ? undefined : (backend ?? forwardedTo.at(-1));
  if (isUnknownValue(outcome.status) && outcome.status.unknown.isError === true)
    return { code: 'failed', from: upstream ?? servedBy };
  return { code: 'served', ...status, from: upstream ?? servedBy };
}
