import type { FieldChange } from '../../model/plan/change.ts';
import { readable } from '../../derive/forms/readable.ts';
import type { Json } from '../../model/value.ts';
import { valueText, withIdNames, type Names } from './values.ts';
import { widthOf } from '../text/wrap.ts';

/** How a change is best shown. */
export type ChangeSides =
  /** Of a secret nothing differs that may be seen. */
  | { readonly shape: 'secret'; readonly text: string }
  /** Each side on a line; one is absent where there is nothing. */
  | { readonly shape: 'values'; readonly before?: string; readonly after?: string }
  /** Laid out, to be compared line by line; one is empty where there is nothing. */
  | { readonly shape: 'texts'; readonly before: string; readonly after: string };

interface Room {
  /** Texts and lists that are wider than this, and are compared with another, are laid out in lines. */
  readonly pair: number;
  /** The same for those that are compared with nothing. */
  readonly single: number;
}

/** The sides of a change in the shape that a reader sees most in, with names for the ids in it. */
export function changeSides(change: FieldChange, room: Room, names: Names = {}): ChangeSides {
  const { isSecret, form } = change;
  const [before, after] = [change.before, change.after].map((value) =>
    value === undefined ? undefined : withIdNames(value, names),
  );
  if (isSecret && before !== undefined && after !== undefined)
    return { shape: 'secret', text: sideText(after, isSecret) };
  const isSingle = before === undefined || after === undefined;
  const most = isSingle ? room.single : room.pair;
  // What names its secrets can be laid out; where it cannot be seen what differs, it would say nothing.
  const isHidden = isSecret && !(isSingle && form === 'traffic-policy');
  if (isHidden || [before, after].every((value) => value === undefined || fits(value, most))) {
    return {
      shape: 'values',
      ...(before === undefined ? {} : { before: sideText(before, isSecret) }),
      ...(after === undefined ? {} : { after: sideText(after, isSecret) }),
    };
  }
  const [one, other] = [laidOut(before, form), laidOut(after, form)];
  // What differs may be what laying out takes away: then the texts speak for themselves.
  const isSame = one === other;
  return { shape: 'texts', before: isSame ? plain(before) : one, after: isSame ? plain(after) : other };
}

/** A secret is its reference, and needs no quotes. */
function sideText(value: Json, isSecret: boolean): string {
  return isSecret && typeof value === 'string' ? value : valueText(value);
}

function fits(value: Json, room: number): boolean {
  if (room === Infinity) return true;
  return !(typeof value === 'string' && value.includes('\n')) && widthOf(JSON.stringify(value)) <= room;
}

function laidOut(value: Json | undefined, form: FieldChange['form']): string {
  return typeof value === 'string' ? readable(value, form) : plain(value);
}

function plain(value: Json | undefined): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return text.endsWith('\n') ? text : `${text}\n`;
}
