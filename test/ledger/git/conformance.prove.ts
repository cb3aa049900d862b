import { describeBackend } from '../conformance.ts';
import { openLedgers, testRemote } from './git-remote.ts';

describeBackend('git', () => {
  const remote = testRemote();
  return {
    backend: (environment, host) =>
      openLedgers(remote, host === undefined ? {} : { host }).backend(environment),
    close: remote.close,
  };
});
