/* Questions to the worker, which is made of a text in the script of the page: so it may send as little as the page. */
import type { Answered, Asked, Question, Questions } from './protocol.ts';

/** The code of `worker.ts`, with all that it imports; bundle.mjs makes it. */
declare const edgewrightWorker: string;

interface Waiting {
  readonly resolve: (answer: Questions[Question]['answer']) => void;
  readonly reject: (error: Error) => void;
}

const worker = new Worker(URL.createObjectURL(new Blob([edgewrightWorker], { type: 'text/javascript' })));
const waiting = new Map<number, Waiting>();
let asked = 0;

worker.addEventListener('message', ({ data }: MessageEvent<Answered>) => {
  const found = waiting.get(data.id);
  waiting.delete(data.id);
  if ('failure' in data) found?.reject(new Error(data.failure));
  else found?.resolve(data.answer);
});

/** Rejects if the worker has a bug. */
export function askWorker<Name extends Question>(
  name: Name,
  ask: Questions[Name]['ask'],
): Promise<Questions[Name]['answer']> {
  const id = ++asked;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker.postMessage({ id, name, ask } satisfies Asked);
  });
}
