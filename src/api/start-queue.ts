/** Waiting starts: lists and others. */
export interface StartQueue<Start> {
  readonly add: (start: Start, turn: 'first' | 'last') => void;
  readonly length: () => number;
  /**
   * The next one. `lists-first` while nothing limits the rate: each page must wait for the one before, so a list would
   * end last if each page also queued behind the other reads. `in-turns` where the rate is limited, so that neither waits
   * for all of the other; `others-first` for probes, as a rejection would hold up the whole list.
   */
  readonly take: (order: 'lists-first' | 'in-turns' | 'others-first') => Start | undefined;
}

export function startQueue<Start>(): StartQueue<Start> {
  const lists = fifo<Start>();
  const others = fifo<Start>();
  let wasList = false;
  return {
    add: (start, turn) => (turn === 'first' ? lists : others).add(start),
    length: () => lists.length() + others.length(),
    take: (order) => {
      const wantsList = order === 'lists-first' || (order === 'in-turns' && !wasList);
      const [one, other] = wantsList ? [lists, others] : [others, lists];
      const from = one.length() > 0 ? one : other;
      wasList = from === lists;
      return from.take();
    },
  };
}

interface Fifo<Item> {
  readonly add: (item: Item) => void;
  readonly length: () => number;
  readonly take: () => Item | undefined;
}

/** `Array.shift` would move all items that are left, each time. */
function fifo<Item>(): Fifo<Item> {
  let items: (Item | undefined)[] = [];
  let head = 0;
  return {
    add: (item) => void items.push(item),
    length: () => items.length - head,
    take: () => {
      const item = items[head];
      items[head++] = undefined;
      if (head * 2 > items.length) {
        items = items.slice(head);
        head = 0;
      }
      return item;
    },
  };
}
