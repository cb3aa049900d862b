import { describeBackend } from '../conformance.ts';
import { openLedgers, testRemote } from './git-remote.ts';

describeBackend('git', () => {
  const remote = testRemote();
  return {
    backend: (environment) => openLedgers(remote).backend(environment),
    close: remote.close,
  };
});
