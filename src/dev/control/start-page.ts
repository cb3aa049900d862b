/** The first page: what the environment serves, and how it is opened here. */
import { h, htmlText, itemList, type Content } from '../../report/page/html-content.ts';
import { inertLine } from '../../report/text/inert.ts';
import type { DevServing } from '../dev-serving.ts';
import { devPage, type DevPage } from './dev-page.ts';
import { servedUrls, type ServedUrl } from './served-urls.ts';

export function startPage(dev: DevServing, { hasToken }: { readonly hasToken: boolean }): DevPage {
  const site = dev.site();
  const port = dev.port();
  const urls = servedUrls(site, port);
  const title = `${site.environment} on this machine`;
  const [first] = urls.flatMap(({ local, url }) => (local === undefined ? [] : [url.replace(/\*$/, '')]));
  const requests: Content = hasToken
    ? h('a', { href: `/t/${dev.token}/requests` }, 'Last requests')
    : 'The terminal shows the address of the last requests.';
  const content: readonly Content[] = [
    h('header', {}, [
      h('h1', {}, title),
      h('p', 'provenance', 'edgewright dev: the files as an edge. Nothing is sent to the API.'),
      h('nav', {}, [requests]),
      ...(hasToken ? [forgetChoices(dev.token)] : []),
    ]),
    h('main', {}, [
      h('p', { class: 'problem', role: 'status' }, dev.problem() ?? ''),
      h('h2', {}, `${urls.length} ${urls.length === 1 ? 'URL' : 'URLs'}`),
      itemList('urls', urls.map(urlRow)),
      ...(first === undefined || !first.includes('://')
        ? []
        : [h('h2', {}, 'From a terminal'), h('pre', {}, curlLines(first, dev).join('\n'))]),
    ]),
  ];
  return devPage({ title, body: [htmlText(content)], allow: { 'form-action': "'self'" } });
}

/** A person who wants to be another one, or other facts, is asked again. */
function forgetChoices(token: string): Content {
  return h('form', { method: 'post', action: `/t/${token}/forget` }, [
    h('button', { type: 'submit' }, 'Forget all logins and facts'),
  ]);
}

function urlRow({ url, local, address, protection, note }: ServedUrl): Content {
  const name = inertLine(url);
  const guard = protection.length === 0 ? 'open' : protection.join(', ');
  return [
    h(
      'span',
      'what',
      local === undefined ? h('code', {}, name) : h('a', { href: local }, h('code', {}, name)),
    ),
    h('span', 'guard', inertLine(address)),
    h(
      'span',
      note === undefined && protection.length === 0 ? 'guard none' : 'guard',
      inertLine(note ?? guard),
    ),
  ];
}

function curlLines(url: string, dev: Pick<DevServing, 'port' | 'place'>): readonly string[] {
  const { name, address } = dev.place;
  const port = dev.port();
  const [, host = '', path = '/'] = /^https?:\/\/([^/]+)(.*)$/.exec(url) ?? [];
  return [
    `curl -H 'host: ${host}' http://${name}:${port}${path}`,
    `curl --resolve ${host}:${port}:${address} http://${host}:${port}${path}`,
  ];
}
