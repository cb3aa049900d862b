/* Making and filling the elements of the page. */

export function element(id: string): HTMLElement {
  return elementOf(id, HTMLElement);
}

export function elementOf<Kind extends HTMLElement>(id: string, type: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`index.html has no such ${id}`);
  return found;
}

export function tag(name: string, text = '', classes = ''): HTMLElement {
  const made = document.createElement(name);
  if (classes !== '') made.className = classes;
  made.textContent = text;
  return made;
}

export function button(text: string, act: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  made.addEventListener('click', act);
  return made;
}

export function link(text: string, to: string): HTMLAnchorElement {
  const made = document.createElement('a');
  made.href = to;
  made.textContent = text;
  return made;
}

/**
 * Replaces the content of an element. What has the focus keeps it, found again by its `data-key`; if it is gone, the
 * next one with a key has it, or the element that is named instead.
 */
export function refill(parent: HTMLElement, content: readonly HTMLElement[], instead?: HTMLElement): void {
  const { activeElement: before } = document;
  const isInside = before instanceof HTMLElement && parent.contains(before);
  const keys = isInside ? keyedIn(parent).map(({ dataset }) => dataset['key']) : [];
  const at = isInside ? keys.indexOf(before.dataset['key']) : -1;
  parent.replaceChildren(...content);
  if (!isInside) return;
  const now = keyedIn(parent);
  const same = now.find(({ dataset }) => dataset['key'] === keys[at]);
  (same ?? now[Math.min(at, now.length - 1)] ?? instead)?.focus();
}

function keyedIn(parent: HTMLElement): readonly HTMLElement[] {
  return [...parent.querySelectorAll<HTMLElement>('[data-key]')];
}

/** Shows a text of a terminal: its codes become classes, and each place of a file that is there becomes a button. */
export function showTerminal(
  parent: HTMLElement,
  text: string,
  { has, go }: { readonly has: (path: string) => boolean; readonly go: (path: string, line: number) => void },
): void {
  const parts = ` \u001b[m${text}`.split(/\u001b\[([\d;]*)m/).slice(1);
  const spans = parts.flatMap((part, index) => {
    if (index % 2 === 0 || part === '') return [];
    const codes = (parts[index - 1] ?? '').replaceAll(/\d+/g, 'sgr-$&').replaceAll(';', ' ');
    const span = tag('span', '', codes);
    for (const word of part.split(/([\w./-]+\.\w+:\d+(?::\d+)?)/)) {
      const [, path = '', line] = /^(.+?):(\d+)(?::\d+)?$/.exec(word) ?? [];
      if (line === undefined || !has(path)) span.append(word);
      else {
        const place = button(word, () => go(path, Number(line)));
        place.className = 'place';
        place.dataset['key'] = `${word} ${index}`;
        span.append(place);
      }
    }
    return [span];
  });
  refill(parent, spans, parent);
}
