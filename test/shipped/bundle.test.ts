/** What leaves the process, with the bundle of dist/. */
import { describe } from 'vitest';
import { bundle } from './program.ts';
import { proxyJourneys } from './proxy-journeys.ts';

describe('proxies', () => proxyJourneys(() => bundle, ['refuses the user', 'closes the connection']));
