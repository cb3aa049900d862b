/* The elements of what was found, and of what was done. */
import { button, element, link, tag } from './elements.ts';
import { sentences } from './own-files.ts';
import type { Finding } from './protocol.ts';

export function countsOf(some: readonly Finding[]): string {
  const count = (severity: Finding['severity'], word: string): string => {
    const { length } = some.filter((finding) => finding.severity === severity);
    return `${length} ${word}${length === 1 ? '' : 's'}`;
  };
  return `${count('error', 'error')}, ${count('warn', 'warning')}, ${count('info', 'hint')}`;
}

interface Going {
  readonly go: (path: string, offset: number) => void;
  readonly fix: (finding: Finding) => void;
}

/** A file in the list of files, with the number of its findings. */
export function fileItem(
  path: string,
  own: readonly Finding[],
  { open, isOpen }: { open: () => void; isOpen: boolean },
): HTMLElement {
  const worst = own.some(({ severity }) => severity === 'error') ? 'error' : own.length > 0 ? 'warn' : 'none';
  const item = button(path, open);
  item.dataset['key'] = path;
  if (isOpen) item.setAttribute('aria-current', 'true');
  if (own.length > 0) item.append(tag('span', `${own.length}`, worst));
  return listed(item);
}

const severityWords = { error: 'error', warn: 'warning', info: 'hint' } as const;

export function findingItem(finding: Finding, { go, fix }: Going): HTMLElement {
  const { key, path, line, start, severity, rule, url, message, help, fix: offered } = finding;
  const place = button(`${path}:${line}`, () => go(path, start));
  place.className = 'place';
  place.dataset['key'] = `go ${key}`;
  const name = url === undefined ? tag('code', rule) : link(rule, url);
  name.dataset['key'] = `rule ${key}`;
  const head = tag('p');
  head.append(tag('strong', severityWords[severity], severity), ' ', name, ' ', place);
  const item = listed(head, tag('p', message));
  if (help !== undefined) item.append(tag('p', `help: ${help}`, 'dim'));
  if (offered !== undefined) {
    const made = button(`Fix: ${offered.title}`, () => fix(finding));
    made.dataset['key'] = `fix ${key}`;
    item.append(made);
    if (offered.safety === 'unsafe')
      item.append(tag('span', ' to review: it may change what is meant', 'dim'));
  }
  return item;
}

function listed(...content: readonly HTMLElement[]): HTMLElement {
  const item = document.createElement('li');
  item.append(...content);
  return item;
}

/** Says what was done, and what can be done with it. */
export function note(said: readonly string[], actions: readonly HTMLElement[] = []): void {
  const row = tag('p', '', 'actions');
  row.append(
    ...actions,
    button('Close', () => note([])),
  );
  element('note').replaceChildren(...sentences(said), ...(said.length === 0 ? [] : [row]));
}
