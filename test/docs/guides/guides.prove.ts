/*
 * The guides of docs/: each is played in a folder of its own, with a real shell, real git and the local API. What the
 * commands print is compared with the page. `npm run record test/docs/guides/guides.prove.ts` writes what they
 * print now.
 */
import { test } from 'vitest';
import { guides } from '../page.ts';
import { expectPage } from './expect-page.ts';

test.each(guides)('%s does what it says', (name) => expectPage(name));
