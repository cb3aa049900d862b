import type { PlanOrigin } from '../../../model/plan/change.ts';
import { inertLine, inertPath } from '../../text/inert.ts';

/** `(resources/docs.yaml:12:7)`, with the layer if it is not the resource's own spec. */
export function originText({ file, line, column, layer }: PlanOrigin): string {
  const through = layer === undefined ? '' : `, ${inertLine(layer)}`;
  return `(${inertPath(file)}:${line}:${column}${through})`;
}
