import type { SourceLink } from '../../findings/source-link.ts';
import type { FindingData, RequestData, StepData, WayData } from './data/data.ts';
import { changeView, sourceView } from './change-view.ts';
import { h, type Content } from './element.ts';
import { prose } from './prose.ts';

/** The body of a step, used both when the page is written and by its script. */
export function stepBody(data: StepData, link: SourceLink): Content {
  const { at, hash, refused, exposure, facts, changes, sides, findings, approvals, ways, heading, requests } =
    data;
  return h('div', 'body', [
    ...(at === undefined && hash === ''
      ? []
      : [
          h('p', 'reason', [
            ...(at === undefined ? [] : [sourceView(at, link), ' ']),
            ...(hash === '' ? [] : [h('span', 'hash', `change ${hash}`)]),
          ]),
        ]),
    ...(refused.length === 0
      ? []
      : [
          list(
            'risk',
            refused.map((text) => `REFUSED: ${text}`),
          ),
        ]),
    ...(exposure.length === 0 ? [] : [list('risk', exposure)]),
    ...(facts.length === 0 ? [] : [list('facts', facts)]),
    ...findings.map((finding) => findingView(finding, link)),
    ...changes.map((change) => changeView(change, sides, link)),
    ...(approvals.length === 0
      ? []
      : [h('p', 'label', 'Approve it'), ...approvals.map((text) => yamlBlock(text, 'approval to commit'))]),
    ...(ways.length === 0 ? [] : [h('p', 'label', heading), h('ul', 'ways', ways.map(wayView))]),
    ...requests.map(requestView),
  ]);
}

function wayView({ lead, command, document }: WayData): Content {
  return h('li', {}, [
    prose(command === undefined && document === undefined ? lead : `${lead}: `),
    ...(command === undefined ? [] : [h('code', {}, command)]),
    ...(document === undefined
      ? []
      : ['commit an approval', yamlBlock(document, `approval to commit: ${lead}`)]),
  ]);
}

function yamlBlock(text: string, label: string): Content {
  return h('pre', { tabindex: 0, role: 'group', 'aria-label': label }, text);
}

export function findingView(
  { severity, rule, message, help, url, at }: FindingData,
  link: SourceLink,
): Content {
  const word = severity === 'warn' ? 'warning' : severity;
  const code = h('code', {}, rule);
  const id = url === undefined ? code : h('a', { href: url, rel: 'noopener noreferrer' }, code);
  return h('div', `finding ${severity}`, [
    h('p', {}, [h('strong', {}, word), ' ', id, ' ', sourceView(at, link)]),
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
