import { groupBy } from '../../../text/lists/group-by.ts';
import type { PageStep } from './shown-steps.ts';

/** The height of a closed step with its margin, in pixels. */
const stepHeight = 47.5;

/** Shows some of the steps only, block by block from the top. The style hides groups and folds without a block. */
export function stepList(
  page: Document,
  steps: readonly PageStep[],
): (shown: ReadonlySet<PageStep>) => Generator {
  const blocks = groupBy(steps, ({ element }) => element.closest<HTMLElement>('.block'));
  const folds = [...page.querySelectorAll<HTMLDetailsElement>('.fold')];
  let opened: readonly HTMLDetailsElement[] = [];
  return function* show(shown) {
    for (const [block, inside] of blocks) {
      yield;
      for (const step of inside) step.element.hidden = !shown.has(step);
      const left = inside.filter((step) => shown.has(step)).length;
      if (block === null) continue;
      block.hidden = left === 0;
      // The height that it will have when it is laid out.
      block.style.containIntrinsicBlockSize = left === inside.length ? '' : `${left * stepHeight}px`;
    }
    // Steps that are found in a fold are seen.
    for (const fold of opened) fold.open = false;
    opened = shown.size === steps.length ? [] : folds.filter(({ open }) => !open);
    for (const fold of opened) fold.open = true;
  };
}
