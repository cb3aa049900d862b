/* The worker of the page: it answers one question after the other, so that typing never waits for an answer. */
import { answers } from './answers.ts';
import type { Answered, Asked, Question, Questions } from './protocol.ts';

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  const { id, name, ask } = data;
  const reply = (answered: Answered): void => postMessage(answered);
  // The type of a question belongs to its name, which only the sender knows.
  const answer = answers[name] as (asked: Asked['ask']) => Promise<Questions[Question]['answer']>;
  Promise.resolve()
    .then(() => answer(ask))
    .then((value) => reply({ id, answer: value }))
    .catch((error: unknown) =>
      reply({ id, failure: error instanceof Error ? error.message : String(error) }),
    );
});
