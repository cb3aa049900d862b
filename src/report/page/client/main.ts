/**
 * The script of the page: tabs for environments, filters for steps, buttons that copy, and everything open for
 * printing. All that concerns every step is done in slices: a page can have ten thousand.
 */
import {
  filterSteps,
  formFields,
  hashAddress,
  read,
  showCounts,
  wantedOf,
  write,
  type FilterChoice,
  type FormFields,
} from './filter.ts';
import { stepList } from './list.ts';
import { close, fill, open, searchText, stepsOf, type PageStep } from './shown-steps.ts';
import { createSlices } from './slices.ts';

document.documentElement.classList.add('script');
const steps = stepsOf(document);
const list = stepList(document, steps);
const stepOf = new Map<EventTarget | null, PageStep>(steps.map((step) => [step.element, step]));
const filtering = createSlices();
const opening = createSlices();
const reading = createSlices();
const form = document.getElementById('filter');
const fields = form instanceof HTMLFormElement ? formFields(form) : undefined;
const tabs = tabsOf(document, () => {
  if (form !== null) tabs.current()?.querySelector('.slot')?.append(form);
  filtering.start(apply());
});
document.querySelector('.tabs')?.addEventListener('click', writeAddress);
let writing: ReturnType<typeof setTimeout> | undefined;
if (form !== null && fields !== undefined) start(form, fields);
// This event does not bubble.
document.addEventListener('toggle', ({ target }) => fillStep(stepOf.get(target)), true);
document.addEventListener('click', copy);
addEventListener('hashchange', follow);
openForPrinters();
const first = tabs.panels.find(isUrgent) ?? tabs.panels[0];
if (tabs.panels.length > 1 && first !== undefined) tabs.show(first);
follow();
// So that the first search finds them read.
setTimeout(() => reading.start(eachOf(steps, searchText)));

function start(filter: HTMLElement, of: FormFields): void {
  filter.addEventListener('input', () => {
    filtering.start(apply());
    writeAddress();
  });
  filter.addEventListener('submit', (event) => event.preventDefault());
  filter.addEventListener('reset', (event) => {
    event.preventDefault();
    of.search.value = '';
    write(of, wantedOf(''));
    filtering.start(apply());
    writeAddress();
  });
  document
    .getElementById('open-all')
    ?.addEventListener('click', () => opening.start(eachOf(visible(), open)));
  document.getElementById('close-all')?.addEventListener('click', () => {
    opening.start(eachOf(visible(), close));
  });
}

/** The environment that needs a person. */
function isUrgent(panel: HTMLElement): boolean {
  return panel.querySelector('.badge.refused, .badge.blocked') !== null;
}

/** Puts the tab and the filter into the URL. Browsers limit how often it may change, which typing would exceed. */
function writeAddress(): void {
  clearTimeout(writing);
  writing = setTimeout(() => {
    const hash = hashAddress(choice());
    history.replaceState(null, '', hash === '' ? location.pathname + location.search : `#${hash}`);
  }, 250);
}

function choice(): FilterChoice {
  const { values, words } = fields === undefined ? wantedOf('') : read(fields);
  const environment = steps.find(isInTab)?.facets()['environment'] ?? [];
  return {
    values: tabs.panels.length > 1 ? new Map([['environment', new Set(environment)], ...values]) : values,
    words,
  };
}

function isInTab({ element }: PageStep): boolean {
  return tabs.panels.length < 2 || tabs.current()?.contains(element) === true;
}

function visible(): readonly PageStep[] {
  filtering.finish();
  return steps.filter((step) => isInTab(step) && list.isShown(step));
}

function* eachOf(all: readonly PageStep[], act: (step: PageStep) => unknown): Generator {
  for (const step of all) {
    act(step);
    yield;
  }
}

/** Shows what the form asks for. */
function* apply(): Generator {
  if (fields === undefined) return;
  const own = steps.filter(isInTab);
  const filtered = yield* filterSteps(own, read(fields));
  showCounts(fields, filtered);
  const shown = document.getElementById('shown');
  if (shown !== null) shown.textContent = `${filtered.shown.size} of ${own.length} steps`;
  const none = tabs.current()?.querySelector<HTMLElement>('.none');
  if (none !== null && none !== undefined) none.hidden = filtered.shown.size > 0 || own.length === 0;
  yield* list.show(new Set([...filtered.shown, ...steps.filter((step) => !isInTab(step))]));
}

/** The fragment of the URL is the id of an element or a filter. */
function follow(): void {
  const address = location.hash.slice(1);
  const named = address === '' ? null : document.getElementById(address);
  const panel = named?.closest<HTMLElement>('.environment') ?? undefined;
  if (panel !== undefined && panel !== tabs.current()) tabs.show(panel);
  if (named === null && fields !== undefined) {
    const { values, words } = wantedOf(address);
    const [environment] = values.get('environment') ?? [];
    const wanted = steps.find((step) => step.facets()['environment']?.[0] === environment);
    const other = tabs.panels.find((one) => wanted !== undefined && one.contains(wanted.element));
    if (other !== undefined && other !== tabs.current()) tabs.show(other);
    write(fields, { values, words });
  }
  filtering.start(apply());
  const step = stepOf.get(named);
  if (step === undefined) return;
  filtering.finish();
  if (!list.isShown(step) && fields !== undefined) {
    write(fields, wantedOf(''));
    filtering.start(apply());
    filtering.finish();
  }
  open(step);
  step.element.scrollIntoView({ block: 'start' });
  step.element.querySelector('summary')?.focus({ preventScroll: true });
}

function fillStep(step: PageStep | undefined): void {
  if (step !== undefined) fill(step);
}

/** Copies what stands before the button; where a page may not, selects it. */
function copy({ target }: Event): void {
  if (!(target instanceof HTMLButtonElement) || target.parentElement?.className !== 'copy') return;
  const text = target.previousElementSibling;
  if (text === null) return;
  const done = (): void => void (target.textContent = 'Copied');
  const select = (): void => getSelection()?.selectAllChildren(text);
  if (isSecureContext) navigator.clipboard.writeText(text.textContent).then(done, select);
  else select();
}

function openForPrinters(): void {
  let closed: readonly HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    tabs.showAll();
    filtering.finish();
    steps.filter(list.isShown).forEach(fill);
    closed = [...document.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
    for (const details of closed) details.open = true;
  });
  addEventListener('afterprint', () => {
    for (const details of closed) details.open = false;
    closed = [];
    const current = tabs.current();
    if (tabs.panels.length > 1 && current !== undefined) tabs.show(current);
  });
}

/** The environments of a page, one of which is shown: behind tabs if there are several. */
interface Tabs {
  readonly panels: readonly HTMLElement[];
  readonly current: () => HTMLElement | undefined;
  readonly show: (panel: HTMLElement) => void;
  /** Shows all of them, for a printer. */
  readonly showAll: () => void;
}

function tabsOf(page: Document, isShown: () => void): Tabs {
  const list = page.querySelector('.tabs');
  const panels = [...page.querySelectorAll<HTMLElement>('.environment')];
  const links = [...(list?.querySelectorAll('a') ?? [])];
  let current = panels[0];
  const show = (panel: HTMLElement): void => {
    current = panel;
    for (const [index, link] of links.entries()) {
      const isCurrent = panels[index] === panel;
      link.setAttribute('aria-selected', String(isCurrent));
      link.tabIndex = isCurrent ? 0 : -1;
    }
    for (const one of panels) one.hidden = one !== panel;
    isShown();
  };
  if (links.length > 0) list?.setAttribute('role', 'tablist');
  for (const [index, link] of links.entries()) {
    const panel = panels[index];
    if (panel === undefined) continue;
    link.id = `tab-${index}`;
    link.setAttribute('role', 'tab');
    link.setAttribute('aria-controls', panel.id);
    link.parentElement?.setAttribute('role', 'presentation');
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', link.id);
    link.addEventListener('click', (event) => {
      event.preventDefault();
      show(panel);
    });
    link.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1, Home: -index, End: links.length - 1 - index }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const to = (index + step + links.length) % links.length;
      links[to]?.focus();
      links[to]?.click();
    });
  }
  return {
    panels,
    current: () => current,
    show,
    showAll: () => {
      for (const panel of panels) panel.hidden = false;
    },
  };
}
