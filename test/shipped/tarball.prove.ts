/** What leaves the process, with the package as npm packs and installs it. */
import { afterAll, beforeAll, describe } from 'vitest';
import { tarball, type Program } from './program.ts';
import { proxyJourneys } from './proxy-journeys.ts';

let program: Program;
beforeAll(() => {
  program = tarball();
});
afterAll(() => program.remove());

describe('proxies', () => proxyJourneys(() => program));
