/**
 * The way of a request through one resource as the places that tell ways apart: the rules that match, and the modules
 * and actions that end or forward it.
 */
import type { SimulationEvent, SimulationPlace } from '../../model/traffic/simulation.ts';

export interface TrailStep {
  readonly does: 'matches' | 'ends';
  readonly at: SimulationPlace;
}

export interface WayTrail {
  readonly steps: readonly TrailStep[];
  /** Requests with the same key take the same way. */
  readonly key: string;
}

/** The trail from the moment at which a resource gets the request; undefined if it does not. */
export function trailThrough(address: string, events: readonly SimulationEvent[]): WayTrail | undefined {
  const start = events.findIndex(
    (event) =>
      (event.code === 'selected' && event.address === address) ||
      (event.code === 'forwarded' && event.to === address),
  );
  if (start === -1) return undefined;
  const before = new Set(events.slice(0, start + 1).flatMap((event) => placeOf(event)?.address ?? []));
  return trailOf(events.slice(start + 1).filter((event) => !before.has(placeOf(event)?.address ?? '')));
}

export function trailOf(events: readonly SimulationEvent[]): WayTrail {
  const steps = events.flatMap(stepOf);
  return { steps, key: steps.map(keyOfStep).join('\n') };
}

function placeOf(event: SimulationEvent): SimulationPlace | undefined {
  return 'at' in event ? event.at : undefined;
}

function stepOf(event: SimulationEvent): readonly TrailStep[] {
  if (event.code === 'matched') return [{ does: 'matches', at: event.at }];
  return 'at' in event && ends.has(event.code) ? [{ does: 'ends', at: event.at }] : [];
}

const ends: ReadonlySet<SimulationEvent['code']> = new Set(['ended', 'asked', 'forwarded', 'lost', 'loop']);

/** The same for the same step. */
export function keyOfStep({ does, at: { address, path, inside = [] } }: TrailStep): string {
  return [does, address, ...path, ...inside].join(' ');
}
