/** The environments of a page, one of which is shown: behind tabs if there are several. */
export interface Tabs {
  readonly panels: readonly HTMLElement[];
  readonly current: () => HTMLElement | undefined;
  readonly show: (panel: HTMLElement) => void;
  /** Shows all of them, for a printer. */
  readonly showAll: () => void;
}

export function tabsOf(page: Document, isShown: () => void): Tabs {
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
