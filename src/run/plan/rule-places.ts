import { locateInResource } from '../../lint/locate/in-resource.ts';
import type { CompiledResource, Desired } from '../../model/desired.ts';
import type { ExposureFact } from '../../model/facts/exposure.ts';
import type { Step } from '../../model/plan/step.ts';
import { lineColumn } from '../../text/line-column.ts';
import { parseJsonPointer } from '../../text/pointer.ts';

/** The steps with the places in the files of the rules that let requests in. */
export function withRulePlaces(
  steps: readonly Step[],
  desired: readonly (CompiledResource | Desired)[],
): readonly Step[] {
  // A rollback has no files.
  const written = desired.filter((one) => 'written' in one);
  const resources = new Map<string, CompiledResource>(written.map((one) => [one.address, one]));
  return steps.map((step) => {
    const { exposure, address } = step;
    const resource = resources.get(address);
    if (exposure === undefined || resource === undefined) return step;
    return {
      ...step,
      exposure: { ...exposure, reasons: exposure.reasons.map((reason) => placed(reason, resource)) },
    };
  });
}

function placed(reason: ExposureFact, resource: CompiledResource): ExposureFact {
  if (reason.code !== 'let-in' || reason.rule === undefined) return reason;
  const [field = '', ...inside] = parseJsonPointer(reason.rule, () => true);
  const isValue = inside[0] === 'value';
  const { place } = locateInResource(resource, {
    path: isValue ? [field, 'value'] : [field],
    inside: isValue ? inside.slice(1) : inside,
  });
  const { line, column } = lineColumn(place.source, place.start);
  return { ...reason, at: `${place.source.path}:${line}:${column}` };
}
