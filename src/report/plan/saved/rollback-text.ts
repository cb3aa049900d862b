import type { RollbackLoss } from '../../../model/facts/rollback.ts';
import { rollbackLossText } from '../words/rollback-words.ts';
import { inertLine } from '../../text/inert.ts';
import { widthOf, wrap } from '../../text/flow-text.ts';

interface LossList {
  readonly objects: readonly { readonly lost: readonly RollbackLoss[] }[];
}

const mostSaid = 20;
const label = 'Cannot be undone:';

/** Warning about the parts of a run that cannot be undone, shown before it begins; empty if there are none. */
export function lossText({ objects }: LossList, { columns }: { readonly columns: number }): string {
  const lost = objects.flatMap((object) => object.lost).map(rollbackLossText);
  const [only = ''] = lost;
  if (lost.length === 0) return '';
  if (lost.length === 1 && label.length + 1 + widthOf(inertLine(only)) <= Math.max(40, columns))
    return `${label} ${inertLine(only)}\n`;
  const rest = lost.length - mostSaid;
  const said = [
    ...lost.slice(0, mostSaid),
    ...(rest > 0 ? [`${rest} more that the rollback file names`] : []),
  ];
  const lines = said.flatMap((text) =>
    wrap(inertLine(text), Math.max(40, columns) - 4).map(
      (line, index) => `${index === 0 ? '  * ' : '    '}${line}`,
    ),
  );
  return `${[label, ...lines].join('\n')}\n`;
}
