import { readable } from '../../derive/forms/readable.ts';
import type { FieldChange } from '../../model/plan/change.ts';
import { masked } from '../../model/secret.ts';
import type { Json } from '../../model/value.ts';
import { widthOf } from '../text/flow-text.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import { type Names, withIdNames } from './named-ids.ts';

/** The form in which a change is shown. */
export type ChangeSides =
  /** A secret whose visible text does not differ. */
  | { readonly shape: 'secret'; readonly text: string }
  /** Each side on one line; an absent side has no value. */
  | { readonly shape: 'values'; readonly before?: string; readonly after?: string }
  /** Texts to compare line by line; an empty side has no value. */
  | { readonly shape: 'texts'; readonly before: string; readonly after: string };

interface Room {
  /** Wider texts and lists are laid out in lines if there is a second side. */
  readonly pair: number;
  /** The same limit if there is only one side. */
  readonly single: number;
}

/** The sides of a change in the most readable form, with names for ids. */
export function changeSides(change: FieldChange, room: Room, names: Names = {}): ChangeSides {
  const { isSecret, form } = change;
  const [before, after] = [change.before, change.after].map((value) =>
    value === undefined ? undefined : withIdNames(value, names),
  );
  const textOf = isSecret ? secretText : valueText;
  const isSingle = before === undefined || after === undefined;
  const most = isSingle ? room.single : room.pair;
  // A policy that only names its secrets can be laid out; another secret's layout would not show the difference.
  const isHidden =
    isSecret && !(form === 'traffic-policy' && (isSingle || (before !== masked && before !== after)));
  if (isHidden && after !== undefined && !isSingle) return { shape: 'secret', text: textOf(after) };
  if (isHidden || [before, after].every((value) => value === undefined || fits(value, most))) {
    return {
      shape: 'values',
      ...withoutUndefined({
        before: before === undefined ? undefined : textOf(before),
        after: after === undefined ? undefined : textOf(after),
      }),
    };
  }
  const [oldLines, newLines] = [laidOut(before, form), laidOut(after, form)];
  // If the layout removes the only difference, the original texts are shown.
  const isSame = oldLines === newLines;
  return {
    shape: 'texts',
    before: isSame ? plain(before) : oldLines,
    after: isSame ? plain(after) : newLines,
  };
}

/** A secret is shown as its reference, without quotes. */
function secretText(value: Json): string {
  return typeof value === 'string' ? value : valueText(value);
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

/** A value on one line; a string has no quotes if it is unambiguous. */
function valueText(value: Json): string {
  return typeof value === 'string' && isPlain(value) ? value : JSON.stringify(value);
}

/** Whether the text is one word without special characters that is neither a number nor a JSON keyword. */
function isPlain(text: string): boolean {
  return /^[A-Za-z/$*~_][\w/$()*.~@:=%+?&-]*$/.test(text) && !/^(?:true|false|null)$/i.test(text);
}
