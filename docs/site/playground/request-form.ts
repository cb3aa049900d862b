/* The form of one request. */
import { button, element, refill, tag } from './elements.ts';
import type { Report, TypedRequest } from './protocol.ts';

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const names = ['method', 'url', 'headers', 'body', 'ip', 'country', 'login', 'facts'] as const;
const inputs = names.map((name) => [name, element(name) as Input] as const);

/** What is typed; undefined without a URL. */
export function typedRequest(): TypedRequest | undefined {
  const given = inputs.flatMap(([name, { value }]) => (value.trim() === '' ? [] : [[name, value] as const]));
  const { method = 'GET', url, ...more } = Object.fromEntries(given) as Partial<TypedRequest>;
  return url === undefined ? undefined : { method, url, ...more };
}

export function fillRequest(request: TypedRequest): void {
  for (const [name, input] of inputs) input.value = request[name] ?? (name === 'method' ? 'GET' : '');
  const { method: _method, url: _url, ...more } = request;
  if (Object.keys(more).length > 0) element('request').querySelector('details')?.setAttribute('open', '');
}

/** Calls back when a request is to be traced. */
export function onRequest(trace: () => void): void {
  element('request').addEventListener('submit', (event) => {
    event.preventDefault();
    trace();
  });
  element('request').addEventListener('change', trace);
}

/** The requests that the plan names, each as a button that traces it; and the URLs to choose from. */
export function showRequests(
  { witnesses, urls }: Pick<Report, 'witnesses' | 'urls'>,
  trace: () => void,
): void {
  const items = witnesses.map(({ label, told, request }) => {
    const item = tag('li');
    const made = button(`Trace ${label}`, () => {
      fillRequest(request);
      trace();
    });
    made.dataset['key'] = label;
    item.append(made, tag('span', ` ${told}`));
    return item;
  });
  refill(element('witnesses'), items, element('url'));
  element('urls').replaceChildren(...urls.map((url) => new Option(url)));
}
