import type { SourceLink } from '../../findings/source-link.ts';
import type { FindingData, RequestData, StepData } from './data/data.ts';
import { changeView, sourceView } from './change-view.ts';
import { h, type Content } from './element.ts';
import { prose } from './prose.ts';

/** The inside of a step. The same on the page as it is written and where the browser makes it when it is opened. */
export function stepView(
  { reason, at, hash, facts, exposure, changes, findings, remedies, heading, requests }: StepData,
  link: SourceLink,
): Content {
  return h('div', 'body', [
    h('p', 'reason', [
      prose(reason),
      ...(at === undefined ? [] : [' ', sourceView(at, link)]),
      ...(hash === '' ? [] : [' ', h('span', 'hash', `change ${hash}`)]),
    ]),
    ...(exposure.length === 0 ? [] : [list('risk', exposure)]),
    ...(facts.length === 0 ? [] : [list('facts', facts)]),
    ...findings.map((finding) => findingView(finding, link)),
    ...changes.map((change) => changeView(change, link)),
    ...(remedies.length === 0 ? [] : [h('p', 'label', heading), list('ways', remedies)]),
    ...requests.map(requestView),
  ]);
}

export function findingView({ severity, rule, message, help, at }: FindingData, link: SourceLink): Content {
  const word = severity === 'warn' ? 'warning' : severity;
  return h('div', `finding ${severity}`, [
    h('p', {}, [h('strong', {}, word), ' ', h('code', {}, rule), ' ', sourceView(at, link)]),
    h('p', {}, prose(message)),
    ...(help === undefined ? [] : [h('p', 'dim', prose(help))]),
  ]);
}

function list(name: string, items: readonly string[]): Content {
  return h(
    'ul',
    name,
    items.map((item) => h('li', {}, prose(item))),
  );
}

function requestView({ line, body, filledIn }: RequestData): Content {
  const head = h('code', {}, line);
  if (body === undefined) return h('p', 'request', head);
  return h('details', 'request', [
    h('summary', {}, [head, h('span', 'dim', ' with its body')]),
    h(
      'pre',
      { tabindex: 0, role: 'group', 'aria-label': `body of ${line}` },
      JSON.stringify(body, undefined, 2),
    ),
    ...(filledIn.length === 0 ? [] : [list('filled', filledIn)]),
  ]);
}
