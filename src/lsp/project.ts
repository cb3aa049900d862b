import type { Analysis, Engine, Overlay, Unreadable } from './engine.ts';

/** How long to wait after the last change before the workspace is checked again, in milliseconds. */
const pause = 150;

/** A workspace that is checked again whenever one of its texts changes. */
export interface Project {
  readonly root: string;
  /** Call when a text has changed. Discards the check in progress, and starts a new one after a pause in typing. */
  readonly touch: () => void;
  /** The result for the current texts, without waiting for a pause. */
  readonly current: () => Promise<Analysis | Unreadable>;
  /** The last finished result; its texts may be older than those in the editor. */
  readonly latest: () => Analysis | undefined;
  readonly close: () => void;
}

interface Options {
  readonly root: string;
  readonly engine: Engine;
  readonly overlay: () => Overlay;
  readonly publish: (found: Analysis | Unreadable) => void;
  /** Called on an internal error. The project keeps its last result, and the server goes on. */
  readonly onFailure: (error: unknown) => void;
}

export function openProject({ root, engine, overlay, publish, onFailure }: Options): Project {
  let isOpen = true;
  let generation = 1;
  let checked = 0;
  let hasBegun = false;
  let found: Analysis | Unreadable = { message: '', help: undefined };
  let latest: Analysis | undefined;
  let running: Promise<void> | undefined;
  let waiting: { readonly timer: NodeJS.Timeout; readonly wake: () => void } | undefined;
  let urgent = 0;

  const quiet = (): Promise<void> =>
    new Promise((resolve) => {
      const wake = (): void => {
        if (waiting !== undefined) clearTimeout(waiting.timer);
        waiting = undefined;
        resolve();
      };
      waiting = { timer: setTimeout(wake, pause), wake };
    });

  const check = async (): Promise<void> => {
    while (isOpen && checked < generation) {
      const mine = generation;
      if (urgent === 0 && hasBegun) await quiet();
      hasBegun = true;
      if (mine < generation && urgent === 0) continue;
      const target = generation;
      try {
        const result = await engine.analyse(root, overlay(), () => isOpen && generation === target);
        if (result === undefined) continue;
        checked = target;
        found = result;
        if ('workspace' in result) latest = result;
        publish(result);
      } catch (error) {
        checked = target;
        onFailure(error);
      }
    }
  };
  const start = (): Promise<void> => (running ??= check().finally(() => (running = undefined)));

  return {
    root,
    touch: () => {
      generation++;
      void start();
    },
    current: async () => {
      urgent++;
      waiting?.wake();
      try {
        await start();
      } finally {
        urgent--;
      }
      return found;
    },
    latest: () => latest,
    close: () => {
      isOpen = false;
      waiting?.wake();
    },
  };
}
