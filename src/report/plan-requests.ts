import { maskedValue } from '../derive/masked.ts';
import type { FilledIn, PlannedRequest } from '../model/plan.ts';
import { inertLine } from './inert.ts';
import { paragraph, type Page } from './plan-page.ts';

/** A request as it will be sent: the line, the body laid out, and what is put into it at that moment. */
export function requestLines(
  { method, path, body, filledIn = [] }: PlannedRequest,
  page: Page,
): readonly string[] {
  const line = `    ${page.paint('gutter', inertLine(`${method} ${path}`))}`;
  if (body === undefined) return [line];
  const text = JSON.stringify(maskedValue(body), null, 2).split('\n');
  return [
    line,
    ...text.map((each) => `      ${page.paint('gutter', inertLine(each))}`),
    ...filledIn.flatMap((place) => paragraph(filledInText(place), 8, page, '      < ')),
  ];
}

/** `/oidc/client_secret: the secret SHOP_OIDC`. */
function filledInText({ at, with: what, names = [] }: FilledIn): string {
  switch (what) {
    case 'secret':
      return `${at}: the ${names.length === 1 ? 'secret' : 'secrets'} ${names.join(', ')}`;
    case 'live-secret':
      return `${at}: the secret that is live there now`;
    case 'marker':
      return `${at}: our marker, behind what is shown`;
    case 'kept-marker':
      return `${at}: the marker of the object, if it carries one, behind what is shown`;
  }
}
