/* A page is walked with the keys of a keyboard: what Tab reaches, and whether the focus can be seen there. */
import type { Page } from 'playwright-core';

/** What was found on a walk; elements are named by their tag, classes and words. */
export interface Walk {
  /** How many elements a mouse can use. */
  readonly usable: number;
  /** How many of them had the focus. */
  readonly reached: number;
  /** Those that Tab did not reach. */
  readonly missed: readonly string[];
  /** Those that had the focus where it cannot be seen: without a mark, covered, or outside of the window. */
  readonly unseen: readonly string[];
  /** Those that are under a pointer, and neither have the focus nor are in what has it. */
  readonly mouseOnly: readonly string[];
  /** Those that have a place in the order of Tab that is not the one in the text. */
  readonly outOfOrder: readonly string[];
}

/** Defines `walk` in a page, for the elements inside of one. */
const script = (root: string): string => `globalThis.walk = {
  seen: new Set(),
  unseen: [],
  name(element) {
    const classes = [...element.classList].slice(0, 2).map((name) => '.' + name).join('');
    const words = element.getAttribute('aria-label') ?? element.title ?? '';
    return element.tagName.toLowerCase() + classes + ' ' + (words || element.textContent.trim().slice(0, 40));
  },
  isShown(element) {
    const { width, height } = element.getBoundingClientRect();
    return element.checkVisibility({ visibilityProperty: true }) && width > 0 && height > 0 && element.closest('[inert]') === null;
  },
  usable() {
    const natural = 'a[href], button, input, select, textarea, summary, [contenteditable=true], [role=button]';
    return [...document.querySelectorAll(${JSON.stringify(root)} + ' :is(' + natural + ', [tabindex="0"])')]
      .filter((element) => walk.isShown(element) && !element.disabled);
  },
  mouseOnly() {
    const usable = new Set(walk.usable());
    return [...document.querySelectorAll(${JSON.stringify(root)} + ' *')].filter((element) =>
      getComputedStyle(element).cursor === 'pointer' && walk.isShown(element) &&
      getComputedStyle(element.parentElement).cursor !== 'pointer' &&
      element.closest('a, button, input, select, textarea, summary, label, [tabindex="0"], [role=button], [role=option]') === null &&
      ![...element.querySelectorAll('*')].some((inside) => usable.has(inside)));
  },
  isMarked(element) {
    for (let part = element, depth = 0; part !== null && depth < 5; part = part.parentElement, depth++) {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(part);
      if (part !== element && !part.matches(':focus-within')) return false;
      if (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) return true;
      if (part === element && boxShadow !== 'none') return true;
    }
    return false;
  },
  isInView(element) {
    return [...element.getClientRects()].some(({ left, top, width, height }) =>
      [0.02, 0.1, 0.5, 0.9].some((along) => [0.02, 0.1, 0.5, 0.9].some((down) => {
        const hit = document.elementFromPoint(left + width * along, top + height * down);
        return hit !== null && (element === hit || element.contains(hit));
      })));
  },
  step() {
    const element = document.activeElement;
    if (element === null || element === document.body) return 'left';
    if (walk.seen.has(element)) return 'again';
    walk.seen.add(element);
    const isFaint = !element.checkVisibility({ opacityProperty: true });
    if (!walk.isMarked(element) || isFaint || !walk.isInView(element)) walk.unseen.push(walk.name(element));
    return 'next';
  },
  result() {
    const usable = walk.usable();
    const missed = usable.filter((element) => !walk.seen.has(element));
    return {
      usable: usable.length,
      reached: usable.length - missed.length,
      missed: missed.map(walk.name),
      unseen: walk.unseen,
      mouseOnly: walk.mouseOnly().map(walk.name),
      outOfOrder: usable.filter((element) => element.tabIndex > 0).map(walk.name),
    };
  },
}`;

/** Presses a key until the focus leaves the page, or is where it was before, as in a dialog. */
export async function walkWith(key: 'Tab' | 'Shift+Tab', page: Page, root = 'body'): Promise<Walk> {
  // What fades in is seen when it has.
  await page.addStyleTag({ content: '* { transition: none !important; scroll-behavior: auto !important; }' });
  await page.evaluate(script(root));
  for (let presses = 0; presses < 3000; presses++) {
    await page.keyboard.press(key);
    const step = await page.evaluate<string>('walk.step()');
    if (step === 'again' || (step === 'left' && presses > 0)) break;
  }
  return page.evaluate<Walk>('walk.result()');
}

/** Of each kind of element that Tab reaches, the first one: those whose picture is the same without the focus. */
export async function kindsWithoutPicture(
  page: Page,
): Promise<{ readonly kinds: number; readonly same: readonly string[] }> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  // A cursor that blinks is no focus.
  const still = '* { transition: none !important; caret-color: transparent !important; }';
  await page.addStyleTag({ content: `${still} .cm-cursorLayer { display: none !important; }` });
  const seen = new Set<string>();
  const same: string[] = [];
  for (let presses = 0; presses < 500; presses++) {
    await page.keyboard.press('Tab');
    const kind = await page.evaluate<string | null>(kindWithFocus);
    if (kind === null) break;
    if (seen.has(kind)) continue;
    seen.add(kind);
    const [left, top, right, bottom] = await page.evaluate<[number, number, number, number]>(boxOfFocus);
    const [x, y] = [Math.max(0, left - 6), Math.max(0, top - 6)];
    const clip = { x, y, width: Math.min(right + 6, width) - x, height: Math.min(bottom + 6, height) - y };
    const focused = await page.screenshot({ clip });
    await page.evaluate('globalThis.focused = document.activeElement; focused.blur()');
    const blurred = await page.screenshot({ clip });
    await page.evaluate('focused.focus({ preventScroll: true })');
    if (focused.equals(blurred)) same.push(kind);
  }
  return { kinds: seen.size, same };
}

/** Its tag and classes, and the part of the page that it is in. */
const kindWithFocus = `(() => {
  const element = document.activeElement;
  if (element === null || element === document.body) return null;
  const around = element.closest('.VPSidebar, .VPNav, .VPLocalNav, .VPDocAside, .VPContent, header, section');
  return [element.tagName, ...[...element.classList].slice(0, 2), 'in', around?.classList[0] ?? around?.tagName].join(' ');
})()`;

const boxOfFocus = `(() => {
  const { left, top, right, bottom } = document.activeElement.getClientRects()[0];
  return [left, top, right, bottom];
})()`;
