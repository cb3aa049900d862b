import type { PlannedRequest } from '../../../model/plan/request.ts';
import { maskedValue } from '../../../derive/forms/masked.ts';
import { filledInText } from '../filled-in-text.ts';
import { inertLine } from '../../text/inert.ts';
import { paragraph, type Page } from './plan-page.ts';

/** A request as it will be sent: the request line, the laid-out body, and the parts filled in later. */
export function requestLines(request: PlannedRequest, page: Page): readonly string[] {
  const { method, path, body, filledIn = [] } = request;
  const line = `    ${page.paint('gutter', inertLine(`${method} ${path}`))}`;
  if (body === undefined) return [line];
  const text = JSON.stringify(maskedValue(body), null, 2).split('\n');
  return [
    line,
    ...text.map((each) => `      ${page.paint('gutter', inertLine(each))}`),
    ...filledIn.flatMap((place) => paragraph(filledInText(place, request), 8, page, '      < ')),
  ];
}
