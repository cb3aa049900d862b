import { refOf } from '../derive/forms/object-ids.ts';
import { kinds } from '../kinds/index.ts';
import type { LeftObject, LeftWithWays } from '../model/ledger/ledger.ts';
import { secondText } from '../text/words/time-words.ts';
import { inertLine } from './text/inert.ts';

/** Each object with its state and the commands that settle it. */
export function leftObjectsText(objects: readonly LeftWithWays[]): string {
  return objects.map(({ ways, ...object }) => `${[headOf(object), ...lines(ways)].join('\n')}\n`).join('');
}

function headOf(object: LeftObject): string {
  const { address, state, run, newer, answered } = object;
  const at = secondText(new Date(object.since));
  const what =
    newer !== undefined
      ? `may have been created since the ledger was written, as ${newer} was`
      : state === 'unknown'
        ? answered === undefined
          ? `created without a response on ${at}`
          : `created on ${at}; the response names ${answered}, which is not proven to be it`
        : `${state} on ${at}`;
  return inertLine(`${address}  ${placeOf(object)}, ${what}${run === undefined ? '' : ` by run ${run}`}`);
}

function lines(ways: LeftWithWays['ways']): readonly string[] {
  const width = Math.max(...ways.map(({ lead }) => lead.length));
  return ways.map(({ lead, command }) => `  ${`${lead}:`.padEnd(width + 1)}  ${command}`);
}

/** The id, or the fields by which the service identifies the object: `edghts_1, match: "/cart"`. */
function placeOf({ kind, id, edge_id, identity = {} }: LeftObject): string {
  if (id !== undefined) return refOf({ id, edge_id });
  const fields = kinds[kind].identity.fields.flatMap((name) => {
    const value = identity[name];
    return value === undefined || name === 'edge_id' ? [] : [`${name}: ${JSON.stringify(value)}`];
  });
  return [...(edge_id === undefined ? [] : [edge_id]), ...fields].join(', ');
}
