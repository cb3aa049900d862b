import { locateInResource } from '../../lint/locate/in-resource.ts';
import type { CompiledResource, Desired } from '../../model/desired.ts';
import type { ExposureFact, ExposureLoss } from '../../model/facts/exposure.ts';
import type { Step } from '../../model/plan/step.ts';
import { lineColumn } from '../../text/line-column.ts';
import { parseJsonPointer } from '../../text/pointer.ts';

/** The steps with the places in the files of the rules that let requests in. */
export function withRulePlaces(
  steps: readonly Step[],
  desired: readonly (CompiledResource | Desired)[],
): readonly Step[] {
  // A rollback has no files.
  const written = desired.filter((resource) => 'written' in resource);
  const resources = new Map<string, CompiledResource>(
    written.map((resource) => [resource.address, resource]),
  );
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
  if (reason.code === 'handover') {
    const isOwn = reason.to === resource.address;
    return isOwn ? { ...reason, lost: reason.lost.map((loss) => placedLoss(loss, resource)) } : reason;
  }
  return placedLoss(reason, resource);
}

function placedLoss(loss: ExposureLoss, resource: CompiledResource): ExposureLoss {
  if (loss.code !== 'let-in' || loss.rule === undefined) return loss;
  const [field = '', ...inside] = parseJsonPointer(loss.rule, () => true);
  const isValue = inside[0] === 'value';
  const { place } = locateInResource(resource, {
    path: isValue ? [field, 'value'] : [field],
    inside: isValue ? inside.slice(1) : inside,
  });
  const { source, start } = place;
  const { line, column } = lineColumn(source, start);
  const [text = ''] = source.text.slice(start - column + 1).split(/\r?\n/, 1);
  return { ...loss, at: `${source.path}:${line}:${column}`, line: text };
}
