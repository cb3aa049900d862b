/** The script of the page of requests: rows appear as requests end, and a button saves one as a test. */
interface EntryRow {
  readonly id: number;
  readonly status: number;
  readonly method: string;
  readonly url: string;
  readonly decided: string;
  readonly milliseconds: number;
  readonly tone: string;
  readonly href: string;
}

const mostRows = 100;
const list = document.querySelector<HTMLElement>('.requests');
const problem = document.querySelector('.problem');
const state = document.getElementById('state');
const waiting = state?.textContent ?? '';
if (list !== null) follow(list, list.dataset['token'] ?? '');
document.addEventListener('click', (event) => void save(event.target));

function follow(rows: HTMLElement, token: string): void {
  const source = new EventSource(`/t/${token}/events`);
  source.addEventListener('request', ({ data }: MessageEvent<string>) => {
    const entry = JSON.parse(data) as EntryRow;
    if (rows.querySelector(`[data-id="${entry.id}"]`) !== null) return;
    rows.prepend(rowOf(entry));
    while (rows.childElementCount > mostRows) rows.lastElementChild?.remove();
  });
  source.addEventListener('problem', ({ data }: MessageEvent<string>) => {
    if (problem !== null) problem.textContent = JSON.parse(data) as string;
  });
  source.addEventListener('open', () => say(waiting));
  source.addEventListener('error', () => say('`edgewright dev` does not answer; it may have ended.'));
}

function say(text: string): void {
  if (state !== null) state.textContent = text;
}

function rowOf({ id, status, method, url, decided, milliseconds, tone, href }: EntryRow): HTMLElement {
  const row = element('li', '');
  row.dataset['id'] = String(id);
  const link = element('a', '');
  link.setAttribute('href', href);
  link.append(element('code', '', `${method} ${url}`));
  const what = element('span', 'what');
  what.append(link);
  const button = element('button', '', 'Save as test');
  button.setAttribute('type', 'button');
  button.dataset['save'] = href;
  row.append(
    element('span', `status ${tone}`, String(status)),
    what,
    element('span', 'by', decided),
    element('span', 'by', `${milliseconds} ms`),
    button,
  );
  return row;
}

function element(tag: string, name: string, text = ''): HTMLElement {
  const made = document.createElement(tag);
  if (name !== '') made.className = name;
  made.textContent = text;
  return made;
}

async function save(target: EventTarget | null): Promise<void> {
  const address = target instanceof HTMLElement ? target.dataset['save'] : undefined;
  const row = target instanceof HTMLElement ? target.closest('li') : null;
  if (address === undefined || row === null) return;
  const response = await fetch(address, { method: 'POST' });
  const text = await response.text();
  const note = row.querySelector('.note') ?? row.appendChild(element('span', 'note'));
  note.className = response.ok ? 'note good' : 'note bad';
  note.textContent = text;
}
