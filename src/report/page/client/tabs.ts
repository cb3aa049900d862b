/** The environments of a page, one of which is shown: behind tabs if there are several. */
export interface Tabs {
  readonly panels: readonly HTMLElement[];
  readonly current: () => HTMLElement | undefined;
  readonly show: (panel: HTMLElement | undefined) => void;
}

/** Makes tabs of the links to the environments. */
export function tabsOf(page: Document, changed: () => void): Tabs {
  const links = [...page.querySelectorAll<HTMLAnchorElement>('.tabs a')];
  const panels = [...page.querySelectorAll<HTMLElement>('.environment')];
  let current = panels[0];
  const show = (panel: HTMLElement | undefined): void => {
    if (panel === undefined || links.length === 0) return;
    current = panel;
    for (const [index, link] of links.entries()) {
      link.ariaSelected = String(panels[index] === panel);
      link.tabIndex = panels[index] === panel ? 0 : -1;
    }
    for (const other of panels) other.hidden = other !== panel;
    changed();
  };
  for (const [index, link] of links.entries()) {
    const panel = panels[index];
    link.role = 'tab';
    link.parentElement?.setAttribute('role', 'presentation');
    link.closest('ul')?.setAttribute('role', 'tablist');
    panel?.setAttribute('role', 'tabpanel');
    link.addEventListener('click', (event) => {
      event.preventDefault();
      show(panel);
    });
    link.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1, Home: -index, End: links.length - 1 - index }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const next = links[(index + step + links.length) % links.length];
      next?.focus();
      next?.click();
    });
  }
  return { panels, current: () => current, show };
}
