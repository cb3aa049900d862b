/** Waiting starts: lists and others. Each one is given what `Place` says about it. */
export interface StartQueue<Place> {
  /**
   * Adds so many starts, which are known by their number: what waits takes no memory until it begins. The returned
   * function removes those that have not begun.
   */
  readonly add: (
    count: number,
    begin: (index: number, place: Place) => void,
    turn: 'first' | 'last',
  ) => () => void;
  readonly length: () => number;
  /**
   * Begins the next one. `lists-first` while nothing limits the rate: each page must wait for the one before, so a list
   * would end last if each page also queued behind the other reads. `in-turns` where the rate is limited, so that neither
   * waits for all of the other: a list catches up on what began while one of its pages waited after a rejection.
   * `others-first` for probes, as a rejection would hold up the whole list.
   */
  readonly begin: (order: 'lists-first' | 'in-turns' | 'others-first', place: Place) => void;
}

/** The most starts in a row with which a list catches up. */
const mostOwed = 64;

export function startQueue<Place>(): StartQueue<Place> {
  const lists = fifo<Place>();
  const others = fifo<Place>();
  /** How many more of the others have begun than of the lists, since the rate has been limited. */
  let owed = 0;
  return {
    add: (count, begin, turn) => (turn === 'first' ? lists : others).add({ begin, next: 0, count }),
    length: () => lists.length() + others.length(),
    begin: (order, place) => {
      if (order === 'lists-first') owed = 0;
      const wantsList = order === 'lists-first' || (order === 'in-turns' && owed >= 0);
      const [one, other] = wantsList ? [lists, others] : [others, lists];
      const from = one.length() > 0 ? one : other;
      owed = from === lists ? Math.max(owed - 1, -1) : Math.min(owed + 1, mostOwed);
      from.begin(place);
    },
  };
}

/** Starts that were added together. */
interface Batch<Place> {
  readonly begin: (index: number, place: Place) => void;
  next: number;
  count: number;
}

interface Fifo<Place> {
  readonly add: (batch: Batch<Place>) => () => void;
  readonly length: () => number;
  readonly begin: (place: Place) => void;
}

function fifo<Place>(): Fifo<Place> {
  // In order of insertion; removing the first one is cheap, unlike `Array.shift`.
  const batches = new Set<Batch<Place>>();
  let length = 0;
  return {
    add: (batch) => {
      if (batch.count > 0) batches.add(batch);
      length += batch.count;
      return () => {
        if (!batches.delete(batch)) return;
        length -= batch.count - batch.next;
      };
    },
    length: () => length,
    begin: (place) => {
      const [batch] = batches;
      if (batch === undefined) return;
      const index = batch.next++;
      length--;
      if (batch.next === batch.count) batches.delete(batch);
      batch.begin(index, place);
    },
  };
}
