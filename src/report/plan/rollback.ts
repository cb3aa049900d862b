import { inertLine } from '../text/inert.ts';
import { wrap } from '../text/wrap.ts';

interface Undoing {
  readonly objects: readonly { readonly lost: readonly string[] }[];
}

const mostSaid = 20;

/** What of a run cannot be undone: said before it begins. Empty where all can. */
export function lossText({ objects }: Undoing, { columns }: { readonly columns: number }): string {
  const lost = objects.flatMap((object) => object.lost);
  const rest = lost.length - mostSaid;
  const said = [
    ...lost.slice(0, mostSaid),
    ...(rest > 0 ? [`${rest} more that the rollback file names`] : []),
  ];
  const lines = said.flatMap((text) =>
    wrap(inertLine(text), Math.max(40, columns) - 4).map(
      (line, index) => `${index === 0 ? '  - ' : '    '}${line}`,
    ),
  );
  return lines.length === 0 ? '' : `${['Cannot be undone:', ...lines].join('\n')}\n`;
}
