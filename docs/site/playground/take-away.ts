/* The files as a zip file, as commands, and as a link. */
import { askUser, showText } from './dialog.ts';
import { link } from './elements.ts';
import { note } from './results.ts';
import { commandsOf, downloadFolder } from './shell-commands.ts';
import type { Texts } from './state.ts';
import { zipOf } from './zip.ts';

/** Above it the state is in the history only: browsers refuse addresses of some length. */
export const longestLink = 30_000;

export async function download(files: Texts): Promise<void> {
  const action = await askUser({
    title: 'Download',
    text: 'As a zip file, or as commands that write the files in a shell.',
    actions: ['Zip file', 'Commands'],
  });
  if (action === 'Commands')
    await showText('Commands', `They write the files into the folder ${downloadFolder}.`, commandsOf(files));
  if (action !== 'Zip file') return;
  const to = URL.createObjectURL(new Blob([zipOf(files)], { type: 'application/zip' }));
  const anchor = link('', to);
  anchor.download = `${downloadFolder}.zip`;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(to));
}

export async function showLink(hash: string): Promise<void> {
  const { origin, pathname } = location;
  if (hash.length > longestLink) {
    note(['These files are too large for a link. Download them, and drop the folder here.']);
    return;
  }
  const text = `It has the difference to its example in ${hash.length} characters. If a program cuts it, the playground says so.`;
  await showText('Link', text, `${origin}${pathname}${hash}`);
}
