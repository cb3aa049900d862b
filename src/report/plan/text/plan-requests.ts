import { maskedValue } from '../../../derive/forms/masked.ts';
import type { PlannedRequest } from '../../../model/plan/planned-request.ts';
import { filledInText } from '../words/filled-in-text.ts';
import { inertLine } from '../../text/inert.ts';
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
