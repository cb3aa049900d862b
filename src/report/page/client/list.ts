import type { PageStep } from './shown-steps.ts';

/** The list of steps: groups of blocks. */
export interface StepList {
  /** Shows these steps only, block by block from the top. */
  readonly show: (shown: ReadonlySet<PageStep>) => Generator;
  readonly isShown: (step: PageStep) => boolean;
}

interface Block {
  readonly element: HTMLElement;
  readonly steps: readonly PageStep[];
}

/** The height of a closed step with its margin, in pixels. */
const stepHeight = 47.5;

export function stepList(page: Document, steps: readonly PageStep[]): StepList {
  const byElement = new Map<Element, PageStep>(steps.map((step) => [step.element, step]));
  const groups = [...page.querySelectorAll<HTMLElement>('.group')].map((element) => ({
    element,
    // What is refused beside steps is shown whatever the filter.
    isKept: element.querySelector('.alarm') !== null,
    blocks: [...element.querySelectorAll<HTMLElement>('.block')].map((block) => ({
      element: block,
      steps: [...block.children].flatMap((child) => byElement.get(child) ?? []),
    })),
  }));
  const folds = [...page.querySelectorAll<HTMLDetailsElement>('.fold')];
  let opened: readonly HTMLDetailsElement[] = [];
  let current: ReadonlySet<PageStep> = new Set(steps);
  return {
    isShown: (step) => current.has(step),
    *show(shown) {
      current = shown;
      const isWhole = shown.size === steps.length;
      for (const { element, blocks, isKept } of groups) {
        element.hidden = !isKept && !blocks.some((block) => block.steps.some((step) => shown.has(step)));
        for (const block of blocks) {
          yield;
          showInBlock(block, shown);
        }
      }
      // What is found in a fold is seen.
      for (const fold of opened) fold.open = false;
      opened = isWhole ? [] : folds.filter(({ open }) => !open);
      for (const fold of folds) {
        if (!isWhole) fold.open = true;
        fold.hidden = [...fold.querySelectorAll<HTMLElement>('.block')].every(({ hidden }) => hidden);
      }
    },
  };
}

/** An empty block is hidden as a whole. The others get the height that they will have when they are laid out. */
function showInBlock({ element, steps }: Block, shown: ReadonlySet<PageStep>): void {
  const left = steps.filter((step) => shown.has(step)).length;
  element.hidden = left === 0;
  if (left === 0) return;
  for (const step of steps) {
    const hidden = !shown.has(step);
    if (step.element.hidden !== hidden) step.element.hidden = hidden;
  }
  element.style.containIntrinsicBlockSize = left === steps.length ? '' : `${left * stepHeight}px`;
}
