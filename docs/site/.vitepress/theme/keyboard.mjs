/*
 * What the theme leaves out for those who have no mouse: its menus close by Escape and when the focus leaves them, the
 * focus returns to what opened them, and nothing is a stop of Tab that does nothing.
 */

/** Menus that are open: what they cover, the button that opened them, and how they are closed. */
const menus = [
  {
    inside: '.VPNav',
    isOpen: () => find('.VPNavBarHamburger.active') !== null,
    opener: '.VPNavBarHamburger',
    close: () => find('.VPNavBarHamburger.active')?.click(),
  },
  {
    inside: '.VPSidebar',
    isOpen: () => find('.VPSidebar.open') !== null,
    opener: '.VPLocalNav .menu',
    close: () => find('.VPBackdrop')?.click(),
  },
  {
    inside: '.VPLocalNavOutlineDropdown',
    isOpen: () => find('.VPLocalNavOutlineDropdown > button.open') !== null,
    opener: '.VPLocalNavOutlineDropdown > button',
    close: () => find('.VPLocalNavOutlineDropdown > button.open')?.click(),
  },
  {
    inside: '.VPNavBarExtra',
    isOpen: () => find('.VPNavBarExtra [aria-expanded=true]') !== null,
    opener: '.VPNavBarExtra .button',
    close: () => find('.VPNavBarExtra [aria-expanded=true]')?.click(),
  },
];

const find = (selector) => document.querySelector(selector);

/** What had the focus before the search. */
let beforeSearch;

export function listenToKeys() {
  // Before the theme hears of it: it closes some menus, and leaves the focus in what is gone.
  document.addEventListener('keydown', onKey, { capture: true });
  document.addEventListener('focusin', onFocus);
  document.addEventListener('click', () => setTimeout(tellState));
}

/** After a page is shown: its sidebar is made again. */
export function tidySidebar() {
  // A group that cannot be folded is a heading, and one with a link has the link.
  for (const item of document.querySelectorAll('.VPSidebarItem > .item')) {
    item.removeAttribute('role');
    item.removeAttribute('tabindex');
  }
  tellState();
}

function onKey(event) {
  setTimeout(tellState);
  if (event.key === ' ' && event.target.matches('.caret')) {
    event.preventDefault();
    event.target.click();
  }
  if (event.key !== 'Escape') return;
  const box = find('.VPLocalSearchBox');
  if (box !== null) returnFromSearch();
  else {
    const menu = menus.find(({ isOpen }) => isOpen());
    if (menu === undefined) return;
    menu.close();
    find(menu.opener)?.focus();
    event.stopPropagation();
  }
}

function onFocus({ target }) {
  const box = target.closest('.VPLocalSearchBox');
  if (box === null) {
    if (find('.VPLocalSearchBox') === null) beforeSearch = target;
    for (const { inside, isOpen, close } of menus) if (isOpen() && target.closest(inside) === null) close();
    return;
  }
  box.setAttribute('role', 'dialog');
  box.setAttribute('aria-modal', 'true');
  box.removeAttribute('aria-expanded');
  box.removeAttribute('aria-haspopup');
  // It would open the first result.
  const back = find('.VPLocalSearchBox .back-button');
  if (back.type !== 'button') {
    back.type = 'button';
    back.addEventListener('click', returnFromSearch);
  }
}

function returnFromSearch() {
  setTimeout(() => beforeSearch?.focus());
}

function tellState() {
  const outline = find('.VPLocalNavOutlineDropdown > button');
  outline?.setAttribute('aria-expanded', String(outline.classList.contains('open')));
  for (const caret of document.querySelectorAll('.VPSidebarItem .caret')) {
    const isFolded = caret.closest('.VPSidebarItem').classList.contains('collapsed');
    caret.setAttribute('aria-expanded', String(!isFolded));
  }
}
