import { maskedValue } from '../../../derive/forms/masked.ts';
import type { PlanOrigin } from '../../../model/plan/change.ts';
import type { PlannedRequest } from '../../../model/plan/step.ts';
import { filledInText } from '../step-view.ts';
import { inertLine, inertPath } from '../../text/inert.ts';
import { type Page, paragraph } from '../../text/text-page.ts';

/** A request as it will be sent: the request line, the laid-out body, and the parts filled in later. */
export function requestLines(request: PlannedRequest, page: Page): readonly string[] {
  const { method, path, body, filledIn = [] } = request;
  const line = `    ${page.paint('gutter', inertLine(`${method} ${path}`))}`;
  if (body === undefined) return [line];
  const text = JSON.stringify(maskedValue(body), null, 2).split('\n');
  return [
    line,
    ...text.map((requestLine) => `      ${page.paint('gutter', inertLine(requestLine))}`),
    ...filledIn.flatMap((place) => paragraph(filledInText(place, request), 8, page, '      < ')),
  ];
}

/** `(resources/docs.yaml:12:7)`, with the layer if it is not the resource's own spec. */
export function originText({ file, line, column, layer }: PlanOrigin): string {
  const through = layer === undefined ? '' : `, ${inertLine(layer)}`;
  return `(${inertPath(file)}:${line}:${column}${through})`;
}
