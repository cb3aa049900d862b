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
    count: element.querySelector('.count'),
    blocks: [...element.querySelectorAll<HTMLElement>('.block')].map((block) => ({
      element: block,
      steps: [...block.children].flatMap((child) => byElement.get(child) ?? []),
    })),
  }));
  const samples = page.querySelectorAll<HTMLElement>('.alike');
  let current: ReadonlySet<PageStep> = new Set(steps);
  return {
    isShown: (step) => current.has(step),
    *show(shown) {
      current = shown;
      // The number of steps folded into a sample is only right while all steps are shown.
      for (const more of samples) more.hidden = shown.size < steps.length;
      for (const { element, count, blocks } of groups) {
        const all = sum(blocks.map((block) => block.steps.length));
        const left = sum(blocks.map((block) => block.steps.filter((step) => shown.has(step)).length));
        element.hidden = left === 0;
        if (count !== null)
          count.textContent =
            left === all ? `${all} ${all === 1 ? 'step' : 'steps'}` : `${left} of ${all} steps`;
        for (const block of blocks) {
          yield;
          showInBlock(block, shown);
        }
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

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
