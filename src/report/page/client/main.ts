/**
 * The script of the page: tabs for environments, filters for steps, buttons that copy, and everything open for
 * printing. All that concerns every step is done in slices: a page can have ten thousand.
 */
import { choiceOf, fillForm, filterSteps, parametersOf, showCounts } from './filter.ts';
import { stepList } from './list.ts';
import { close, open, searchText, stepsOf, type PageStep } from './shown-steps.ts';
import { createSlices } from './slices.ts';
import { tabsOf } from './tabs.ts';

document.documentElement.classList.add('script');
const steps = stepsOf(document);
const showSteps = stepList(document, steps);
const stepOf = new Map<EventTarget | null, PageStep>(steps.map((step) => [step.element, step]));
const [filtering, opening, reading] = [createSlices(), createSlices(), createSlices()];
const form = document.querySelector<HTMLFormElement>('#filter');
const tabs = tabsOf(document, () => {
  if (form !== null) tabs.current()?.querySelector('.slot')?.append(form);
  filtering.start(apply());
});
const isInTab = ({ element }: PageStep): boolean => tabs.current()?.contains(element) === true;
let writing: ReturnType<typeof setTimeout> | undefined;
let openedToPrint: Iterable<HTMLDetailsElement> = [];
onClick('.tabs', writeAddress);
onClick('#open-all', () => opening.start(eachOf(visible(), open)));
onClick('#close-all', () => opening.start(eachOf(visible(), close)));
onClick('#show-all', () => {
  form?.reset();
  changeFilter();
});
form?.addEventListener('input', changeFilter);
form?.addEventListener('submit', (event) => event.preventDefault());
// This event does not bubble.
document.addEventListener('toggle', ({ target }) => stepOf.get(target)?.fill(), true);
document.addEventListener('click', copy);
addEventListener('hashchange', follow);
// The style shows all environments to a printer.
addEventListener('beforeprint', () => {
  filtering.finish();
  for (const { element, fill } of steps) if (!element.hidden) fill();
  openedToPrint = document.querySelectorAll<HTMLDetailsElement>('details:not([open])');
  for (const details of openedToPrint) details.open = true;
});
addEventListener('afterprint', () => {
  for (const details of openedToPrint) details.open = false;
});
// The environment that needs a person comes first.
const urgent = tabs.panels.find((panel) => panel.classList.contains('urgent'));
tabs.show(urgent ?? tabs.panels[0]);
follow();
// So that the first search finds them read.
setTimeout(() => reading.start(eachOf(steps, searchText)));

function onClick(selector: string, act: () => void): void {
  document.querySelector(selector)?.addEventListener('click', act);
}

function changeFilter(): void {
  filtering.start(apply());
  writeAddress();
}

/** Puts the tab and the filter into the URL. Browsers limit how often it may change, which typing would exceed. */
function writeAddress(): void {
  clearTimeout(writing);
  writing = setTimeout(() => {
    const { name: environment = '' } = tabs.current()?.dataset ?? {};
    const parameters = new URLSearchParams(tabs.panels.length > 1 ? { environment } : {});
    for (const [name, value] of form === null ? [] : parametersOf(form)) parameters.append(name, value);
    const hash = parameters.toString();
    history.replaceState(null, '', location.pathname + location.search + (hash && `#${hash}`));
  }, 250);
}

function visible(): readonly PageStep[] {
  filtering.finish();
  return steps.filter((step) => isInTab(step) && !step.element.hidden);
}

function* eachOf(all: readonly PageStep[], act: (step: PageStep) => unknown): Generator {
  for (const step of all) {
    act(step);
    yield;
  }
}

/** Shows what the form asks for. */
function* apply(): Generator {
  if (form === null) return;
  const own = steps.filter(isInTab);
  const filtered = yield* filterSteps(own, choiceOf(parametersOf(form)));
  showCounts(form, filtered);
  form.querySelector('#shown')?.replaceChildren(`${filtered.shown.size} of ${own.length} steps`);
  const isFound = filtered.shown.size > 0 || own.length === 0;
  tabs.current()?.querySelector('.none')?.toggleAttribute('hidden', isFound);
  yield* showSteps(new Set([...filtered.shown, ...steps.filter((step) => !isInTab(step))]));
}

/** The fragment of the URL is the id of an element or a filter. */
function follow(): void {
  const address = location.hash.slice(1);
  const named = address === '' ? null : document.getElementById(address);
  const parameters = new URLSearchParams(named === null ? address : '');
  const chosen = tabs.panels.find(
    (panel) => panel.contains(named) || panel.dataset['name'] === parameters.get('environment'),
  );
  if (chosen !== tabs.current()) tabs.show(chosen);
  if (named === null && form !== null) fillForm(form, parameters);
  filtering.start(apply());
  const step = stepOf.get(named);
  if (step === undefined) return;
  if (!visible().includes(step)) {
    form?.reset();
    filtering.start(apply());
    filtering.finish();
  }
  open(step);
  step.element.scrollIntoView({ block: 'start' });
  step.element.querySelector('summary')?.focus({ preventScroll: true });
}

/** Copies the text before the button; where a page may not, selects it. */
function copy({ target }: Event): void {
  if (!(target instanceof HTMLButtonElement) || target.parentElement?.className !== 'copy') return;
  const text = target.previousElementSibling;
  if (text === null) return;
  const done = (): void => void (target.textContent = 'Copied');
  const select = (): void => getSelection()?.selectAllChildren(text);
  if (isSecureContext) navigator.clipboard.writeText(text.textContent).then(done, select);
  else select();
}
