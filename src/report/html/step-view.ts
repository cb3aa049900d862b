import type { FindingData, RequestData, StepData } from './data.ts';
import { changeView, sourceView } from './change-view.ts';
import { h, type Content } from './element.ts';

/** The inside of a step. The same on the page as it is written and where the browser makes it when it is opened. */
export function stepView({ facts, exposure, changes, findings, waysOut, requests }: StepData): Content {
  return h('div', 'body', [
    ...(exposure.length === 0 ? [] : [list('risk', exposure)]),
    ...facts.map((fact) => h('p', 'fact', fact)),
    ...findings.map(findingView),
    ...changes.map(changeView),
    ...(waysOut.length === 0 ? [] : [h('p', 'label', 'Ways out'), list('ways', waysOut)]),
    ...requests.map(requestView),
  ]);
}

export function findingView({ severity, rule, message, help, at }: FindingData): Content {
  const word = severity === 'warn' ? 'warning' : severity;
  return h('div', `finding ${severity}`, [
    h('p', {}, [h('strong', {}, word), ' ', h('code', {}, rule), ' ', sourceView(at)]),
    h('p', {}, message),
    ...(help === undefined ? [] : [h('p', 'dim', help)]),
  ]);
}

function list(name: string, items: readonly string[]): Content {
  return h(
    'ul',
    name,
    items.map((item) => h('li', {}, item)),
  );
}

function requestView({ line, body, filledIn }: RequestData): Content {
  const head = h('code', {}, line);
  if (body === undefined) return h('p', 'request', head);
  return h('details', 'request', [
    h('summary', {}, [head, h('span', 'dim', ' with its body')]),
    h(
      'pre',
      { tabindex: 0, role: 'region', 'aria-label': `body of ${line}` },
      JSON.stringify(body, undefined, 2),
    ),
    ...(filledIn.length === 0 ? [] : [list('filled', filledIn)]),
  ]);
}
