import { readExposure, type ExposureFact } from '../../model/facts/exposure.ts';
import type { JsonObject } from '../../model/value.ts';
import type { SavedPlan } from './document.ts';

/** The first fact of a document that this version does not know, as a JSON pointer into it; undefined: it knows all. */
export function unknownFact({ steps }: SavedPlan): string | undefined {
  for (const [index, { exposure, exposure_not_judged, weakened }] of steps.entries()) {
    const lists = { 'exposure/reasons': exposure?.reasons, exposure_not_judged, weakened };
    for (const [name, facts = []] of Object.entries(lists)) {
      const bad = facts.findIndex((fact) => readExposure(fact) === undefined);
      if (bad >= 0) return `/plans/0/steps/${index}/${name}/${bad}`;
    }
  }
  return undefined;
}

/** By code and data: a sentence in a document is never trusted. */
export function exposureFacts(stated: readonly JsonObject[]): readonly ExposureFact[] {
  return stated.flatMap((fact) => readExposure(fact) ?? []);
}
