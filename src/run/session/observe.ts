import type { RequestWatch } from '../../model/api.ts';
import type { Io } from '../../model/io.ts';
import type { RunObserver, RunSubject, WorkFacts } from '../../model/plan/run-observer.ts';

/** The same Io with one more observer. */
export function observedBy(io: Io, observer: RunObserver): Io {
  const observers = [...(io.observers ?? []), observer];
  // Getters stay getters: reading `signal` has side effects.
  return Object.assign(Object.create(io) as Io, { observers });
}

/** Tells the observers which environment everything from now on is about. */
export function tellSubject({ observers = [] }: Pick<Io, 'observers'>, about: RunSubject): void {
  for (const { begins } of observers) begins?.(about);
}

/** Does a piece of work that observers may measure. */
export function measured<Result>(
  { observers = [] }: Pick<Io, 'observers'>,
  name: string,
  facts: WorkFacts,
  work: () => Promise<Result>,
): Promise<Result> {
  const around = observers.reduce<() => Promise<Result>>(
    (inner, { within }) => (within === undefined ? inner : () => within(name, facts, inner)),
    work,
  );
  return around();
}

/** A watch of requests that also tells the observers. */
export function watchedRequests(
  { observers = [] }: Pick<Io, 'observers'>,
  watch: RequestWatch,
): RequestWatch {
  if (observers.length === 0) return watch;
  return {
    ...watch,
    exchanged: (exchange) => {
      watch.exchanged(exchange);
      for (const { exchanged } of observers) exchanged?.(exchange);
    },
  };
}
